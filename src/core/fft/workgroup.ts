import workgroup from "#shaders/fft/workgroup.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import dft from "#shaders/fft/lib/dft.wgsl?raw";
import exchange from "#shaders/fft/lib/exchange.wgsl?raw";
import exchangeHalves from "#shaders/fft/lib/exchange-halves.wgsl?raw";
import exchangeParts from "#shaders/fft/lib/exchange-parts.wgsl?raw";
import exchangeScatter from "#shaders/fft/lib/exchange-scatter.wgsl?raw";
import fftPair from "#shaders/fft/lib/fft-pair.wgsl?raw";
import fft from "#shaders/fft/lib/fft.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import twiddleTable from "#shaders/fft/lib/twiddle-table.wgsl?raw";
import twiddleProduct from "#shaders/fft/lib/twiddle-product.wgsl?raw";
import twiddles from "#shaders/fft/lib/twiddles.wgsl?raw";
import { hasSmallStorage } from "../gpu/small-storage.ts";
import { workgroupSize } from "../gpu/workgroup-size.ts";
import { PADDED_BYTES, type PaddedSizes, paddedExchangeText } from "./padded-exchange.ts";
import { createFftPass, type Fft, type FftPassConfig } from "./pass.ts";

const whole = [exchange, exchangeScatter];
/** Points of a transform per invocation. */
export const FFT_POINTS = 16;
/** Bytes of workgroup storage per invocation, if all points are exchanged at once. */
const WHOLE_BYTES = 128;
/** Invocations per workgroup that fill 16 KiB of workgroup storage with whole points. */
export const FFT_GROUP = 128;
/** Most workgroups in a dimension of a dispatch on every device. */
const MOST_WORKGROUPS = 65535;

/**
 * Returns the invocations per workgroup for a number of transforms: as many as fill 16 KiB of workgroup storage. Where storage is kept small,
 * the invocations of one transform, or of as many as a dispatch needs.
 */
export function fftGroup(device: object, length: number, transforms: number): number {
  if (!hasSmallStorage(device)) return FFT_GROUP;
  const together = 2 ** Math.max(0, Math.ceil(Math.log2(transforms / MOST_WORKGROUPS)));
  return Math.min(FFT_GROUP, Math.ceil((together * length) / FFT_POINTS));
}

/** Least invocations per workgroup that exchange real parts and imaginary parts in turn: they use 32 memory banks. */
const LEAST_IN_TURN = 32;

/** Returns the WGSL libraries that exchange points in two or four rounds, with padded places. */
const paddedLibrary = (sizes: PaddedSizes) => [paddedExchangeText(sizes), exchangeParts];

/** Returns the WGSL libraries that exchange the points of one transform in halves: with padded places where a workgroup has room for them. */
export function halvesLibrary({ limits }: Pick<GPUDevice, "limits">, group: number): readonly string[] {
  const isPadded = PADDED_BYTES * group <= limits.maxComputeWorkgroupStorageSize;
  if (isPadded) return paddedLibrary({ length: FFT_POINTS * group, group, rounds: 4 });
  return [exchangeHalves, exchangeScatter, exchangeParts];
}

export interface FftLibraryConfig {
  /** Points of a transform: FFT_LENGTH of lib/fft. */
  length: number;
  /** Invocations per workgroup: of one transform, or of several. */
  group: number;
  /**
   * Whether points are exchanged whole where a workgroup has room for them. Default: real parts and imaginary parts in turn, in half of the
   * storage. On an H200, most kernels take 5 to 20 % less time so, and some 3 to 10 % more.
   */
  isWhole?: boolean;
}

/** Returns the WGSL libraries of a kernel with transforms, to append to its text. */
export function fftLibrary(device: GPUDevice, config: FftLibraryConfig): readonly string[] {
  return [fft, twiddles, twiddleProduct, ...exchangeOf(device, config), dft, complex, phasor];
}
/** The same with pairs of transforms of half the length. */
export function pairLibrary(device: GPUDevice, config: FftLibraryConfig): readonly string[] {
  return [...fftLibrary(device, config), fftPair];
}
/** The same with twiddles from a table, {@link twiddlesOf}. */
export function tableLibrary(device: GPUDevice, config: FftLibraryConfig): readonly string[] {
  return [fft, twiddleTable, ...exchangeOf(device, config), dft, complex];
}

function exchangeOf(device: GPUDevice, { length, group, isWhole = false }: FftLibraryConfig): readonly string[] {
  const isRoomy = !hasSmallStorage(device) && WHOLE_BYTES * group <= device.limits.maxComputeWorkgroupStorageSize;
  if (isWhole && isRoomy) return whole;
  if (group <= FFT_GROUP) return paddedLibrary({ length, group, rounds: 2 });
  return group * FFT_POINTS === length ? halvesLibrary(device, group) : paddedLibrary({ length, group, rounds: 4 });
}

