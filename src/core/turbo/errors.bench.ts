import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { createTurboErrors } from "./errors.ts";

const [length, frames] = [6144, 1536];

export const cases: BenchCase[] = [
  {
    name: `turbo/errors ${frames} × ${length}`,
    bytes: (2 * frames * length) / 8 + frames * 4,
    async create(device) {
      const memory = allocate(device);
      const bits = memory.storage("information bits", (frames * length) / 8);
      const decisions = memory.storage("decisions", (frames * length) / 8);
      const plan = await createTurboErrors(device, { length, frames, bits, decisions });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
