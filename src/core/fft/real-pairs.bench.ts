import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { createRealPairs } from "./real-pairs.ts";

/** Signals of an odd length in nearly 128 MiB, the largest binding of every device. */
const [LENGTH, ROWS] = [2187, 2 ** 24 / 2048];

export const cases: BenchCase[] = (["samples", "bins"] as const).map((of) => ({
  name: `fft/real-pairs ${ROWS} × ${LENGTH} ${of}`,
  bytes: 2 * ROWS * LENGTH * 4,
  async create(device) {
    const memory = allocate(device);
    const input = memory.storage("signals", ROWS * LENGTH * 4);
    const plan = await createRealPairs(device, { length: LENGTH, rows: ROWS, input, of });
    const destroy = () => {
      plan.destroy();
      memory.release();
    };
    return { ...plan, destroy };
  },
}));
