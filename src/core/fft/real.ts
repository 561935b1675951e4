import realKernel from "#shaders/fft/real.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { owning } from "../gpu/owning.ts";
import { checkedCount } from "../gpu/rows.ts";
import { sequence } from "../gpu/timing.ts";
import { createFft, FFT_LONGEST } from "./fft.ts";
import type { Fft } from "./pass.ts";
import { createRealMixedFft, isRealMixed } from "./real-mixed.ts";
import { createRealPairs } from "./real-pairs.ts";
import { createRealWorkgroupFft, isRealWorkgroup } from "./real-workgroup.ts";

const GROUP = 128;
const label = "fft/real";

/** Sizes of transforms of real samples in a buffer of the device. */
export interface RealFftConfig {
  /** Real points per transform: an even number, 4 … 2^23, or an odd one, 3 … 2^22. */
  length: number;
  /** Number of transforms, ≥ 1. */
  batch: number;
  /** Real samples, float32 [batch][length]; for the inverse the bins 0 … ⌊length/2⌋ of real signals, complex. */
  input: GPUBuffer;
  /** Whether to transform from bins to samples, with the factor 1/N. */
  inverse?: boolean;
}

/**
 * Batched FFT of real signals, with half the work of a complex one. An even length uses complex transforms of half the length; an
 * odd length uses one complex transform for two signals. Powers of two and other lengths with prime factors up to 13 take one kernel, if a workgroup has room. Forward it gives bins 0 … ⌊length/2⌋, complex [batch][⌊length/2⌋ + 1];
 * inverse it gives samples, float32 [batch][length].
 *
 * @throws RangeError when `length` is not an even number from 4 to 2^23 or an odd one from 3 to 2^22, or `batch` not a
 *   positive integer.
 *
 * @example
 * ```ts
 * import { createRealFftPlan } from "threeray/fft";
 * import { allocate, openGpu, readBack } from "threeray/gpu";
 *
 * const { device, close } = await openGpu();
 * const memory = allocate(device);
 * const constant = new Float32Array(64).fill(1);
 * const plan = await createRealFftPlan(device, { input: memory.constant("x", constant), length: 64, batch: 1 });
 * const encoder = device.createCommandEncoder();
 * plan.encode(encoder);
 * const [bytes] = await readBack(device, [plan.output], encoder);
 * console.log([...new Float32Array(bytes, 0, 4)]); // [ 64, 0, 0, 0 ]
 * plan.destroy();
 * memory.release();
 * close();
 * ```
 */
export async function createRealFft(device: GPUDevice, config: RealFftConfig): Promise<Fft> {
  const { length, batch } = config;
  const isEven = length % 2 === 0;
  if (!Number.isInteger(length) || length < 3 || length > (isEven ? 2 : 1) * FFT_LONGEST) {
    const range = `an even number from 4 to ${2 * FFT_LONGEST} or an odd one from 3 to ${FFT_LONGEST}`;
    throw new RangeError(`${label}: length must be ${range}, got ${length}`);
  }
  checkedCount(label, "batch", batch);
  if (isRealWorkgroup(device, length, config.inverse ?? false)) return createRealWorkgroupFft(device, config);
  if (isRealMixed(device, length)) return createRealMixedFft(device, config);
  return isEven ? createHalved(device, config) : createPaired(device, config);
}

function createHalved(device: GPUDevice, config: RealFftConfig): Promise<Fft> {
  return owning(device, async ({ memory, keep, stage }) => {
    const { length, batch, input, inverse = false } = config;
    const half = length / 2;
    const turn = 2 ** 32 / length;
    const outputLength = inverse ? half : half + 1;
    const output = memory.storage(inverse ? "half transforms" : "bins", batch * outputLength * 8);
    const source = inverse ? output : input;
    const transform = await keep(createFft(device, { length: half, batch, input: source, inverse, inPlace: inverse }));
    const bins = await stage({
      label,
      wgsl: [realKernel, complex, phasor],
      constants: { GROUP, HALF: half, TURN: Math.floor(turn), TURN_REST: turn % 1, INVERSE: Number(inverse) },
      resources: { input: inverse ? input : transform.output, output, params: { rows: batch } },
      groups: [Math.ceil(outputLength / GROUP), Math.min(batch, 65535)],
    });
    return { ...sequence(label, inverse ? [bins, transform] : [transform, bins]), output };
  });
}

function createPaired(device: GPUDevice, { length, batch, input, inverse }: RealFftConfig): Promise<Fft> {
  return owning(device, async ({ keep }) => {
    const sizes = { length, rows: batch, inverse };
    const joined = await keep(createRealPairs(device, { ...sizes, input, of: inverse ? "bins" : "samples" }));
    const pairs = { length, batch: Math.ceil(batch / 2), input: joined.output };
    const transform = await keep(createFft(device, { ...pairs, inverse, inPlace: true }));
    const of = inverse ? "samples" : "bins";
    const parted = await keep(createRealPairs(device, { ...sizes, input: transform.output, of }));
    return { ...sequence(label, [joined, transform, parted]), output: parted.output };
  });
}
