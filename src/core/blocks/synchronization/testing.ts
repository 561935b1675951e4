import { testRandom } from "../../gpu/testing.ts";
import { pointsOf } from "../bits-and-codes/constellations.float64.ts";
import type { ConstellationName } from "../bits-and-codes/constellations.ts";

/** Random points of a constellation, complex pairs. */
export function symbolsOf(name: ConstellationName, count: number, seed = 1): Float64Array {
  const [points, random] = [pointsOf(name), testRandom(seed)];
  return Float64Array.from(
    Array.from({ length: count }, () => 2 * Math.floor((random() * points.length) / 2)).flatMap((at) => [
      points[at],
      points[at + 1],
    ]),
  );
}

/** Error vector magnitude against the nearest points, dB, without the first and last `edge` symbols. */
export function evmDb(y: ArrayLike<number>, name: ConstellationName, edge: number): number {
  const points = pointsOf(name);
  let [error, count] = [0, 0];
  for (let n = edge; n < y.length / 2 - edge; n++, count++) {
    let least = Infinity;
    for (let p = 0; p < points.length; p += 2) {
      least = Math.min(least, (y[2 * n] - points[p]) ** 2 + (y[2 * n + 1] - points[p + 1]) ** 2);
    }
    error += least;
  }
  return 10 * Math.log10(error / count);
}

/** A page per item of a list of sizes, up to a number of items. */
export function sizes(seed: number, items: number, most: number): number[] {
  const random = testRandom(seed);
  const pages: number[] = [];
  for (let left = items; left > 0;) {
    pages.push(Math.min(left, Math.floor(most * random())));
    left -= pages[pages.length - 1];
  }
  return pages;
}
