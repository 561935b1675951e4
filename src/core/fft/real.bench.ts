import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { createRealFft } from "./real.ts";

/** Real samples in 128 MiB, the largest binding of every device; what comes out is as much. */
const SAMPLES = 2 ** 25 - 2 ** 16;

export const cases: BenchCase[] = [2048, 2187, 4096].map((length) => {
  const batch = Math.floor(SAMPLES / length);
  return {
    name: `fft/real ${length} points, 128 MiB`,
    bytes: batch * (length * 4 + (Math.floor(length / 2) + 1) * 8),
    async create(device) {
      const memory = allocate(device);
      const plan = await createRealFft(device, { length, batch, input: memory.storage("samples", batch * length * 4) });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  };
});
