import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import type { Fft } from "./pass.ts";
import { createRealFft, type RealFftConfig } from "./real.ts";

/** Real samples in 128 MiB, the largest binding of every device; the output has the same size. */
const SAMPLES = 2 ** 25 - 2 ** 16;

/** Transforms of one length that nearly fill 128 MiB. */
export function realFftCase(
  label: string,
  length: number,
  create: (device: GPUDevice, config: RealFftConfig) => Promise<Fft>,
): BenchCase {
  const batch = Math.floor(SAMPLES / length);
  return {
    name: `${label} ${length} points, 128 MiB`,
    bytes: batch * (length * 4 + (Math.floor(length / 2) + 1) * 8),
    async create(device) {
      const memory = allocate(device);
      const plan = await create(device, { length, batch, input: memory.storage("samples", batch * length * 4) });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  };
}

export const cases = [10_007, 16_384, 32_768, 100_000].map((length) => realFftCase("fft/real", length, createRealFft));
