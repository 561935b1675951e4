import { createPffft, pffftLength } from "../fft/pffft.ts";
import { type Filter, isComplex, isRecursive, type TapsFilter, tapsCount } from "../filter-design/registry.ts";
import type { SampleKind } from "../flow/graph/block.ts";
import { exactFilter } from "./exact.ts";
import type { FilterMethod } from "./experiment.ts";

export type CpuMethod = Extract<FilterMethod, `cpu-${string}`>;

export const isCpuMethod = (method: FilterMethod): method is CpuMethod => method.startsWith("cpu-");

/** A filter on one thread of the CPU, which takes one signal piece by piece: the baseline for the GPU. */
export interface CpuFilter {
  run(x: Float32Array): Float32Array<ArrayBuffer>;
  /** Starts again from rest. */
  reset(): void;
  destroy(): void;
}

/** @throws RangeError where the method does not take the filter. */
export async function createCpuFilter(method: CpuMethod, filter: Filter, kind: SampleKind): Promise<CpuFilter> {
  if (isRecursive(filter) !== (method === "cpu-sections")) {
    const wanted = method === "cpu-sections" ? "iir" : "fir";
    throw new RangeError(`filters/cpu: ${method} takes ${wanted} filters, got ${filter.kind}`);
  }
  if (method === "cpu-fft" && !isRecursive(filter)) return createCpuFft(filter, kind);
  let exact = exactFilter(filter, kind);
  return {
    run: (x) => Float32Array.from(exact(x)),
    reset: () => (exact = exactFilter(filter, kind)),
    destroy() {},
  };
}

/** Transforms have about four times as many points as taps, at least 256, so that the overlap is a small part of a block. */
const transformLength = (taps: number) => pffftLength(Math.max(256, 4 * taps));

/** Overlap-save with complex transforms. Two blocks of a real signal share one, as its real and imaginary parts. */
async function createCpuFft(filter: TapsFilter, kind: SampleKind): Promise<CpuFilter> {
  const count = tapsCount(filter);
  const length = transformLength(count);
  const overlap = count - 1;
  const step = length - overlap;
  const pffft = await createPffft(length, 3);
  const h = pffft.vector(1).fill(0);
  if (isComplex(filter)) h.set(filter.taps);
  else filter.taps.forEach((tap, k) => (h[2 * k] = tap));
  pffft.prepare(1);
  const width = kind === "complex" ? 2 : 1;
  let history = new Float32Array(width * overlap);
  return {
    run(x) {
      const all = new Float32Array(history.length + x.length);
      all.set(history);
      all.set(x, history.length);
      const samples = x.length / width;
      const y = new Float32Array(x.length);
      // In the module's memory a block is complex: sample n has its real part at 2n and its imaginary part at 2n + 1.
      for (let first = 0; first < samples; first += width === 2 ? step : 2 * step) {
        const block = pffft.vector(0).fill(0);
        if (width === 2) {
          block.set(all.subarray(2 * first, 2 * (first + length)));
          pffft.convolve(0, 1, 2);
          const end = overlap + Math.min(step, samples - first);
          y.set(pffft.vector(0).subarray(2 * overlap, 2 * end), 2 * first);
          continue;
        }
        for (let n = 0; n < length; n++) {
          block[2 * n] = all[first + n] ?? 0;
          block[2 * n + 1] = all[first + step + n] ?? 0;
        }
        pffft.convolve(0, 1, 2);
        const made = pffft.vector(0);
        for (let n = 0; n < step && first + n < samples; n++) {
          y[first + n] = made[2 * (overlap + n)];
          if (first + step + n < samples) y[first + step + n] = made[2 * (overlap + n) + 1];
        }
      }
      history = all.slice(x.length);
      return y;
    },
    reset: () => history.fill(0),
    destroy: () => pffft.destroy(),
  };
}
