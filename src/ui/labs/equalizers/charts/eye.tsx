import { memo, useCallback, useRef } from "react";
import type { Eye as Traces } from "#core/telemetry/experiment/figures/eye.ts";
import { fixed } from "../../../format.ts";
import { useDraw } from "../../../figures/use-draw.ts";

export interface EyeProps {
  eye: Traces;
  /** CSS colour. */
  colour: string;
  /** Points per trace, from one symbol before an even bit to one after it. */
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

/** An eye diagram: I above, Q below. The detector decides Q half a symbol later. */
export const Eye = memo(function Eye({ eye, colour, points, reach, faded, cursor }: EyeProps) {
  const traces = useRef<SVGPathElement>(null);
  useDraw(
    traces,
    useCallback((path) => path.setAttribute("d", linesOf(eye, points, reach)), [eye, points, reach]),
  );
  return (
    <svg
      className="constellation eye"
      viewBox={`0 0 ${WIDTH} ${2 * HEIGHT + GAP}`}
      data-faded={faded}
      aria-hidden="true"
    >
      <path
        className="axes"
        d={`M0 ${HEIGHT / 2}h${WIDTH}M0 ${1.5 * HEIGHT + GAP}h${WIDTH}`}
        vectorEffect="non-scaling-stroke"
      />
      <path className="cloud" ref={traces} stroke={colour} vectorEffect="non-scaling-stroke" />
      <path
        className="decided"
        d={`M${WIDTH / 2} 0v${HEIGHT}M${WIDTH / 4} ${HEIGHT + GAP}v${HEIGHT}M${0.75 * WIDTH} ${HEIGHT + GAP}v${HEIGHT}`}
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
      <text x="14" y={HEIGHT + GAP + 80}>
        Q
      </text>
    </svg>
  );
});

/** The path of one trace. */
function traceOf({ i, q }: Pick<Traces, "i" | "q">, trace: number, points: number) {
  const [from, to] = [trace * points, (trace + 1) * points];
  return { i: i.subarray(from, to), q: q.subarray(from, to) };
}

/** A trace as text: its values where bits are decided. */
export function readTrace({ i, q }: Pick<Traces, "i" | "q">, trace: number, points: number): string {
  const at = (values: Float32Array, symbols: number) => {
    return fixed(values[trace * points + Math.round(((symbols + 1) / 2) * (points - 1))], 2);
  };
  return `I ${at(i, 0)}; Q ${at(q, -0.5)} half a symbol before, ${at(q, 0.5)} after`;
}

function linesOf({ i, q }: Pick<Traces, "i" | "q">, points: number, reach: number): string {
  return lines(i, points, reach, 0) + lines(q, points, reach, HEIGHT + GAP);
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
