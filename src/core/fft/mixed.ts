import mixed from "#shaders/fft/mixed.wgsl?raw";
import { checkedInteger } from "../gpu/rows.ts";
import { createFftPass, type Fft, type FftPassConfig } from "./pass.ts";

/** Radices, odd ones first, so that their stages' points are in different memory banks. */
const RADICES = [9, 7, 5, 3, 8, 4, 2];
/** Limits of the kernel: stages per transform, butterflies per invocation. */
const STAGES = 6;
const BUTTERFLIES = 4;
/** Approximate points per workgroup, and points per invocation. */
export const GROUP_POINTS = 2048;
const POINTS = 8;
/** Lines side by side in a pass of a longer transform, if there is room. */
const SIDE_BY_SIDE = 8;
const WARP = 32;

/** Returns the fewest radices whose product is `length`, at most six; undefined if there are none. */
export function radicesOf(length: number, stages = STAGES): number[] | undefined {
  if (length === 1) return [];
  if (stages <= 0) return undefined;
  let best: number[] | undefined;
  for (const radix of RADICES) {
    if (length % radix) continue;
    const rest = radicesOf(length / radix, (best?.length ?? stages + 1) - 2);
    if (rest) best = [radix, ...rest];
  }
  return best?.toSorted((a, b) => RADICES.indexOf(a) - RADICES.indexOf(b));
}

/** Returns the most points that one workgroup of a device transforms: at least 2048 on any device. */
export function mixedPoints({ limits }: Pick<GPUDevice, "limits">): number {
  const { maxComputeInvocationsPerWorkgroup: invocations, maxComputeWorkgroupStorageSize: bytes } = limits;
  return Math.min(Math.floor(bytes / 8), POINTS * invocations);
}

/** Returns the invocations for a number of lines of these radices: the group size that leaves the fewest invocations idle. */
function groupFor(radices: readonly number[], points: number): number {
  const most = WARP * Math.ceil(points / POINTS / WARP);
  let [best, least] = [most, Infinity];
  for (let group = most; group >= most / 2; group -= WARP) {
    const rounds = radices.map((radix) => Math.ceil(points / radix / group));
    const busy = rounds.reduce((sum, count, i) => sum + count * radices[i] * group, 0);
    if (Math.max(...rounds) <= BUTTERFLIES && busy < least) [best, least] = [group, busy];
  }
  return best;
}

export interface MixedFftConfig extends FftPassConfig {
  /** Invocations per workgroup. Default: as many as 2048 points need. The results are the same. */
  group?: number;
}

/**
 * Batched FFT of a length 2^a·3^b·5^c·7^d, each transform within one workgroup; or one pass of longer transforms. Relative
 * error about 3e-7 (RMS).
 *
 * @param config `length`: 2 … 2048, on many devices up to 6144.
 * @throws RangeError when `length` has other prime factors or is out of range, `batch` is not a positive integer, or `group`
 *   is too small for a transform.
 */
export async function createMixedFft(device: GPUDevice, config: MixedFftConfig): Promise<Fft> {
  const { length, before = 1, after = 1, group } = config;
  const label = "fft/mixed";
  const room = mixedPoints(device);
  const fits = Number.isInteger(length) && length >= 2 && length <= room;
  const radices = fits ? radicesOf(length) : undefined;
  if (!radices) {
    throw new RangeError(`${label}: length must be 2^a·3^b·5^c·7^d from 2 to ${room}, got ${length}`);
  }
  // The stage of the smallest radix has the most butterflies.
  const least = Math.ceil(length / Math.min(...radices) / BUTTERFLIES);
  if (group !== undefined) checkedInteger(label, "group", group, least);
  const isPass = before * after > 1;
  // Neighbouring invocations work on neighbouring lines. An odd distance between them keeps them in different memory banks.
  const pitch = isPass && 2 * length < room ? length + 1 - (length % 2) : length;
  const together = isPass ? Math.min(SIDE_BY_SIDE, Math.floor(room / pitch)) : 1;
  const most = Math.max(Math.floor(Math.min(GROUP_POINTS, room) / pitch), together);
  const lines = group === undefined ? most : Math.min(most, Math.max(1, Math.floor((POINTS * group) / length)));
  const [last, ...earlier] = radices.toReversed();
  const stages = Array.from({ length: STAGES - 1 }, (_, i) => [`RADIX_${i}`, earlier.toReversed()[i] ?? 1]);
  const constants = {
    ...Object.fromEntries(stages),
    LAST: last,
    LINES: lines,
    PITCH: pitch,
    GROUP: group ?? groupFor(radices, lines * length),
  };
  return createFftPass(device, { label, wgsl: [mixed], constants, lines }, config);
}
