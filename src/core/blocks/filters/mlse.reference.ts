import type { Float64Block } from "../../flow/build/block-factory.ts";
import { pointsOf } from "../bits-and-codes/constellations.float64.ts";
import { pairsOf } from "../list-field.ts";
import type { Mlse } from "./mlse.ts";

/** A path through the trellis: its newest labels, the last one the newest. */
interface Path {
  metric: number;
  labels: readonly number[];
}

/** Every state keeps the best of the paths that end with its L labels. It decides the label D symbols before the end of the best path. */
export function mlseFloat64({ constellation, taps, traceback }: Mlse): Float64Block {
  const points = pointsOf(constellation);
  const h = pairsOf(taps);
  const memory = h.length / 2 - 1;
  let paths: Path[] = [{ metric: 0, labels: [] }];
  let k = 0;
  const distance = (re: number, im: number, labels: readonly number[]) => {
    if (!(re * re + im * im < 1e30)) return 0;
    let [a, b] = [re, im];
    for (let l = 0; l < Math.min(memory + 1, labels.length); l++) {
      const label = labels[labels.length - 1 - l];
      const [p, q] = [points[2 * label], points[2 * label + 1]];
      a -= h[2 * l] * p - h[2 * l + 1] * q;
      b -= h[2 * l] * q + h[2 * l + 1] * p;
    }
    return a * a + b * b;
  };
  return ({ in: x }) => {
    const out = new Float64Array(x.length);
    for (let n = 0; n < x.length; n += 2, k++) {
      const best = new Map<string, Path>();
      for (const { metric, labels: before } of paths) {
        for (let label = 0; label < points.length / 2; label++) {
          const labels = [...before, label].slice(-Math.max(memory, traceback) - 1);
          const path = { metric: metric + distance(x[n], x[n + 1], labels), labels };
          const state = memory === 0 ? "" : labels.slice(-memory).join();
          if (!(path.metric >= (best.get(state)?.metric ?? Infinity))) best.set(state, path);
        }
      }
      paths = [...best.values()];
      if (k < traceback) continue;
      const { labels } = paths.reduce((least, path) => (path.metric < least.metric ? path : least));
      const decided = labels[labels.length - 1 - traceback];
      out.set(points.subarray(2 * decided, 2 * decided + 2), n);
    }
    return { out };
  };
}
