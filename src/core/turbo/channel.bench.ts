import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { createTurboChannel } from "./channel.ts";

const [sent, frames] = [3 * 6144 + 12, 1536];

export const cases: BenchCase[] = [
  {
    name: `turbo/channel ${frames} × ${sent}`,
    bytes: frames * sent * (4 + 1 / 8),
    async create(device) {
      const memory = allocate(device);
      const bits = memory.storage("coded bits", frames * Math.ceil(sent / 32) * 4);
      const plan = await createTurboChannel(device, { frames, sent, bits, modulation: "bpsk", seed: 1 });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