/** Longest transform of which every device's workgroup can exchange all points at once. */
export const FFT_MAX_LENGTH = FFT_GROUP * FFT_POINTS;
/** Longest transform that shares its invocations with another; pairs give longer runs in memory. */
const LONGEST_PAIRED = 64;
/** Invocations per workgroup of short transforms: on an H200 512 and 1024 points take 3 and 4 % less time than with 128 invocations. */
const WHOLE_GROUP = 64;
/** Lines side by side in a pass of a longer transform, if a workgroup has room: fewer would give short runs in memory, and 64 bytes are enough to write. */
const SIDE_BY_SIDE = 8;
/** Least invocations per workgroup of a pass, if it has room. */
const PASS_GROUP = 256;

/** Returns the longest transform of one workgroup of a device, if necessary with points exchanged in halves: at least 4096. */
export function longestWorkgroupFft(device: Pick<GPUDevice, "limits">): number {
  return FFT_POINTS * groupWithin(device, 32, 1024);
}

/** Returns the most points that one workgroup of a device transforms as several lines: at least 4096. */
export function workgroupPoints(device: Pick<GPUDevice, "limits">): number {
  return FFT_POINTS * groupWithin(device, 64, 512);
}

/** Returns the largest power of two of invocations that a device allows, each with the given bytes of workgroup storage. */
function groupWithin({ limits }: Pick<GPUDevice, "limits">, bytes: number, most: number): number {
  const { maxComputeInvocationsPerWorkgroup: invocations, maxComputeWorkgroupStorageSize: storage } = limits;
  return 2 ** Math.floor(Math.log2(Math.min(most, invocations, storage / bytes)));
}

/** Returns the table of lib/twiddle-table, complex [16][N/16]: e^{−j2πnk/N}, computed in float64 and rounded once. */
export function twiddlesOf(length: number): Float32Array<ArrayBuffer> {
  const lanes = length / FFT_POINTS;
  return Float32Array.from({ length: 2 * length }, (_, i) => {
    const [n, k] = [(i >> 1) % lanes, Math.floor((i >> 1) / lanes)];
    const angle = (-2 * Math.PI * ((n * k) % length)) / length;
    return i & 1 ? Math.sin(angle) : Math.cos(angle);
  });
}

export interface WorkgroupFftConfig extends FftPassConfig {
  /** Invocations per workgroup, a multiple of a transform's: a sixteenth of its points. Default: 64 or the device's own size, 256 or eight lines in a pass, or what one takes. */
  group?: number;
}

/**
 * Batched FFT of a power of two, each transform within one workgroup; or one pass of longer transforms. Relative error
 * about 3e-7 (RMS).
 *
 * @param config `length` is a power of two: 2 … 4096, on many devices up to 16384.
 * @throws RangeError when `length` is not a power of two from 2 to `longestWorkgroupFft`, `batch` not a positive integer,
 *   or `group` not a multiple that fits the device's workgroup storage.
 */
export async function createWorkgroupFft(device: GPUDevice, config: WorkgroupFftConfig): Promise<Fft> {
  const { length, before = 1, after = 1 } = config;
  const label = "fft/workgroup";
  checkFftLength(label, length, 2, longestWorkgroupFft(device));
  const paired = length >= FFT_POINTS && length <= LONGEST_PAIRED && before * after === 1;
  const lanes = Math.ceil(length / FFT_POINTS);
  const fitting = workgroupPoints(device) / FFT_POINTS;
  const { group = Math.max(Math.min(usualGroup(device, label, config), fitting), lanes) } = config;
  if (group !== lanes && !(group > 0 && group % lanes === 0 && group <= fitting)) {
    throw new RangeError(`${label}: group must be ${lanes}, or a multiple of it up to ${fitting}, got ${group}`);
  }
  const lines = (group * FFT_POINTS) / length;
  const together = after > 1 ? lines : before > 1 ? Math.min(lines, SIDE_BY_SIDE) : 1;
  const points = paired ? 2 * length : length;
  const exchanges =
    together > 1
      ? paddedLibrary({ length, group, together, rounds: 4 })
      : exchangeOf(device, { length: points, group });
  return createFftPass(
    device,
    {
      label,
      wgsl: [workgroup, fft, twiddles, twiddleProduct, ...exchanges, fftPair],
      constants: {
        FFT_LENGTH: points,
        GROUP: group,
        PAIRED: Number(paired),
        TOGETHER: together,
      },
      lines,
      // With smaller steps, as of stages, 2^20 points in two passes take 4 % more time on an H200.
      steps: [length, length],
    },
    config,
  );
}

/** Returns the invocations per workgroup that whole transforms or a pass take if there is room. */
function usualGroup(
  device: Pick<GPUDevice, "limits">,
  label: "fft/workgroup",
  { length, before = 1, after = 1 }: WorkgroupFftConfig,
): number {
  const few = hasSmallStorage(device) ? LEAST_IN_TURN : undefined;
  if (before * after === 1) return workgroupSize(device, label, few ?? WHOLE_GROUP);
  return Math.max(few ?? PASS_GROUP, SIDE_BY_SIDE * Math.ceil(length / FFT_POINTS));
}

/** @throws RangeError when no workgroup FFT of that length exists. */
export function checkFftLength(label: string, length: number, least: number, most = FFT_MAX_LENGTH): void {
  if (!(length >= least && length <= most && Number.isInteger(Math.log2(length)))) {
    throw new RangeError(`${label}: length must be a power of two from ${least} to ${most}, got ${length}`);
  }
}
