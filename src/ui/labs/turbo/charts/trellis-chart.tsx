import { NEXT_STATE, PARITY, TURBO_STATES } from "#core/codes/turbo/trellis.ts";
import { useDrawing } from "../../../figures/use-drawing.ts";
import { textSize } from "../../../figures/theme.ts";
import { fixed } from "../../../format.ts";

/** Some stages of the first constituent decoder's trellis. Metrics are natural logarithms; the largest of each column is 0. */
export interface TrellisStages {
  /** Index of the first stage, and stages per window. */
  from: number;
  window: number;
  /** Transmitted bit of each stage. */
  bits: readonly number[];
  /** [stage][state][input bit] */
  gamma: readonly (readonly (readonly number[])[])[];
  /** [stages + 1][state] */
  alpha: readonly (readonly number[])[];
  beta: readonly (readonly number[])[];
  /** States on the path of the transmitted bits, [stages + 1]. */
  path: readonly number[];
  /** LLR of each stage's bit. */
  llr: readonly number[];
}

export interface TrellisChartProps {
  label: string;
  trellis: TrellisStages;
}

const MARGIN = { left: 44, right: 12, top: 24, bottom: 54 };
const ROW = 46;
const NODE = { width: 62, height: 32 };
/** Least distance of two columns: the numbers of a branch need it. */
const LEAST_PITCH = 196;
const HEIGHT = MARGIN.top + TURBO_STATES * ROW + MARGIN.bottom;

/**
 * The trellis with its numbers: states as rows, branches with γ (dashed for the bit 0), nodes with α from the left and β from
 * the right, and the path of the transmitted bits. */
export function TrellisChart({ label, trellis }: TrellisChartProps) {
  const { from, window, bits, gamma, alpha, beta, path, llr } = trellis;
  const { drawing, size } = useDrawing({ width: 0, height: 0 }, "parent");
  // The drawing grows with the page's text, and so does each of its units.
  const room = (size.width * 12) / textSize();
  const pitch = Math.max(LEAST_PITCH, (room - MARGIN.left - NODE.width - MARGIN.right) / gamma.length);
  const xOf = (column: number) => MARGIN.left + NODE.width / 2 + column * pitch;
  const yOf = (state: number) => MARGIN.top + (state + 0.5) * ROW;
  const width = xOf(gamma.length) + NODE.width / 2 + MARGIN.right;
  const sent = (column: number, state: number, bit: number) => path[column] === state && bits[column] === bit;
  const branches = gamma.flatMap((states, column) =>
    states.flatMap((values, state) =>
      values.map((value, bit) => ({ column, state, bit, value, next: NEXT_STATE[state][bit] })),
    ),
  );
  return (
    <div className="trellis-scroll" tabIndex={0} role="region" aria-label={label}>
      <svg
        ref={drawing}
        className="trellis"
        data-drawn="at a fixed size"
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        // Grows with the page's text, as in presenter mode.
        style={{ width: `${width / 16}rem`, height: `${HEIGHT / 16}rem` }}
        role="img"
        aria-label={label}
      >
        {Array.from({ length: TURBO_STATES }, (_, state) => (
          <text key={state} className="state" x={MARGIN.left - 10} y={yOf(state) + 4} textAnchor="end">
            {state.toString(2).padStart(3, "0")}
          </text>
        ))}
        {Array.from({ length: gamma.length + 1 }, (_, column) => column)
          .filter((column) => (from + column) % window === 0)
          .map((column) => (
            <g key={column}>
              <path className="edge" d={`M${xOf(column)} 18V${HEIGHT - MARGIN.bottom + 8}`} />
              <text className="stage" x={xOf(column)} y={14} textAnchor="middle">
                {column === 0 && from === 0 ? "start" : "window edge"}
              </text>
            </g>
          ))}
        {branches.map(({ column, state, bit, next }) => (
          <path
            key={`${column} ${state} ${bit}`}
            className="branch"
            data-bit={bit}
            data-sent={sent(column, state, bit) || undefined}
            d={`M${xOf(column) + NODE.width / 2} ${yOf(state)}L${xOf(column + 1) - NODE.width / 2} ${yOf(next)}`}
          />
        ))}
        {branches.map(({ column, state, bit, value, next }) => {
          // A γ is drawn where its branch leaves the state, because branches cross further on; the upper branch's γ is on top.
          const upper = next < NEXT_STATE[state][1 - bit];
          return (
            <text
              key={`${column} ${state} ${bit}`}
              className="gamma"
              data-sent={sent(column, state, bit) || undefined}
              x={xOf(column) + NODE.width / 2 + 5}
              y={yOf(state) + (upper ? -6 : 14)}
            >
              {fixed(value, 1)}
              <title>{`γ of stage ${from + column}, from state ${state} to ${next}: bit ${bit}, parity ${PARITY[state][bit]}`}</title>
            </text>
          );
        })}
        {alpha.map((values, column) =>
          values.map((value, state) => (
            <g key={`${column} ${state}`} transform={`translate(${xOf(column)} ${yOf(state)})`}>
              <rect
                className="node"
                data-sent={path[column] === state || undefined}
                x={-NODE.width / 2}
                y={-NODE.height / 2}
                width={NODE.width}
                height={NODE.height}
                rx={6}
              />
              <text className="metric" y={-3} textAnchor="middle">
                α {metric(value)}
              </text>
              <text className="metric" y={11} textAnchor="middle">
                β {metric(beta[column][state])}
              </text>
            </g>
          )),
        )}
        {llr.map((value, column) => {
          const bit = bits[column];
          const wrong = value > 0 !== (bit === 1);
          const x = xOf(column) + pitch / 2;
          return (
            <g key={column}>
              <text className="stage" x={x} y={14} textAnchor="middle">
                {`bit ${from + column}`}
              </text>
              <text className="verdict" data-wrong={wrong || undefined} x={x} y={HEIGHT - 30} textAnchor="middle">
                {`L = ${fixed(value, 2)} → ${value > 0 ? 1 : 0}`}
              </text>
              <text className="stage" x={x} y={HEIGHT - 12} textAnchor="middle">
                {`sent ${bit}: ${wrong ? "wrong ✕" : "correct"}`}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}

/** Unreachable states have no finite metric. */
const metric = (value: number) => (value < -1e6 || !Number.isFinite(value) ? "−∞" : fixed(value, 1));
