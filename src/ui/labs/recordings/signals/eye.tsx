import { memo, useCallback, useRef } from "react";
import type { Portrait } from "#core/signals/inspecting/portrait.ts";
import { fixed } from "../../../format.ts";
import type { Panel } from "../../../figures/panel-group.tsx";
import { useDraw } from "../../../figures/use-draw.ts";

type EyeTraces = NonNullable<Portrait["eye"]>;

/** Size of the drawing: whole-number coordinates keep paths short. */
const SIZE = 1000;
const NAMES = { amplitude: "amplitude", frequency: "frequency", phase: "in-phase part" } as const;

/** Returns the panel of an eye: traces of two symbols, with the decision in the middle. */
export function eyePanel({ of, points, traces }: EyeTraces): Panel {
  const middle = (points - 1) / 2;
  return {
    name: "Eye",
    note: `${NAMES[of]}, two symbols`,
    what: "trace",
    count: traces.length / points,
    read: (trace) =>
      `${NAMES[of]} ${fixed(traces[trace * points + middle], of === "frequency" ? 0 : 2)} at the decision`,
    draw: (cursor) => <Eye traces={traces} points={points} cursor={cursor} />,
  };
}

const Eye = memo(function Eye({ traces, points, cursor }: Pick<EyeTraces, "traces" | "points"> & { cursor?: number }) {
  const cloud = useRef<SVGPathElement>(null);
  const range = rangeOf(traces);
  useDraw(
    cloud,
    useCallback((path) => path.setAttribute("d", linesOf(traces, points, rangeOf(traces))), [traces, points]),
  );
  return (
    <svg className="constellation eye" viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
      <path className="axes" d={`M${SIZE / 2} 0v${SIZE}`} vectorEffect="non-scaling-stroke" />
      <path className="cloud" ref={cloud} stroke="var(--blue)" vectorEffect="non-scaling-stroke" />
      {cursor !== undefined && (
        <path
          className="cursor"
          d={linesOf(traces.subarray(cursor * points, (cursor + 1) * points), points, range)}
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
});

function rangeOf(values: Float32Array): readonly [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const margin = 0.04 * (high - low) || 1;
  return [low - margin, high + margin];
}

function linesOf(values: Float32Array, points: number, [low, high]: readonly [number, number]): string {
  let path = "";
  for (let n = 0; n < values.length; n++) {
    const p = n % points;
    const y = Math.round(SIZE * (1 - (values[n] - low) / (high - low)));
    path += `${p ? "L" : "M"}${Math.round((SIZE * p) / (points - 1))} ${y}`;
  }
  return path;
}
