import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { createWorkgroupFft } from "./workgroup.ts";

/** Complex samples in 128 MiB, the largest binding of every device. */
const SAMPLES = 2 ** 24;

export const cases: BenchCase[] = [64, 128, 256, 512, 1024, 2048].map((length) => ({
  name: `fft/workgroup ${length} points, 128 MiB`,
  bytes: SAMPLES * 16,
  async create(device) {
    const memory = allocate(device);
    const input = memory.storage("samples", SAMPLES * 8);
    const plan = await createWorkgroupFft(device, { length, batch: SAMPLES / length, input });
    const destroy = () => {
      plan.destroy();
      memory.release();
    };
    return { ...plan, destroy };
  },
}));
