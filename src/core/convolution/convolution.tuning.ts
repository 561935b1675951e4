import { tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import type { TunedWork } from "../gpu/tuned-work.ts";
import type { Convolution, ConvolutionConfig } from "./plan.ts";

/** Samples of a telemetry packet, as in the convolution lab. */
const SAMPLES = 12672;

/** Convolutions, each signal with its own filter, one after another for each number of taps. */
export const convolutionWork = (
  create: (device: GPUDevice, config: ConvolutionConfig) => Promise<Convolution>,
  jobs: number,
  filters: readonly number[],
): TunedWork => ({
  jobs,
  async create(device, { memory, keep }, signals) {
    const input = tiled(device, memory, "samples", noise(1, 2 * SAMPLES), signals);
    const plans: Convolution[] = [];
    for (const taps of filters) {
      const sizes = { signals, inputStride: SAMPLES, origin: 0, outputLength: SAMPLES, decimation: 1, precursors: 0 };
      const coefficients = tiled(device, memory, "taps", noise(2, 2 * taps), signals);
      plans.push(await keep(create(device, { ...sizes, taps, input, filters: coefficients })));
    }
    return { stages: plans, results: plans.map(({ output }) => output) };
  },
});
