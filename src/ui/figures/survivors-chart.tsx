import { useDrawing } from "./use-drawing.ts";
import "./survivors-chart.css";

const MARGIN = { left: 46, right: 16, top: 26, bottom: 34 };

/** Steps of a trellis with one survivor per state. */
export interface SurvivingPaths {
  /** First step. */
  from: number;
  states: number;
  /** The state before each state on its survivor, [step][state]; −1 where no path leads. */
  survivors: ArrayLike<number>;
  /** 1 where a survivor of the last column passes, [steps + 1][state]. */
  alive: ArrayLike<number>;
  /** States of the decided path, and of the sent one where it is known: [steps + 1]. */
  decided: ArrayLike<number>;
  sent?: ArrayLike<number>;
}

interface SurvivorsChartProps {
  label: string;
  paths: SurvivingPaths;
  /** States with a text at the left. */
  named: readonly number[];
  name(state: number): string;
  /** What a step decides, above it, by the state after it. */
  decides: { what: string; of(state: number): string | number };
  /** True: a mark at the foot of the step. */
  isMarked?(column: number): boolean;
}

/** The survivors of a stretch of a trellis: states as rows, steps as columns. */
export function SurvivorsChart({ label, paths, named, name, decides, isMarked }: SurvivorsChartProps) {
  const { from, states, survivors, alive, decided, sent } = paths;
  const { drawing, size } = useDrawing({ width: 900, height: 480 });
  const steps = survivors.length / states;
  const pitch = (size.width - MARGIN.left - MARGIN.right) / steps;
  const row = (size.height - MARGIN.top - MARGIN.bottom) / Math.max(1, states - 1);
  const at = (column: number, state: number) =>
    `${round(MARGIN.left + column * pitch)} ${round(MARGIN.top + state * row)}`;
  let [dead, living] = ["", ""];
  for (let i = 0; i < survivors.length; i++) {
    const before = survivors[i];
    if (before < 0) continue;
    const column = Math.floor(i / states);
    const branch = `M${at(column, before)}L${at(column + 1, i % states)}`;
    if (alive[i + states]) living += branch;
    else dead += branch;
  }
  const path = (along: ArrayLike<number>) => `M${Array.from(along, (state, column) => at(column, state)).join("L")}`;
  const every = Math.max(1, Math.ceil(30 / pitch));
  const differ = sent && Array.from(sent).some((state, i) => state !== decided[i]);
  return (
    <svg ref={drawing} className="survivors" data-drawn="to fill" role="img" aria-label={label}>
      {named.map((state) => (
        <text key={state} x={MARGIN.left - 8} y={MARGIN.top + state * row + 4} textAnchor="end">
          {name(state)}
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
                {decides.of(decided[column + 1])}
              </text>
              <text x={x} y={size.height - 14} textAnchor="middle">
                {from + column}
              </text>
            </g>
          );
        })}
      <text x={MARGIN.left - 8} y={14} textAnchor="end">
        {decides.what}
      </text>
      <text x={MARGIN.left - 8} y={size.height - 14} textAnchor="end">
        step
      </text>
      {Array.from({ length: steps }, (_, column) =>
        isMarked?.(column) ? (
          <circle
            key={column}
            className="marked"
            cx={MARGIN.left + (column + 0.5) * pitch}
            cy={size.height - 5}
            r={2.5}
          />
        ) : null,
      )}
    </svg>
  );
}

/** The key of the chart's lines. */
export const SurvivorsKey = ({ sent }: { sent: boolean }) => (
  <span className="survivors-key">
    <i data-kind="living" /> survivor <i data-kind="dead" /> ended <i data-kind="decided" /> decided
    {sent && (
      <>
        {" "}
        <i data-kind="sent" /> sent, where it differs
      </>
    )}
  </span>
);

const round = (value: number) => Math.round(10 * value) / 10;
