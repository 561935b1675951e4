import realKernel from "#shaders/fft/real.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { spread } from "../gpu/timing.ts";
import { createFft } from "./fft.ts";
import type { Fft } from "./pass.ts";

const GROUP = 128;

export interface RealFftConfig {
  /** Real points of a transform: an even number, 4 … 2^23. */
  length: number;
  /** Number of transforms, ≥ 1. */
  batch: number;
  /** Real samples, float32 [batch][length]; for the inverse the bins 0 … length/2 of real signals, complex. */
  input: GPUBuffer;
  /** From bins to samples, with the factor 1/N. */
  inverse?: boolean;
}

/**
 * Batched FFT of real signals by complex ones of half the length, which is half the work: bins 0 … length/2, complex
 * [batch][length/2 + 1], of real samples; or back, float32 [batch][length].
 *
 * @throws RangeError when `length` is not an even number from 4 to 2^23, or `batch` not a positive integer.
 */
export async function createRealFft(device: GPUDevice, config: RealFftConfig): Promise<Fft> {
  const { length, batch, input, inverse = false } = config;
  const label = "fft/real";
  const half = length / 2;
  if (!Number.isInteger(half) || half < 2 || half > 2 ** 22) {
    throw new RangeError(`${label}: length must be an even number from 4 to ${2 ** 23}, got ${length}`);
  }
  if (!Number.isInteger(batch) || batch < 1) {
    throw new RangeError(`${label}: batch must be a positive integer, got ${batch}`);
  }
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
