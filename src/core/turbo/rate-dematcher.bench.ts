import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { createRateDematcher } from "./rate-dematcher.ts";

const [length, frames] = [6144, 1024];

export const cases: BenchCase[] = [2, 3, 4.5].map((factor) => ({
  name: `turbo/rate-dematcher ${frames} × ${factor * length} to ${length}`,
  bytes: frames * (3 + factor) * length * 4,
  async create(device) {
    const memory = allocate(device);
    const llr = memory.storage("LLRs", frames * factor * length * 4);
    const matching = { length, sent: factor * length, redundancyVersion: 0 };
    const plan = await createRateDematcher(device, { ...matching, frames, llr });
    const destroy = () => {
      plan.destroy();
      memory.release();
    };
    return { ...plan, destroy };
  },
}));
