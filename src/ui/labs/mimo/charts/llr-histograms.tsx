import { type KeyboardEvent, useState } from "react";
import { useDrawing } from "../../../figures/use-drawing.ts";
import { fixed, plain } from "../../../format.ts";
import { bent } from "../../../figures/llr-chart.tsx";
import { clamp, cursorStep } from "../../../figures/marks/keys.ts";

/** The distribution of one detector's LLRs. */
export interface HistogramPanel {
  short: string;
  colour: `--${string}`;
  shape: string;
  note: string;
  /** Edges of the bins, one more than bins; counts of bits sent as 0 and as 1. */
  edges: readonly number[];
  zeros: readonly number[];
  ones: readonly number[];
  /** True when another panel is highlighted. */
  faded?: boolean;
}

interface LlrHistogramsProps {
  label: string;
  panels: readonly HistogramPanel[];
  /** The largest LLR of the axis. Default: it follows the panels. */
  reach?: number;
}

const PANEL = { least: 250, height: 176, top: 26, bottom: 34, gap: 18 };
/** Height of the outer bins at most, relative to the highest inner bin. */
const WALL = 12;
/** Outer bins with at least this share of the bits get a label. */
const WALL_SHARE = 0.1;
const TICKS = [5, 10, 20, 50, 100, 200, 500];
/** Room between two numbers on the axis, px. */
const TICK_ROOM = 30;

/** One panel per detector over the same LLR axis: bits sent as 1 as an area, bits sent as 0 as a dashed line. */
export function LlrHistograms({ label, panels, reach }: LlrHistogramsProps) {
  const { drawing, size } = useDrawing({ width: 900, height: 0 }, "parent");
  const room = size.width;
  const [cursor, setCursor] = useState<number>();

  const most = Math.max(1, Math.floor((room + PANEL.gap) / (PANEL.least + PANEL.gap)));
  const rows = Math.ceil(panels.length / most);
  const columns = Math.ceil(panels.length / rows);
  const width = (room - (columns - 1) * PANEL.gap) / columns;
  const height = rows * (PANEL.height + PANEL.gap) - PANEL.gap;
  const furthest = reach ?? Math.max(...panels.map(({ edges }) => edges[edges.length - 1]));
  const xOf = (llr: number) => ((bent(llr) / bent(furthest) + 1) / 2) * width;

  const bins = Math.max(...panels.map(({ zeros }) => zeros.length));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = cursorStep(event);
    if (step === undefined) return;
    event.preventDefault();
    setCursor((before = Math.floor(bins / 2) - 1) => clamp(before + step, 0, bins - 1));
  };
  return (
    <div
      className="histograms"
      tabIndex={0}
      role="group"
      aria-roledescription="figure"
      aria-label={`${label} Arrow keys read the bins.`}
      onKeyDown={onKeyDown}
      onBlur={() => setCursor(undefined)}
    >
      <svg
        ref={drawing}
        width={room}
        height={height}
        viewBox={`0 0 ${room} ${height}`}
        data-drawn="at a fixed size"
        aria-hidden="true"
      >
        {panels.map((panel, i) => (
          <g
            key={panel.short}
            className="histogram"
            data-faded={panel.faded || undefined}
            transform={`translate(${Math.round((i % columns) * (width + PANEL.gap))} ${Math.floor(i / columns) * (PANEL.height + PANEL.gap)})`}
          >
            <Panel panel={panel} width={width} furthest={furthest} xOf={xOf} cursor={cursor} />
          </g>
        ))}
      </svg>
      <p className="unseen" aria-live="polite">
        {cursor !== undefined && panels.map((panel) => describeBin(panel, cursor)).join("; ")}
      </p>
    </div>
  );
}

interface PanelProps {
  panel: HistogramPanel;
  width: number;
  furthest: number;
  xOf: (llr: number) => number;
  cursor: number | undefined;
}

