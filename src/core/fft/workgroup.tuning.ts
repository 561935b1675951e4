import { tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import type { TunedWork } from "../gpu/tuned-work.ts";
import type { Fft } from "./pass.ts";
import { createWorkgroupFft } from "./workgroup.ts";

/** Transforms of which a workgroup computes several. */
const LENGTHS = [64, 256, 1024];
const SAMPLES = 2 ** 16;

export const workgroupFftWork: TunedWork = {
  jobs: 128,
  async create(device, { memory, keep }, jobs) {
    const input = tiled(device, memory, "samples", noise(1, 2 * SAMPLES), jobs);
    const plans: Fft[] = [];
    for (const length of LENGTHS) {
      plans.push(await keep(createWorkgroupFft(device, { length, batch: (jobs * SAMPLES) / length, input })));
    }
    return { stages: plans, results: plans.map(({ output }) => output) };
  },
};
