import { memo, useCallback, useRef } from "react";
import { useDraw } from "./use-draw.ts";
import "./eye.css";

/** Traces of an eye diagram: real and imaginary part, [trace][point]. Real signals have no imaginary part. */
export interface Traces {
  i: Float32Array;
  q?: Float32Array;
}

export interface EyeProps {
  eye: Traces;
  /** Where I and Q are decided, as shares of a trace. */
  decided: { i: readonly number[]; q: readonly number[] };
  /** CSS colour. */
  colour: string;
  /** Points per trace. */
  points: number;
  /** Half the range of each part; the same in all panels. */
  reach: number;
  /** Whether to dim the panel because another algorithm is highlighted. */
  faded?: boolean;
  /** The trace that the keyboard selects. */
  cursor?: number;
}

/** Size of the drawing: whole-number coordinates keep paths short. */
const WIDTH = 1000;
const HEIGHT = 480;
const GAP = 40;

/** An eye diagram: I above, Q below, with dotted lines where they are decided. */
export const Eye = memo(function Eye({ eye, decided, colour, points, reach, faded, cursor }: EyeProps) {
  const traces = useRef<SVGPathElement>(null);
  useDraw(
    traces,
    useCallback((path) => path.setAttribute("d", linesOf(eye, points, reach)), [eye, points, reach]),
  );
  return (
    <svg
      className="constellation eye"
      viewBox={`0 0 ${WIDTH} ${eye.q ? 2 * HEIGHT + GAP : HEIGHT}`}
      data-faded={faded}
      data-real={eye.q ? undefined : true}
      aria-hidden="true"
    >
      <path
        className="axes"
        d={`M0 ${HEIGHT / 2}h${WIDTH}${eye.q ? `M0 ${1.5 * HEIGHT + GAP}h${WIDTH}` : ""}`}
        vectorEffect="non-scaling-stroke"
      />
      <path className="cloud" ref={traces} stroke={colour} vectorEffect="non-scaling-stroke" />
      <path
        className="decided"
        d={instants(decided.i, 0) + (eye.q ? instants(decided.q, HEIGHT + GAP) : "")}
        vectorEffect="non-scaling-stroke"
      />
      {cursor !== undefined && (
        <path
          className="cursor"
          d={linesOf(traceOf(eye, cursor, points), points, reach)}
          vectorEffect="non-scaling-stroke"
        />
      )}
      <text x="14" y="80">
        I
      </text>
      {eye.q && (
        <text x="14" y={HEIGHT + GAP + 80}>
          Q
        </text>
      )}
    </svg>
  );
});

const instants = (shares: readonly number[], top: number) =>
  shares.map((share) => `M${share * WIDTH} ${top}v${HEIGHT}`).join("");

/** The path of one trace. */
function traceOf({ i, q }: Traces, trace: number, points: number) {
  const [from, to] = [trace * points, (trace + 1) * points];
  return { i: i.subarray(from, to), q: q?.subarray(from, to) };
}

function linesOf({ i, q }: Traces, points: number, reach: number): string {
  return lines(i, points, reach, 0) + (q ? lines(q, points, reach, HEIGHT + GAP) : "");
}

function lines(values: Float32Array, points: number, reach: number, top: number): string {
  const place = (value: number) => {
    const bounded = Math.max(-reach, Math.min(reach, value));
    return Math.round(top + HEIGHT * (0.5 - bounded / (2 * reach)));
  };
  let path = "";
  for (let n = 0; n < values.length; n++) {
    const p = n % points;
    path += `${p ? "L" : "M"}${Math.round((WIDTH * p) / (points - 1))} ${place(values[n])}`;
  }
  return path;
}
