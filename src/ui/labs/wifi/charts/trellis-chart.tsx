import type { FrameTrellis } from "#core/wifi/experiment/figures/trellis.ts";
import { useDrawing } from "../../../figures/use-drawing.ts";

const STATES = 64;
const MARGIN = { left: 46, right: 16, top: 26, bottom: 34 };

interface TrellisChartProps {
  label: string;
  trellis: FrameTrellis;
}

/** The survivors of a stretch of the trellis: 64 states as rows, steps as columns. */
export function TrellisChart({ label, trellis }: TrellisChartProps) {
  const { from, survivors, alive, decided, sent, llr } = trellis;
  const { drawing, size } = useDrawing({ width: 900, height: 480 });
  const steps = survivors.length / STATES;
  const pitch = (size.width - MARGIN.left - MARGIN.right) / steps;
  const row = (size.height - MARGIN.top - MARGIN.bottom) / (STATES - 1);
  const at = (column: number, state: number) =>
    `${round(MARGIN.left + column * pitch)} ${round(MARGIN.top + state * row)}`;
  let [dead, living] = ["", ""];
  for (const [i, before] of survivors.entries()) {
    if (before < 0) continue;
    const column = Math.floor(i / STATES);
    const branch = `M${at(column, before)}L${at(column + 1, i % STATES)}`;
    if (alive[i + STATES]) living += branch;
    else dead += branch;
  }
  const path = (states: ArrayLike<number>) => `M${Array.from(states, (state, column) => at(column, state)).join("L")}`;
  const every = Math.max(1, Math.ceil(30 / pitch));
  const differ = sent && sent.some((state, i) => state !== decided[i]);
  return (
    <svg ref={drawing} className="survivors" data-drawn="to fill" role="img" aria-label={label}>
      {[0, 16, 32, 48, 63].map((state) => (
        <text key={state} x={MARGIN.left - 8} y={MARGIN.top + state * row + 4} textAnchor="end">
          {state.toString(2).padStart(6, "0")}
        </text>
      ))}
      <path className="dead" d={dead} />
      <path className="living" d={living} />
      {differ && <path className="sent" d={path(sent)} />}
      <path className="decided" d={path(decided)} />
      {Array.from({ length: steps }, (_, column) => column)
        .filter((column) => column % every === 0)
        .map((column) => {
          const x = MARGIN.left + (column + 0.5) * pitch;
          return (
            <g key={column}>
              <text x={x} y={14} textAnchor="middle">
                {decided[column + 1] & 1}
              </text>
              <text x={x} y={size.height - 14} textAnchor="middle">
                {from + column}
              </text>
            </g>
          );
        })}
      <text x={MARGIN.left - 8} y={14} textAnchor="end">
        bit
      </text>
      <text x={MARGIN.left - 8} y={size.height - 14} textAnchor="end">
        step
      </text>
      {Array.from({ length: steps }, (_, column) => {
        const gone = [0, 1].filter((output) => llr[2 * column + output] === 0).length;
        return (
          gone > 0 && (
            <circle
              key={column}
              className="punctured"
              cx={MARGIN.left + (column + 0.5) * pitch}
              cy={size.height - 5}
              r={2.5}
            />
          )
        );
      })}
    </svg>
  );
}

const round = (value: number) => Math.round(10 * value) / 10;
