import { allocate } from "../gpu/pool.ts";
import { spread } from "../gpu/timing.ts";
import { createMixedFft } from "./mixed.ts";
import { isSmooth, mixedPoints, passPoints } from "./stage-plan.ts";
import type { ChirpedRows, Fft, FftPassConfig } from "./pass.ts";
import { createWorkgroupFft, longestWorkgroupFft, workgroupPoints } from "./workgroup.ts";

/** Most passes of a transform. */
const MOST_PASSES = 3;

/** Powers of two that the stages of mixed radices transform faster than 16 points per invocation do: by 9 to 12 % on an H200. */
const LEAST_STAGED = 64;
const MOST_STAGED = 256;

const isPowerOfTwo = (length: number) => Number.isInteger(Math.log2(length));

/** Lines that a pass of a longer transform should compute side by side; fewer give short runs in memory. */
const SIDE_BY_SIDE = 4;

type Limits = Pick<GPUDevice, "limits">;

/** Whether one workgroup of a device computes this many lines at once. */
function fits(device: Limits, length: number, lines: number): boolean {
  if (isPowerOfTwo(length)) {
    return lines * length <= (lines > 1 ? workgroupPoints(device) : longestWorkgroupFft(device));
  }
  return lines * length <= (lines > 1 ? passPoints(device) : mixedPoints(device)) && isSmooth(length);
}

/**
 * Returns the lengths of the passes of a transform: one pass if a workgroup has room for it, otherwise as few and as equal as
 * possible. Powers of two are in ascending order and other lengths in descending order, which is faster on an H100. Returns undefined
 * if the length has a prime factor above 13 or needs more than three passes.
 */
export function passesOf(length: number, device: Limits): number[] | undefined {
  if (fits(device, length, 1)) return [length];
  for (let count = 2; count <= MOST_PASSES; count++) {
    const factors = equalFactors(device, length, count);
    if (factors) return isPowerOfTwo(length) ? factors.toReversed() : factors;
  }
  return undefined;
}

/** Returns `count` factors that fit a pass, the largest as small as possible, in descending order. */
function equalFactors(device: Limits, length: number, count: number): number[] | undefined {
  if (count === 1) return length > 1 && fits(device, length, SIDE_BY_SIDE) ? [length] : undefined;
  const longest = Math.max(workgroupPoints(device), passPoints(device)) / SIDE_BY_SIDE;
  for (let first = Math.ceil(length ** (1 / count) - 1e-9); first <= longest; first++) {
    if (length % first || !fits(device, first, SIDE_BY_SIDE)) continue;
    const rest = equalFactors(device, length / first, count - 1);
    if (rest && rest[0] <= first) return [first, ...rest];
  }
  return undefined;
}

/** WebGPU's default limits. */
const ANY_DEVICE = {
  limits: { maxComputeWorkgroupStorageSize: 16384, maxComputeInvocationsPerWorkgroup: 256 } as GPUSupportedLimits,
};
/** Time of mixed radices relative to a power of two: 1 to 1.3 on an H100. */
const MIXED = 1.3;

/** Returns the number of passes of a transform on any device; Infinity for lengths without passes. */
export const passCount = (length: number) => passesOf(length, ANY_DEVICE)?.length ?? Infinity;

/** Returns the length ≥ `least`, at most the next power of two, with the cheapest transform on any device. */
export function cheapLength(least: number): number {
  const whole = 2 ** Math.max(1, Math.ceil(Math.log2(least)));
  let [best, cost] = [whole, whole * passCount(whole)];
  for (const length of smoothLengths(least, whole)) {
    const points = length * MIXED;
    if (points >= cost) break;
    const total = points * passCount(length);
    if (total < cost) [best, cost] = [length, total];
  }
  return best;
}

/** Returns, for each product of 3, 5 and 7, the shortest length between two bounds that is a power of two times it; ascending. */
function smoothLengths(least: number, most: number): number[] {
  const lengths: number[] = [];
  for (let a = 1; a < most; a *= 3) {
    for (let b = a; b < most; b *= 5) {
      for (let c = b; c < most; c *= 7) {
        const length = c * 2 ** Math.max(0, Math.ceil(Math.log2(least / c)));
        if (c > 1 && length < most) lengths.push(length);
      }
    }
  }
  return lengths.toSorted((a, b) => a - b);
}

export interface FftPassesConfig extends Pick<FftPassConfig, "batch" | "input" | "inverse"> {
  /** The result of `passesOf`. */
  lengths: readonly number[];
  /** Whether the transforms replace the samples. */
  inPlace?: boolean;
  /** The buffer for the results. Default: a new one, or the samples' if in place. */
  output?: GPUBuffer;
  /** Products while the first pass reads and the last one writes. Default: none. */
  chirped?: Omit<ChirpedRows, "row">;
}

/** A batch of transforms in one or several passes. The first passes write to the plan's own memory. */
export async function createFftPasses(device: GPUDevice, config: FftPassesConfig): Promise<Fft> {
  const { lengths, batch, input, inverse, inPlace = false, chirped } = config;
  const row = lengths.reduce((product, length) => product * length, 1);
  const bytes = 8 * batch * row;
  const memory = allocate(device);
  const outputBytes = 8 * batch * (chirped?.output?.length ?? row);
  const output = inPlace ? input : (config.output ?? memory.storage("transforms", outputBytes));
  const passes: Fft[] = [];
  let [source, before] = [input, 1];
  for (const [i, length] of lengths.entries()) {
    const after = lengths.slice(i + 1).reduce((product, factor) => product * factor, 1);
    const isStaged = lengths.length === 1 && length >= LEAST_STAGED && length <= MOST_STAGED;
    const create = isPowerOfTwo(length) && !isStaged ? createWorkgroupFft : createMixedFft;
    // Only the first pass may work in place.
    const target = after === 1 ? output : memory.storage("transforms in progress", bytes);
    const factors = {
      row,
      input: before === 1 ? chirped?.input : undefined,
      output: after === 1 ? chirped?.output : undefined,
    };
    const sizes = { length, batch, inverse, before, after };
    passes.push(
      await create(device, {
        ...sizes,
        input: source,
        output: target,
        chirped: factors.input || factors.output ? factors : undefined,
      }),
    );
    source = target;
    before *= length;
  }
  return {
    label: passes.length === 1 ? passes[0].label : `fft, ${lengths.join(" × ")} points`,
    output,
    encode(encoder, timestampWrites) {
      const timing = spread(timestampWrites, passes.length);
      for (const [i, pass] of passes.entries()) pass.encode(encoder, timing[i]);
    },
    destroy() {
      for (const pass of passes) pass.destroy();
      memory.release();
    },
  };
}
