import { memo, useMemo } from "react";

export interface ConstellationProps {
  /** Complex points, interleaved. */
  points: ArrayLike<number>;
  /** CSS colour. */
  colour: string;
  /** Half the width of the square that is shown; the same for panels that are compared. */
  reach: number;
  /** Ideal points, interleaved. */
  ideal: readonly number[];
  /** Panels of other algorithms than the highlighted one step back. */
  faded?: boolean;
}

/** One square of a constellation figure, 1:1: points, axes, ideal points. */
export const Constellation = memo(function Constellation({ points, colour, reach, ideal, faded }: ConstellationProps) {
  const cloud = useMemo(() => {
    let path = "";
    for (let i = 0; i + 1 < points.length; i += 2) {
      const [x, y] = [points[i], -points[i + 1]];
      // A zero-length stroke with round caps is a dot: thousands of them stay one element.
      if (Math.abs(x) <= reach && Math.abs(y) <= reach) path += `M${x.toFixed(3)} ${y.toFixed(3)}h0`;
    }
    return path;
  }, [points, reach]);
  const crosses = useMemo(() => {
    const arm = reach * 0.045;
    let path = "";
    for (let i = 0; i < ideal.length; i += 2) {
      path += `M${ideal[i] - arm} ${-ideal[i + 1]}h${2 * arm}m${-arm} ${-arm}v${2 * arm}`;
    }
    return path;
  }, [ideal, reach]);
  return (
    <svg
      className="constellation"
      viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`}
      data-faded={faded}
      aria-hidden="true"
    >
      <path className="axes" d={`M${-reach} 0H${reach}M0 ${-reach}V${reach}`} vectorEffect="non-scaling-stroke" />
      <path className="cloud" d={cloud} stroke={colour} strokeWidth={reach * 0.016} />
      <path className="ideal" d={crosses} vectorEffect="non-scaling-stroke" />
    </svg>
  );
});
