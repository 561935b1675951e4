import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { createRateMatcher } from "./rate-matcher.ts";

const [length, frames] = [6144, 1536];

export const cases: BenchCase[] = [2, 3, 4.5].map((factor) => ({
  name: `turbo/rate-matcher ${frames} × ${length} to ${factor * length}`,
  bytes: (frames * (3 + factor) * length) / 8,
  async create(device) {
    const memory = allocate(device);
    const code = memory.storage("coded bits", frames * Math.ceil((3 * length + 12) / 32) * 4);
    const matching = { length, sent: factor * length, redundancyVersion: 0 };
    const plan = await createRateMatcher(device, { ...matching, frames, code });
    const destroy = () => {
      plan.destroy();
      memory.release();
    };
    return { ...plan, destroy };
  },
}));
