import { memo, useCallback, useRef } from "react";
import { fixed } from "../format.ts";
import type { Panel } from "./panel-group.tsx";
import type { Table } from "./table.ts";
import { useDraw } from "./use-draw.ts";

interface ConstellationProps {
  /** Complex points, interleaved. */
  points: ArrayLike<number>;
  /** CSS colour. */
  colour: string;
  /** Half the width of the square shown; the same in all panels. */
  reach: number;
  /** Ideal points, interleaved. */
  ideal: readonly number[];
  /** Whether to dim the panel because another algorithm is highlighted. */
  faded?: boolean;
  /** The point that the keyboard selects. */
  cursor?: number;
}

/** Units of the drawing per unit of the signal. Whole numbers keep paths short. */
const SCALE = 500;

/** One square of a constellation figure: points, axes and ideal points, at equal scales. */
const Constellation = memo(function Constellation(props: ConstellationProps) {
  const { points, colour, reach, ideal, faded, cursor } = props;
  const cloud = useRef<SVGPathElement>(null);
  useDraw(
    cloud,
    useCallback((path) => path.setAttribute("d", dots(points, reach)), [points, reach]),
  );
  const half = reach * SCALE;
  return (
    <svg
      className="constellation"
      viewBox={`${-half} ${-half} ${2 * half} ${2 * half}`}
      data-faded={faded}
      aria-hidden="true"
    >
      <path className="axes" d={`M${-half} 0H${half}M0 ${-half}V${half}`} vectorEffect="non-scaling-stroke" />
      <path className="cloud" ref={cloud} stroke={colour} strokeWidth={half * 0.016} />
      <path
        className="ideal"
        d={crosses(ideal, half * Math.min(0.045, 0.22 / Math.sqrt(ideal.length)))}
        vectorEffect="non-scaling-stroke"
      />
      {cursor !== undefined && (
        <circle
          className="cursor"
          r={half * 0.06}
          cx={bounded(points[2 * cursor], reach) * SCALE}
          cy={-bounded(points[2 * cursor + 1], reach) * SCALE}
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
});

/** A point outside the square has its mark at the edge. */
const bounded = (value: number, reach: number) => Math.max(-reach, Math.min(reach, value));

export interface Cloud
  extends
    Pick<Panel, "name" | "note" | "of" | "look">,
    Pick<ConstellationProps, "points" | "colour" | "reach" | "ideal"> {
  /** A point as text; by default its I and Q. */
  read?(index: number): string;
}

/** Returns the panel of a constellation. */
export function cloudPanel({ name, note, of, look, read, ...drawn }: Cloud): Panel {
  return {
    name,
    note,
    of,
    look,
    what: "point",
    count: drawn.points.length / 2,
    read: read ?? ((index) => readPoint(drawn.points, index)),
    draw: (cursor, faded) => <Constellation {...drawn} faded={faded} cursor={cursor} />,
  };
}

/** Returns all points with the names of their panels. */
export const cloudTable = (clouds: readonly Pick<Cloud, "name" | "points">[]): Table => ({
  columns: ["panel", "I", "Q"],
  rows: clouds.flatMap(({ name, points }) =>
    Array.from({ length: points.length / 2 }, (_, i) => [name, points[2 * i], points[2 * i + 1]]),
  ),
});

/** A point as text. */
export function readPoint(points: ArrayLike<number>, index: number): string {
  return `I ${fixed(points[2 * index], 2)}, Q ${fixed(points[2 * index + 1], 2)}`;
}

/** A zero-length stroke with round caps is a dot, so one element holds thousands of points. */
function dots(points: ArrayLike<number>, reach: number): string {
  let path = "";
  for (let i = 0; i + 1 < points.length; i += 2) {
    const [x, y] = [points[i], -points[i + 1]];
    if (Math.abs(x) <= reach && Math.abs(y) <= reach) path += `M${Math.round(x * SCALE)} ${Math.round(y * SCALE)}h0`;
  }
  return path;
}

function crosses(points: readonly number[], arm: number): string {
  let path = "";
  for (let i = 0; i < points.length; i += 2) {
    path += `M${points[i] * SCALE - arm} ${-points[i + 1] * SCALE}h${2 * arm}m${-arm} ${-arm}v${2 * arm}`;
  }
  return path;
}
