import autocorrelationKernel from "#shaders/wifi/acquisition/autocorrelation.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import finiteSample from "#shaders/wifi/lib/finite-sample.wgsl?raw";
import metricBits from "#shaders/wifi/lib/metric-bits.wgsl?raw";
import metricValues from "#shaders/wifi/lib/metric-values.wgsl?raw";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, gridOf, wordsOf } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import { RISE, TRAINING_THRESHOLD } from "./search.ts";

const GROUP = 128;
/** Samples whose metric a workgroup computes: its first and its last eight chunks of eight samples belong to its neighbours. */
const TILE = 8 * (GROUP - 16);

export interface AutocorrelationConfig {
  /** Received samples, vec2f [length]. Samples that are not finite, or beyond 2^50, count as 0. */
  samples: GPUBuffer;
  length: number;
  /** Least |ρ|² that sets a sample's bit, 0 to 1. Default: {@link THRESHOLD}. "values" returns |ρ|² instead. */
  threshold?: number | "values";
}

export interface Autocorrelation extends Plan {
  /**
   * Two bits per sample n, u32 [2][ceil(length/32)], LSB first: 1 where |ρ(n)|² is above the threshold, and 1 where the energy has risen
   * too. Or |ρ(n)|², f32 [length]. It is 0 where fewer than 64 samples follow.
   */
  readonly output: GPUBuffer;
  /** Limits the samples to the first `length`. Takes effect for later submissions. */
  setLength(length: number): void;
}

/**
 * Computes |ρ(n)|², the squared correlation coefficient of samples n … n + 47 and samples n + 16 … n + 63. It is (SNR/(1 + SNR))²
 * within the short training, and 1/47 on average in white noise. A constant offset has no effect: each window's mean is
 * subtracted, and the short training has a mean of 0 over 16 samples. The energy has risen at n if the 48 samples from n on
 * have more than RISE times the energy around their mean of the 48 samples before n.
 * Source: T. M. Schmidl and D. C. Cox, "Robust frequency and timing synchronization for OFDM", IEEE Trans. Commun. 45 (1997).
 *
 * @throws RangeError when `length` is not a positive integer or the threshold is out of range.
 */
export async function createAutocorrelation(
  device: GPUDevice,
  { samples, length, threshold = TRAINING_THRESHOLD }: AutocorrelationConfig,
): Promise<Autocorrelation> {
  const label = "wifi/acquisition/autocorrelation";
  checkedCount(label, "length", length);
  const values = threshold === "values";
  if (!values && !(threshold >= 0 && threshold <= 1)) {
    throw new RangeError(`${label}: threshold must be a number from 0 to 1, got ${threshold}`);
  }
  const kernel = await compile(device, {
    label,
    wgsl: [autocorrelationKernel, complex, finiteSample, values ? metricValues : metricBits],
    constants: { GROUP, RISE, ...(!values && { THRESHOLD: threshold }) },
  });
  const memory = allocate(device);
  const output = memory.storage("autocorrelation", 4 * (values ? length : 2 * wordsOf(length)));
  const bound = kernel.bind({ samples, output, params: { length } });
  let grid = gridOf(device, Math.ceil(length / TILE));
  return {
    label,
    output,
    setLength(now) {
      bound.set({ length: now });
      grid = gridOf(device, Math.ceil(now / TILE));
    },
    encode: (encoder, timestampWrites) => bound.encode(encoder, grid, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
