import { allocate } from "../gpu/pool.ts";
import { spread } from "../gpu/timing.ts";
import { createMixedFft, MIXED_MAX_LENGTH, radicesOf } from "./mixed.ts";
import type { Fft, FftPassConfig } from "./pass.ts";
import { createWorkgroupFft, FFT_MAX_LENGTH, longestWorkgroupFft } from "./workgroup.ts";

/** Most passes of a transform. */
const MOST_PASSES = 3;

const isPowerOfTwo = (length: number) => Number.isInteger(Math.log2(length));

/** Whether one workgroup of any device makes a transform that is one of several passes. */
const fitsPass = (length: number) =>
  isPowerOfTwo(length) ? length <= FFT_MAX_LENGTH : length <= MIXED_MAX_LENGTH && radicesOf(length) !== undefined;

/**
 * Lengths of the passes of a transform: one where a workgroup has room for it, else as few as possible and as equal as
 * possible; `undefined` where the length has a prime factor beyond 7 or takes more than three.
 *
 * @param longest The longest power of two that one workgroup of the device transforms.
 */
export function passesOf(length: number, longest: number): number[] | undefined {
  if (isPowerOfTwo(length) ? length <= longest : fitsPass(length)) return [length];
  for (let count = 2; count <= MOST_PASSES; count++) {
    const factors = equalFactors(length, count);
    if (factors) return factors;
  }
  return undefined;
}

/** `count` factors that fit a pass, the largest of them as small as possible, in falling order. */
function equalFactors(length: number, count: number): number[] | undefined {
  if (count === 1) return length > 1 && fitsPass(length) ? [length] : undefined;
  for (let first = Math.ceil(length ** (1 / count) - 1e-9); first <= FFT_MAX_LENGTH; first++) {
    if (length % first || !fitsPass(first)) continue;
    const rest = equalFactors(length / first, count - 1);
    if (rest && rest[0] <= first) return [first, ...rest];
  }
  return undefined;
}

export interface FftPassesConfig extends Pick<FftPassConfig, "batch" | "input" | "inverse"> {
  /** What `passesOf` gives. */
  lengths: readonly number[];
  /** Leaves the transforms where the samples were. */
  inPlace?: boolean;
}

/** A batch of transforms in one or several passes. The first passes write to memory of the plan's own. */
export async function createFftPasses(device: GPUDevice, config: FftPassesConfig): Promise<Fft> {
  const { lengths, batch, input, inverse, inPlace = false } = config;
  const bytes = 8 * batch * lengths.reduce((product, length) => product * length, 1);
  const memory = allocate(device);
  const output = inPlace ? input : memory.storage("transforms", bytes);
  const passes: Fft[] = [];
  let [source, before] = [input, 1];
  for (const [i, length] of lengths.entries()) {
    const after = lengths.slice(i + 1).reduce((product, factor) => product * factor, 1);
    const create = isPowerOfTwo(length) && length <= longestWorkgroupFft(device) ? createWorkgroupFft : createMixedFft;
    // No pass but the first may read what it writes.
    const target = after === 1 ? output : memory.storage("transforms on their way", bytes);
    passes.push(await create(device, { length, batch, input: source, output: target, inverse, before, after }));
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
