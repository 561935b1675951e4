import type { SampleKind } from "../flow/graph/block.ts";
import { createArrayPlan, deviceOf, floatsOf } from "../gpu/array-plan.ts";
import type { Gpu } from "../gpu/device.ts";
import { checkKnownOptions } from "../gpu/known-options.ts";
import { checkedChoice, checkedCount } from "../gpu/rows.ts";
import { type FirConfig, firOutput } from "./plan.ts";
import { type FirName, firs, firsBySpeed } from "./registry.ts";

/** Samples per page: enough to occupy a GPU. */
const PAGE = 2 ** 20;

const OPTIONS = { taps: true, complexTaps: true, decimation: true, kind: true, method: true } as const;

/** Taps and samples of a FIR filter of arrays. */
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
 *
 * @example
 * ```ts
 * import { filterFir } from "threeray/fir";
 * import { openGpu } from "threeray/gpu";
 *
 * const gpu = await openGpu();
 * const smoothed = await filterFir(gpu, { taps: [0.5, 0.5] }, [0, 2, 4, 6]);
 * console.log([...smoothed]); // [ 0, 1, 3, 5 ]
 * gpu.close();
 * ```
 */
export async function filterFir(
  gpu: Gpu,
  config: ArrayFirConfig,
  x: ArrayLike<number>,
): Promise<Float32Array<ArrayBuffer>> {
  checkKnownOptions("fir: options", config, OPTIONS);
  const { kind = "real", complexTaps, decimation: every = 1 } = config;
  checkedChoice("fir", "kind", kind, ["real", "complex"]);
  if (config.method) checkedChoice("fir", "method", config.method, Object.keys(firs) as FirName[]);
  checkedCount("fir", "decimation", every);
  const taps = Float64Array.from(config.taps);
  const count = complexTaps ? taps.length / 2 : taps.length;
  const [from, to] = [kind, firOutput({ kind, complexTaps })].map((samples) => (samples === "complex" ? 2 : 1));
  const length = x.length / from;
  if (!Number.isInteger(length)) throw new RangeError(`fir: complex samples must be pairs, got ${x.length} numbers`);
  // Beyond the array's end only its first sample is kept.
  const decimation = Math.min(every, Math.max(1, length));
  // A longer page than the whole array would only compute zeros.
  const page = decimation * Math.ceil(Math.max(1, Math.min(PAGE, length)) / decimation);
  const method =
    config.method ??
    firsBySpeed(count).find((name) => firs[name].refusal({ taps: count }, deviceOf(gpu)) === undefined);
  const { create } = firs[method ?? "direct"];
  const samples = floatsOf("fir: x", x, x.length);
  const y = new Float32Array(to * Math.ceil(length / decimation));
  const { run, destroy } = await createArrayPlan(gpu, { x: 4 * from * page }, async ({ x: input }) => {
    const plan = await create(gpu.device, { kind, taps, complexTaps, decimation, signals: 1, length: page, input });
    return { plan, outputs: [{ buffer: plan.output, size: (4 * to * page) / decimation }] };
  });
  try {
    for (let first = 0; first < length; first += page) {
      const part = new Float32Array(from * page);
      part.set(samples.subarray(from * first, from * (first + page)));
      const [filtered] = await run({ x: part });
      const place = (to * first) / decimation;
      y.set(new Float32Array(filtered).subarray(0, y.length - place), place);
    }
    return y;
  } finally {
    destroy();
  }
}
