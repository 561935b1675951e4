import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { createCopy } from "./copy.ts";

const LENGTH = 2 ** 25;

export const cases: BenchCase[] = [
  {
    name: "arithmetic/copy 128 MiB",
    bytes: 2 * LENGTH * 4,
    async create(device) {
      const memory = allocate(device);
      const plan = await createCopy(device, { x: memory.storage("source", LENGTH * 4), length: LENGTH });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
