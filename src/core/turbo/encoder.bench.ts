import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { createTurboEncoder } from "./encoder.ts";

const [length, frames] = [6144, 1536];

export const cases: BenchCase[] = [
  {
    name: `turbo/encoder ${frames} × ${length}`,
    bytes: (frames * (4 * length + 12)) / 8,
    async create(device) {
      const memory = allocate(device);
      const bits = memory.storage("information bits", (frames * length) / 8);
      const plan = await createTurboEncoder(device, { length, frames, bits });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
