import firBlocks from "#shaders/fir/lib/fir-blocks.wgsl?raw";
import { fftFlops } from "../convolution/cost.ts";
import { fft } from "../fft/fft.float64.ts";
import { FFT_MAX_LENGTH, FFT_POINTS, type FftLibraryConfig, tableLibrary, twiddlesOf } from "../fft/workgroup.ts";
import { type FirConfig, firOutput, type FirSizes } from "./plan.ts";

/** Most taps: half of the longest transform that any device has room for. */
const MAX_TAPS = 2048;
/**
 * Approximate limit of invocations per page; beyond it a workgroup takes several blocks. It is about ten times what a large GPU runs at once, so that a partly filled last round costs little.
 */
const PARALLEL = 3 * 2 ** 17;

/** The reason why FFT filters do not take this many taps, or not on a device with small workgroups; `undefined` where they do. */
export function longTaps({ taps }: Pick<FirSizes, "taps">, device?: Pick<GPUDevice, "limits">): string | undefined {
  const room = device ? (FFT_POINTS * device.limits.maxComputeInvocationsPerWorkgroup) / 2 : MAX_TAPS;
  const most = Math.min(MAX_TAPS, room);
  return taps > most ? `taps must be at most ${most}, got ${taps}: use fir/direct` : undefined;
}

/**
 * Points of a transform and its invocations. Short filters use 256 points with little overlap, which need one exchange between invocations; longer transforms need two.
 */
export function transformFor(taps: number): { length: number; lanes: number } {
  const length = taps <= 64 ? 256 : taps <= 1024 ? 2048 : 4096;
  return { length, lanes: length / FFT_POINTS };
}

/** The WGSL libraries of a kernel with `group` invocations per workgroup. Transforms of 4096 points are 4 % faster if they exchange whole points. */
export function transformLibrary(device: GPUDevice, sizes: Pick<FftLibraryConfig, "length" | "group">): string[] {
  return [firBlocks, ...tableLibrary(device, { ...sizes, isWhole: sizes.length > FFT_MAX_LENGTH })];
}

/** Blocks per transform: two real ones share it as its real and imaginary parts. */
export const pairOf = (sizes: FirSizes) => (firOutput(sizes) === "real" ? 2 : 1);

/** Blocks per workgroup, which processes `together` of `blocks` at once. */
export function shareOf({ signals }: FirSizes, blocks: number, together: number, group: number): number {
  const rounds = Math.ceil(blocks / together);
  return together * Math.max(1, Math.floor((signals * rounds * group) / PARALLEL));
}

/** Operations of forward and inverse `transforms`, with a multiplication between. */
export const transformFlops = (transforms: number, length: number) => transforms * (2 * fftFlops(length) + 6 * length);

/**
 * H[k]/N, k = 0 … N − 1, of a filter: the factor between a forward transform and an inverse one without scaling. Computed in float64 and rounded once.
 *
 * @param taps h, real, or pairs where `complexTaps`; at most N.
 */
export function spectrumOf(taps: Float64Array, complexTaps: boolean, length: number): Float32Array<ArrayBuffer> {
  const padded = new Float64Array(2 * length);
  if (complexTaps) padded.set(taps);
  else for (const [k, tap] of taps.entries()) padded[2 * k] = tap;
  return Float32Array.from(fft(padded), (value) => value / length);
}

/** Contents of the kernels' bindings for transforms of `length` points. */
export const transformTables = ({ complexTaps = false }: FirConfig, length: number) => ({
  response: (taps: Float64Array) => spectrumOf(taps, complexTaps, length),
  tables: { twiddles: twiddlesOf(length) },
});
