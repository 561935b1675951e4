import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { createWelch } from "./welch.ts";

const BLOCKS = 32;
/** Samples per block, and the used samples of each. */
const LENGTH = 422_656;
const SPAN = { start: 512, length: 405_504 };

export const cases: BenchCase[] = [
  {
    name: `fft/welch 2048 points, ${BLOCKS} blocks`,
    bytes: BLOCKS * SPAN.length * 8,
    async create(device) {
      const memory = allocate(device);
      const plan = await createWelch(device, {
        length: 2048,
        samples: memory.storage("samples", BLOCKS * LENGTH * 8),
        rowStride: LENGTH,
        span: SPAN,
        rows: { first: 0, count: BLOCKS },
      });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
