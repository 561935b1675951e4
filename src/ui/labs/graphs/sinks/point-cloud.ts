/** Points in a square from −1 to 1, as a figure draws them. */
export interface PointCloud {
  /** The finite points. */
  finite: readonly number[];
  /** Complex points, interleaved, divided by `reach`. */
  points: Float64Array;
  /** Half the width of the square, in units of the signal. */
  reach: number;
}

/** Returns the finite complex points, of any size, for a figure. The largest float32 numbers fit, too. */
export function pointCloud(points: ArrayLike<number>): PointCloud {
  const finite: number[] = [];
  for (let i = 0; i + 1 < points.length; i += 2) {
    if (Number.isFinite(points[i]) && Number.isFinite(points[i + 1])) finite.push(points[i], points[i + 1]);
  }
  const reach = reachOf(finite);
  return {
    finite,
    points: Float64Array.from(finite, (part) => part / reach),
    reach,
  };
}

/** Returns half the width of a square for the points: 1, 1.5, 2, 3, 5 or 7 times a power of ten, so that it is calm. */
function reachOf(points: readonly number[]): number {
  const most = points.reduce((most, part) => Math.max(most, Math.abs(part)), 1e-9);
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 1.5, 2, 3, 5, 7, 10].find((factor) => factor * power >= most) ?? 10;
  return Number((step * power).toPrecision(3));
}
