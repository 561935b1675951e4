import type { SampleKind } from "../flow/graph/block.ts";
import { streamArray } from "../flow/run/array-stream.ts";
import { floatsOf } from "../gpu/array-plan.ts";
import type { Gpu } from "../gpu/device.ts";
import { firBlock } from "./blocks.ts";
import type { FirConfig } from "./plan.ts";
import { type FirName, firs, firsBySpeed } from "./registry.ts";

export interface ArrayFirConfig extends Pick<FirConfig, "complexTaps" | "decimation"> {
  /** h: real taps, or pairs (re, im) where `complexTaps` is true. */
  taps: ArrayLike<number>;
  /** "real" samples, or "complex" ones as pairs (re, im). Default "real". */
  kind?: SampleKind;
  /** Default: the fastest for the number of taps. */
  method?: FirName;
}

/**
 * Filters an array of samples on the GPU, y[m] = Σk h[k]·x[m·decimation − k]; samples before the first are zero. Long arrays are
 * computed in pages. Methods: the sum over the taps ("direct"), or FFTs by overlap-save or overlap-add.
 *
 * @param x Samples, converted to float32.
 * @returns ⌈n/decimation⌉ samples: complex pairs if samples or taps are complex.
 * @throws RangeError for taps that float32 cannot represent, a decimation that is no positive integer, or half a pair;
 *   DeviceLostError, OutOfMemoryError.
 */
export async function filterFir(
  gpu: Gpu,
  config: ArrayFirConfig,
  x: ArrayLike<number>,
): Promise<Float32Array<ArrayBuffer>> {
  const { kind = "real", complexTaps, decimation } = config;
  const taps = Float64Array.from(config.taps);
  const count = complexTaps ? taps.length / 2 : taps.length;
  const method = config.method ?? firsBySpeed(count).find((name) => firs[name].refusal({ taps: count }) === undefined);
  const block = firBlock({ method: method ?? "direct", kind, taps, complexTaps, decimation });
  return streamArray(gpu, [block], floatsOf("fir: x", x, x.length));
}
