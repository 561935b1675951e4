import firBlocks from "#shaders/lib/fir-blocks.wgsl?raw";
import { fftFlops } from "../convolution/cost.ts";
import { fft } from "../fft/fft.float64.ts";
import { FFT_POINTS, tableLibrary, twiddlesOf } from "../fft/workgroup.ts";
import { type FirConfig, firOutput, type FirSizes } from "./plan.ts";

/** Most taps: half of the longest transform that any device has room for. */
const MAX_TAPS = 2048;
/**
 * Invocations of a page, about, where there is work for more: then a workgroup takes several blocks. Some ten times what a large
 * GPU has at work, so that it does not matter how full the last round is.
 */
const PARALLEL = 3 * 2 ** 17;

/** Why the filters by transforms do not take this many taps; `undefined` where they do. */
export function longTaps({ taps }: Pick<FirSizes, "taps">): string | undefined {
  return taps > MAX_TAPS ? `taps must be at most ${MAX_TAPS}, got ${taps}: use fir/direct` : undefined;
}

/**
 * Points of a transform, and the invocations that hold them: short filters waste little of 256 points, which take one exchange
 * between invocations where more take two.
 */
export function transformFor(taps: number): { length: number; lanes: number } {
  const length = taps <= 64 ? 256 : taps <= 1024 ? 2048 : 4096;
  return { length, lanes: length / FFT_POINTS };
}

/** The WGSL that a kernel of so many invocations needs behind its own text. */
export function transformLibrary({ limits }: GPUDevice, group: number): string[] {
  return [firBlocks, ...tableLibrary(group, limits.maxComputeWorkgroupStorageSize)];
}

/** Blocks that share a transform: real ones, kept apart as its real and imaginary part. */
export const pairOf = (sizes: FirSizes) => (firOutput(sizes) === "real" ? 2 : 1);

/** Blocks for a workgroup that works on `together` of `blocks` at once. */
export function shareOf({ signals }: FirSizes, blocks: number, together: number, group: number): number {
  const rounds = Math.ceil(blocks / together);
  return together * Math.max(1, Math.floor((signals * rounds * group) / PARALLEL));
}

/** Operations of `transforms` there and back, with a product between. */
export const transformFlops = (transforms: number, length: number) => transforms * (2 * fftFlops(length) + 6 * length);

/**
 * H[k]/N, k = 0 … N − 1, of a filter: what a transform of N points is multiplied by before it is transformed back without a
 * scale. In float64, rounded once.
 *
 * @param taps h, real, or pairs where `complexTaps`; at most N.
 */
export function spectrumOf(taps: Float64Array, complexTaps: boolean, length: number): Float32Array<ArrayBuffer> {
  const padded = new Float64Array(2 * length);
  if (complexTaps) padded.set(taps);
  else for (const [k, tap] of taps.entries()) padded[2 * k] = tap;
  return Float32Array.from(fft(padded), (value) => value / length);
}

/** What the kernels' own bindings hold, for transforms of so many points. */
export const transformTables = ({ taps, complexTaps = false }: FirConfig, length: number) => ({
  response: spectrumOf(taps, complexTaps, length),
  twiddles: twiddlesOf(length),
});
