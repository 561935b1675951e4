import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH } from "../telemetry/blocks.ts";
import { createWelch } from "./welch.ts";

const BLOCKS = 32;

export const cases: BenchCase[] = [
  {
    name: `fft/welch 2048 points, ${BLOCKS} blocks`,
    bytes: BLOCKS * BLOCK_HOP * 8,
    async create(device) {
      const memory = allocate(device);
      const plan = await createWelch(device, {
        length: 2048,
        samples: memory.storage("samples", BLOCKS * BLOCK_LENGTH * 8),
        rowStride: BLOCK_LENGTH,
        span: { start: BLOCK_LEAD, length: BLOCK_HOP },
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
