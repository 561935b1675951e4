import { type KeyboardEvent, useMemo, useState } from "react";
import { useDrawing } from "../../../figures/use-drawing.ts";
import { fixed } from "../../../format.ts";

/** A branch from a vertex of stage + 1 to one of `stage`. */
interface Branch {
  stage: number;
  from: number;
  to: number;
}

/** The data of one step; distances are in units of the noise variance. */
export interface TraversalScene {
  considered: readonly (Branch & { distance: number })[];
  trunk: readonly Branch[];
  ended: readonly Branch[];
  extended: readonly Branch[];
  distances: { stage: number; values: readonly number[] };
  /** Symbols by stage of the path through each vertex of that stage. */
  paths: readonly (readonly (number | undefined)[])[];
}

export interface TraversalChartProps {
  label: string;
  scene: TraversalScene;
  /** Index of the step; an animation starts with each one. */
  step: number;
  stages: number;
  bitsPerSymbol: number;
  /** The stream of each stage, and its transmitted symbol. */
  streams: readonly number[];
  sent: readonly number[];
  /** A selected bit, most significant first: the best vertices with a 0 and with a 1 are highlighted. */
  hypothesis?: { bit: number; vertex: readonly [number, number] };
  /** The reading of a vertex at the cursor. */
  describe: (vertex: number) => string;
  /** Called for a step forward or back, or to either end. */
  onStep: (by: number) => void;
}

const MARGIN = { top: 44, bottom: 10, right: 46 };
/** Constellations up to this many points are drawn as edges; larger ones as a matrix. */
const MOST_EDGES = 16;
/** Classes of edges by their extra distance over the best one: strong, medium, faint. */
const NEARNESS = [0, 6, 20, Infinity];

