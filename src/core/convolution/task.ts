import { type TimedTask } from "../measurement/timed-task.ts";
import { seriesTaps } from "./cascade.ts";
import { type ConvolutionSizes, newestOf, spanOf } from "./plan.ts";

/** Most products and sums for the checked outputs: whole signals of usual sizes. */
const CHECKED_TERMS = 2 ** 22;

/** The task of convolving a batch, with the float64 sum that checks it. */
export function convolutionTask(sizes: ConvolutionSizes, seed: number): TimedTask {
  const newest = newestOf(sizes);
  const filterOf = cascaded(sizes);
  return {
    batch: sizes.signals,
    inputs: [
      { name: "samples", row: sizes.inputStride },
      { name: "taps", row: sizes.taps },
    ],
    outputRow: sizes.outputLength,
    seed,
    samples: Math.max(256, Math.ceil(CHECKED_TERMS / spanOf(sizes))),
    expected([x, c], at) {
      const h = filterOf(c);
      let [re, im] = [0, 0];
      const now = newest + at * sizes.decimation;
      const last = Math.min(h.length / 2 - 1, now);
      for (let k = Math.max(0, now - x.length / 2 + 1); k <= last; k++) {
        const n = now - k;
        re += h[2 * k] * x[2 * n] - h[2 * k + 1] * x[2 * n + 1];
        im += h[2 * k] * x[2 * n + 1] + h[2 * k + 1] * x[2 * n];
      }
      return [re, im];
    },
  };
}

/** Both filters combined, computed once for all outputs with the same filters. */
function cascaded({ cascade: second }: ConvolutionSizes): (c: Float32Array) => Float32Array | Float64Array {
  let last: { of: Float32Array; h: Float64Array } | undefined;
  return (c) => {
    if (!second) return c;
    if (last?.of.buffer !== c.buffer || last.of.byteOffset !== c.byteOffset) {
      last = { of: c, h: seriesTaps(Float64Array.from(c), second.taps) };
    }
    return last.h;
  };
}
