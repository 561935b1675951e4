import realKernel from "#shaders/fft/real.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { spread } from "../gpu/timing.ts";
import { createFft, FFT_LONGEST } from "./fft.ts";
import type { Fft } from "./pass.ts";
import { createRealPairs } from "./real-pairs.ts";
import { createRealWorkgroupFft, REAL_WORKGROUP_MAX, REAL_WORKGROUP_MIN } from "./real-workgroup.ts";

const GROUP = 128;
const label = "fft/real";

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
 * odd length uses one complex transform for two signals. Forward it gives bins 0 … ⌊length/2⌋, complex [batch][⌊length/2⌋ + 1];
 * inverse it gives samples, float32 [batch][length].
 *
 * @throws RangeError when `length` is not an even number from 4 to 2^23 or an odd one from 3 to 2^22, or `batch` not a
 *   positive integer.
 */
export async function createRealFft(device: GPUDevice, config: RealFftConfig): Promise<Fft> {
  const { length, batch } = config;
  const isEven = length % 2 === 0;
  if (!Number.isInteger(length) || length < 3 || length > (isEven ? 2 : 1) * FFT_LONGEST) {
    const range = `an even number from 4 to ${2 * FFT_LONGEST} or an odd one from 3 to ${FFT_LONGEST}`;
    throw new RangeError(`${label}: length must be ${range}, got ${length}`);
  }
  if (!Number.isInteger(batch) || batch < 1) {
    throw new RangeError(`${label}: batch must be a positive integer, got ${batch}`);
  }
  if (!isEven) return createPaired(device, config);
  const fits = length >= REAL_WORKGROUP_MIN && length <= REAL_WORKGROUP_MAX && Number.isInteger(Math.log2(length));
  return fits ? createRealWorkgroupFft(device, config) : createHalved(device, config);
}

async function createHalved(device: GPUDevice, config: RealFftConfig): Promise<Fft> {
  const { length, batch, input, inverse = false } = config;
  const half = length / 2;
  const turn = 2 ** 32 / length;
  const constants = {
    GROUP,
    HALF: half,
    TURN: Math.floor(turn),
    TURN_REST: turn % 1,
    INVERSE: Number(inverse),
  };
  const kernel = await compile(device, { label, wgsl: [realKernel, complex, phasor], constants });
  const memory = allocate(device);
  const outputLength = inverse ? half : half + 1;
  const numbers = memory.storage(inverse ? "half transforms" : "bins", batch * outputLength * 8);
  const transform = await createFft(device, {
    length: half,
    batch,
    input: inverse ? numbers : input,
    inverse,
    inPlace: inverse,
  });
  const bound = kernel.bind({
    input: inverse ? input : transform.output,
    output: numbers,
    params: { rows: batch },
  });
  const groups = [Math.ceil(outputLength / GROUP), Math.min(batch, 65535)] as const;
  return {
    label,
    output: numbers,
    encode(encoder, timestampWrites) {
      const [first, last] = spread(timestampWrites, 2);
      if (inverse) {
        bound.encode(encoder, groups, first);
        transform.encode(encoder, last);
      } else {
        transform.encode(encoder, first);
        bound.encode(encoder, groups, last);
      }
    },
    destroy() {
      transform.destroy();
      bound.destroy();
      memory.release();
    },
  };
}

async function createPaired(device: GPUDevice, { length, batch, input, inverse }: RealFftConfig): Promise<Fft> {
  const sizes = { length, rows: batch, inverse };
  const joined = await createRealPairs(device, { ...sizes, input, of: inverse ? "bins" : "samples" });
  const pairs = { length, batch: Math.ceil(batch / 2), input: joined.output };
  const transform = await createFft(device, { ...pairs, inverse, inPlace: true });
  const of = inverse ? "samples" : "bins";
  const parted = await createRealPairs(device, { ...sizes, input: transform.output, of });
  const stages = [joined, transform, parted];
  return {
    label,
    output: parted.output,
    encode(encoder, timestampWrites) {
      const timing = spread(timestampWrites, stages.length);
      for (const [i, stage] of stages.entries()) stage.encode(encoder, timing[i]);
    },
    destroy() {
      for (const stage of stages) stage.destroy();
    },
  };
}