/** The trellis with stages as columns and vertices as rows: compared edges, survivors, extensions and the transmitted path. */
export function TraversalChart(props: TraversalChartProps) {
  const { label, scene, step, stages, bitsPerSymbol, streams, sent, hypothesis, describe, onStep } = props;
  const { drawing, size } = useDrawing({ width: 640, height: 0 }, "parent");
  const room = size.width;
  const [cursor, setCursor] = useState<number>();

  const points = 2 ** bitsPerSymbol;
  const dense = points > MOST_EDGES;
  const side = dense && room >= 720;
  const row = dense ? 6.5 : points > 4 ? 25 : 52;
  const radius = dense ? 2.4 : points > 4 ? 7 : 11;
  const left = 14 + bitsPerSymbol * 8 + radius;
  const matrix = dense ? Math.min(points * row, side ? room * 0.45 : room - left - 8) : 0;
  const span = (side ? room - matrix - left - 24 : room) - left - MARGIN.right - radius;
  const pitch = stages > 1 ? span / (stages - 1) : 0;
  const xOf = (stage: number) => left + (stages - 1 - stage) * pitch;
  const yOf = (vertex: number) => MARGIN.top + (vertex + 0.5) * row;
  const floor = MARGIN.top + points * row;
  const width = side
    ? room
    : dense
      ? left + Math.max(matrix + 8, (stages - 1) * pitch + MARGIN.right)
      : Math.max(left + (stages - 1) * pitch + MARGIN.right + radius, Math.min(room, 320));
  const height = floor + MARGIN.bottom + (dense && !side ? matrix + 40 : 0);

  const curve = ({ stage, from, to }: Branch) => {
    const [x0, x1, y0, y1] = [xOf(stage + 1), xOf(stage), yOf(from), yOf(to)];
    const bend = 0.42 * (x1 - x0);
    return `M${x0} ${y0}C${r(x0 + bend)} ${y0} ${r(x1 - bend)} ${y1} ${x1} ${y1}`;
  };
  const path = (branches: readonly Branch[]) => branches.map(curve).join("");
  const lineOf = (symbols: readonly (number | undefined)[]) =>
    symbols.flatMap((to, stage): Branch[] => {
      const from = symbols[stage + 1];
      return to === undefined || from === undefined ? [] : [{ stage, from, to }];
    });

  const { considered, distances, paths } = scene;
  const least = Math.min(...distances.values);
  const shades = useMemo(() => {
    const nearest = considered.reduce((found, { distance }) => Math.min(found, distance), Infinity);
    return NEARNESS.slice(0, -1).map((low, i) =>
      considered.filter(({ distance }) => distance - nearest >= low && distance - nearest < NEARNESS[i + 1]),
    );
  }, [considered]);

  const last = points - 1;
  const keys: Record<string, () => void> = {
    ArrowRight: () => onStep(1),
    ArrowLeft: () => onStep(-1),
    Home: () => onStep(-Infinity),
    End: () => onStep(Infinity),
    ArrowDown: () => setCursor(Math.min(last, (cursor ?? -1) + 1)),
    ArrowUp: () => setCursor(Math.max(0, (cursor ?? last + 1) - 1)),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const busy = considered[0]?.stage ?? distances.stage;
  /** Vertices of earlier stages that no survivor passes through. */
  const goesOn = new Set(scene.trunk.map(({ stage, from }) => `${stage + 1} ${from}`));
  const front = Math.min(stages - 1, ...scene.trunk.map(({ stage }) => stage));
  return (
    <div
      className="traversal"
      data-dense={dense || undefined}
      tabIndex={0}
      role="group"
      aria-roledescription="figure"
      aria-label={`${label} Left and right arrows step, up and down read the vertices.`}
      onKeyDown={onKeyDown}
      onBlur={() => setCursor(undefined)}
    >
      <svg
        ref={drawing}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        data-drawn="at a fixed size"
        aria-hidden="true"
        onPointerLeave={() => setCursor(undefined)}
      >
        <rect className="here" x={xOf(busy) - radius - 9} y={4} width={2 * radius + 18} height={floor - 2} rx={8} />
        {Array.from({ length: stages }, (_, stage) => (
          <text
            key={stage}
            className="stream"
            data-here={stage === busy || undefined}
            x={xOf(stage)}
            y={20}
            textAnchor="middle"
          >
            {pitch >= 76 || stages === 1 ? `stream ${streams[stage] + 1}` : streams[stage] + 1}
          </text>
        ))}
        <path className="sent" d={path(lineOf(sent))} />
        <g className="considered" key={`c${step}`}>
          {!dense && shades.map((edges, i) => <path key={i} data-near={i} d={path(edges)} />)}
        </g>
        <path className="ended" d={path(scene.ended)} />
        <path className="trunk" d={path(scene.trunk)} data-quiet={hypothesis ? true : undefined} />
        <g className="fresh" key={`k${step}`}>
          {considered.length > 0 && (
            <path className="trunk" d={path(scene.trunk.filter(({ stage }) => stage === busy))} />
          )}
          <path className="extended" d={path(scene.extended)} data-quiet={hypothesis ? true : undefined} />
        </g>
        {hypothesis &&
          [0, 1].map((value) => (
            <path
              key={value}
              className="hypothesis"
              data-bit={value}
              d={path(lineOf(paths[hypothesis.vertex[value]]))}
            />
          ))}
        {cursor !== undefined && <path className="cursor" d={path(lineOf(paths[cursor] ?? []))} />}
        {Array.from({ length: points }, (_, vertex) => (
          <text key={vertex} className="bits" x={left - radius - 8} y={yOf(vertex) + 4} textAnchor="end">
            {!dense && lettered(vertex, bitsPerSymbol, hypothesis?.bit)}
          </text>
        ))}
        {dense &&
          [0, points / 4, points / 2, (3 * points) / 4, last].map((vertex) => (
            <text key={vertex} className="bits" x={left - radius - 8} y={yOf(vertex) + 4} textAnchor="end">
              {vertex.toString(2).padStart(bitsPerSymbol, "0")}
            </text>
          ))}
        {Array.from({ length: stages }, (_, stage) =>
          Array.from({ length: points }, (_, vertex) => {
            const valued = stage === distances.stage;
            const chosen = valued && hypothesis ? hypothesis.vertex.includes(vertex) : false;
            const near = valued ? Math.exp((least - distances.values[vertex]) / 10) : 0;
            return (
              <g key={`${stage} ${vertex}`} transform={`translate(${r(xOf(stage))} ${r(yOf(vertex))})`}>
                <circle
                  className="vertex"
                  data-sent={sent[stage] === vertex || undefined}
                  data-chosen={chosen || undefined}
                  data-over={(stage > front && !goesOn.has(`${stage} ${vertex}`)) || undefined}
                  r={chosen ? radius + 1.5 : radius}
                />
                {near > 0.02 && <circle className="near" r={radius - 1} fillOpacity={r(near)} />}
                {valued && !dense && (
                  <text
                    className="distance"
                    data-best={chosen || (!hypothesis && near === 1) || undefined}
                    x={radius + 5}
                    y={4}
                  >
                    {fixed(distances.values[vertex], 1)}
                  </text>
                )}
                {valued && cursor === vertex && <circle className="cursor" r={radius + 4} />}
                {valued && (
                  <circle
                    className="touch"
                    r={Math.max(radius + 3, row / 2)}
                    onPointerEnter={() => setCursor(vertex)}
                  />
                )}
              </g>
            );
          }),
        )}
        {dense && considered.length > 0 && (
          <g
            transform={
              side
                ? `translate(${r(Math.min(room - matrix, xOf(0) + 80))} ${MARGIN.top})`
                : `translate(${left} ${floor + 44})`
            }
          >
            <Matrix
              considered={considered}
              points={points}
              size={matrix}
              from={streams[busy + 1]}
              to={streams[busy]}
              sent={[sent[busy + 1], sent[busy]]}
              kept={
                scene.extended.length > 0
                  ? scene.extended.filter(({ stage }) => stage === busy)
                  : scene.trunk.filter(({ stage }) => stage === busy)
              }
            />
          </g>
        )}
      </svg>
      <p className="traversal-readout" aria-live="polite">
        {cursor !== undefined && cursor < distances.values.length ? describe(cursor) : "\u00a0"}
      </p>
    </div>
  );
}

/** A vertex's bits, the selected one in bold. */
function lettered(vertex: number, bitsPerSymbol: number, bit: number | undefined) {
  const text = vertex.toString(2).padStart(bitsPerSymbol, "0");
  if (bit === undefined) return text;
  return (
    <>
      {text.slice(0, bit)}
      <tspan className="asked">{text[bit]}</tspan>
      {text.slice(bit + 1)}
    </>
  );
}

/** Shades of the matrix by the logarithm of the distance, from the nearest edge to the farthest. */
const SHADES = 11;

/** The edges as a matrix of cells, light where an edge leads to a near path; kept edges are marked. */
function Matrix({
  considered,
  points,
  size,
  from,
  to,
  sent,
  kept,
}: {
  considered: readonly (Branch & { distance: number })[];
  points: number;
  size: number;
  /** The streams on both sides, and their transmitted symbols. */
  from: number;
  to: number;
  sent: readonly [number, number];
  kept: readonly Branch[];
}) {
  const cells = useMemo(() => {
    // Several paths may leave a vertex; the nearest of their edges sets the colour.
    const least = new Float64Array(points * points).fill(Infinity);
    for (const { from, to, distance } of considered) {
      const at = from * points + to;
      least[at] = Math.min(least[at], distance);
    }
    const best = least.reduce((found, value) => Math.min(found, value), Infinity);
    const worst = least.reduce((found, value) => (Number.isFinite(value) ? Math.max(found, value) : found), best + 1);
    const shades = Array.from({ length: SHADES }, () => "");
    for (const [at, value] of least.entries()) {
      if (!Number.isFinite(value)) continue;
      const depth = Math.log1p(value - best) / Math.log1p(worst - best);
      const shade = SHADES - 1 - Math.min(SHADES - 1, Math.floor(depth * SHADES));
      shades[shade] += `M${at % points} ${Math.floor(at / points)}h1v1h-1z`;
    }
    return shades;
  }, [considered, points]);
  const cell = size / points;
  return (
    <>
      <text className="stream" x={size / 2} y={-10} textAnchor="middle">
        {`to stream ${to + 1} →`}
      </text>
      <text className="stream" transform={`translate(-8 ${size / 2}) rotate(-90)`} textAnchor="middle">
        {`← from stream ${from + 1}`}
      </text>
      <g className="cells" transform={`scale(${cell})`}>
        {cells.map((d, shade) => (
          <path key={shade} data-shade={shade} d={d} />
        ))}
      </g>
      <path
        className="kept-cells"
        d={kept.map(({ from, to }) => `M${r((to + 0.5) * cell)} ${r((from + 0.5) * cell)}h0.01`).join("")}
      />
      <rect
        className="sent-cell"
        x={(sent[1] - 0.5) * cell}
        y={(sent[0] - 0.5) * cell}
        width={2 * cell}
        height={2 * cell}
      />
    </>
  );
}

/** Coordinates in tenths of a pixel, for short path strings. */
const r = (value: number) => Math.round(value * 10) / 10;