function Panel({ panel, width, furthest, xOf, cursor }: PanelProps) {
  const { short, colour, shape, note, edges, zeros, ones } = panel;
  const floor = PANEL.height - PANEL.bottom;
  // Counts divided by the bins' drawn widths on the nonlinear axis, so that areas are shares.
  const densities = [zeros, ones].map((counts) =>
    counts.map((count, i) => count / (xOf(edges[i + 1]) - xOf(edges[i]))),
  );
  // Outer bins are cut off where they would make the others invisible; a label gives their share.
  const inner = Math.max(...densities.flatMap((one) => one.slice(1, -1)));
  const most = Math.max(1.1 * inner, Math.max(...densities.flat()) / WALL, Number.MIN_VALUE);
  const yOf = (density: number) => r(floor - Math.min(1, density / most) * (floor - PANEL.top));
  const wall = ones[ones.length - 1] / ones.reduce((sum, count) => sum + count, 0);
  const outline = (heights: readonly number[]) =>
    `M${r(xOf(edges[0]))} ${floor}${heights.map((height, i) => `V${yOf(height)}H${r(xOf(edges[i + 1]))}`).join("")}V${floor}`;
  const ticks = spacedTicks(furthest, xOf);
  return (
    <>
      <svg x={0} y={1} width={12} height={12} viewBox="-5.5 -5.5 11 11">
        <path d={shape} style={{ fill: `var(${colour})` }} />
      </svg>
      <text className="histogram-name" x={17} y={12}>
        {short}
      </text>
      <text x={width} y={12} textAnchor="end">
        {note}
      </text>
      {ticks.map((tick) => (
        <g key={tick}>
          <path className="rule" data-zero={tick === 0 || undefined} d={`M${r(xOf(tick))} ${PANEL.top}V${floor}`} />
          <text x={Math.min(width - 10, Math.max(10, xOf(tick)))} y={floor + 14} textAnchor="middle">
            {plain(tick)}
          </text>
        </g>
      ))}
      <text x={width / 2} y={floor + 30} textAnchor="middle">
        LLR
      </text>
      <path className="ones" d={outline(densities[1])} style={{ fill: `var(${colour})`, stroke: `var(${colour})` }} />
      <path className="zeros" d={outline(densities[0])} />
      {wall >= WALL_SHARE && (
        <text x={r(xOf(edges[edges.length - 1])) - 5} y={PANEL.top + 10} textAnchor="end">
          {`${plain(100 * wall, 2)} % →`}
        </text>
      )}
      {cursor !== undefined && cursor < zeros.length && (
        <>
          <rect
            className="bin"
            x={r(xOf(edges[cursor]))}
            y={PANEL.top}
            width={r(xOf(edges[cursor + 1]) - xOf(edges[cursor]))}
            height={floor - PANEL.top}
          />
          <text className="histogram-name" x={width / 2} y={PANEL.top + 10} textAnchor="middle">
            {`${zeros[cursor]} · ${ones[cursor]}`}
          </text>
        </>
      )}
    </>
  );
}

/** Round LLRs whose labels fit, 0 with priority. */
function spacedTicks(furthest: number, xOf: (llr: number) => number): number[] {
  const chosen = [0];
  for (const tick of TICKS.filter((tick) => tick > 0 && tick <= furthest)) {
    if (xOf(tick) - xOf(chosen[chosen.length - 1]) >= TICK_ROOM) chosen.push(tick);
  }
  return [...chosen.slice(1).map((tick) => -tick), ...chosen];
}

const describeBin = ({ short, edges, zeros, ones }: HistogramPanel, bin: number) =>
  bin < zeros.length
    ? `${short}, LLR ${fixed(edges[bin], 1)} to ${fixed(edges[bin + 1], 1)}: ${zeros[bin]} bits sent 0, ${ones[bin]} sent 1`
    : "";

const r = (value: number) => Math.round(value * 10) / 10;
