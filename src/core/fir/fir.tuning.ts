import { tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import type { TunedWork } from "../gpu/tuned-work.ts";
import type { SampleKind } from "../flow/graph/block.ts";
import type { FirConfig, TapsPlan } from "./plan.ts";

/** Samples of a signal. */
const LENGTH = 2 ** 16;

/** Filters of signals, one after another for each kind of samples. */
export const firWork = (
  create: (device: GPUDevice, config: FirConfig) => Promise<TapsPlan>,
  count: number,
  kinds: readonly SampleKind[],
): TunedWork => ({
  jobs: 64,
  async create(device, { memory, keep }, signals) {
    const taps = Float64Array.from(noise(2, count));
    const plans: TapsPlan[] = [];
    for (const kind of kinds) {
      const width = kind === "complex" ? 2 : 1;
      const input = tiled(device, memory, "samples", noise(1, width * LENGTH), signals);
      plans.push(await keep(create(device, { kind, taps, signals, length: LENGTH, input })));
    }
    return { stages: plans, results: plans.map(({ output }) => output) };
  },
});
