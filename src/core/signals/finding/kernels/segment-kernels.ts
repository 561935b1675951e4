import { owningRehearsed } from "../../../gpu/owning.ts";
import { sequence, type Stage } from "../../../gpu/timing.ts";
import type { SampleFormat } from "../../../capture/raw-samples.ts";
import { createRawPage } from "../../../capture/raw-page.ts";
import type { GridConfig } from "../grids.ts";
import { FLOOR, gainReachOf } from "../noise-floor.ts";
import { framesIn, type Resolution } from "../resolution.ts";
import { createActiveCells } from "./active-cells.ts";
import { createBinNoise } from "./bin-noise.ts";
import { createFrameGains } from "./frame-gains.ts";
import { createFramePowers } from "./frame-powers.ts";
import { createLeastNoise } from "./least-noise.ts";
import { createLineCells } from "./line-cells.ts";
import { createNoiseLimit } from "./noise-limit.ts";
import { createNoiseRatios } from "./noise-ratios.ts";
import { createPowerSums } from "./power-sums.ts";
import { createQuartiles } from "./quartiles.ts";
import { createRunningMedian } from "./running-median.ts";
import { createSegmentFrames } from "./segment-frames.ts";
import { createSlowShape } from "./slow-shape.ts";

export interface SegmentKernelsConfig extends GridConfig {
  format: SampleFormat;
  /** Most complex samples of a segment. */
  samples: number;
}

/** The kernels that search a segment: spectra, noise floor, ratios, quartiles over time, and active cells. */
export function createSegmentKernels(device: GPUDevice, config: SegmentKernelsConfig) {
  const { format, samples, long, short, thresholds, isReal } = config;
  return owningRehearsed(device, async ({ keep, memory }) => {
    const page = await keep(createRawPage(device, { format, samples }));
    const frames = await keep(createSegmentFrames(device));
    const most = framesIn(samples, long);
    const bins = long.length;
    const [rawGain, gain] = ["gains", "median gains"].map((name) => memory.storage(name, 4 * most));
    const [rawNoise, noise, shape] = ["noise", "median noise", "shape"].map((name) => memory.storage(name, 4 * bins));
    const [least, limit] = ["least noise", "limit of the noise"].map((name) => memory.storage(name, 4));
    const floor = { frames, most, bins, resolution: long };
    const powers = await keep(createFramePowers(device, { ...page, resolution: long, frames: most }));
    const sums = await keep(createPowerSums(device, { ...floor, powers: powers.powers }));
    const leastNoise = await keep(createLeastNoise(device, { ...floor, groups: sums.groups, least }));
    const gains = { ...floor, groups: sums.groups, shape, least, gain: rawGain };
    const firstGains = await keep(createFrameGains(device, { ...gains, isFirst: true }));
    const laterGains = await keep(createFrameGains(device, { ...gains, isFirst: false }));
    const medians = { frames, most };
    const medianGains = await keep(
      createRunningMedian(device, { ...medians, values: rawGain, medians: gain, reach: gainReachOf(bins) }),
    );
    const binNoise = await keep(
      createBinNoise(device, { ...floor, blocks: sums.blocks, gain, least, noise: rawNoise }),
    );
    const medianNoise = await keep(
      createRunningMedian(device, {
        ...medians,
        values: rawNoise,
        medians: noise,
        reach: FLOOR.shapeReach,
        count: bins,
      }),
    );
    const noiseLimit = await keep(createNoiseLimit(device, { bins, noise, limit }));
    const slowShape = await keep(createSlowShape(device, { bins, noise, limit, shape }));
    const pass = (isFirst: boolean) => [
      isFirst ? firstGains : laterGains,
      medianGains,
      binNoise,
      medianNoise,
      noiseLimit,
      slowShape,
    ];
    const passes = Array.from({ length: FLOOR.passes }, (_, i) => pass(i === 0)).flat();
    const estimate: Stage[] = [sums, leastNoise, ...passes, laterGains, medianGains];
    const spectra: Stage[] = [powers];
    const cellStages: Stage[] = [];
    /** What runs again where there are lines. */
    const again: Stage[] = [];
    const gridOf = async (resolution: Resolution, made: GPUBuffer) => {
      const isShort = resolution === short;
      const grid = { frames, most: framesIn(samples, resolution), bins: resolution.length, isShort };
      const grouped = bins / resolution.length;
      const ratios = await keep(createNoiseRatios(device, { ...grid, grouped, isReal, gain, shape, powers: made }));
      const quartiles = await keep(createQuartiles(device, { ...grid, ratios: made }));
      const lines = await keep(createLineCells(device, { ...grid, ratios: made }));
      const cells = await keep(createActiveCells(device, { ...grid, ...lines, thresholds, ratios: made }));
      cellStages.push(ratios, quartiles, cells);
      again.push(lines, cells);
      const { bits, counts, activityOf } = cells;
      return { resolution, ratios: made, quartiles: quartiles.quartiles, bits, counts, activityOf, lines };
    };
    const longGrid = await gridOf(long, powers.powers);
    let shortGrid: Awaited<ReturnType<typeof gridOf>> | undefined;
    if (short) {
      const fine = await keep(
        createFramePowers(device, { ...page, resolution: short, frames: framesIn(samples, short) }),
      );
      spectra.push(fine);
      shortGrid = await gridOf(short, fine.powers);
    }
    const buffers = { page, frames, gain, shape, least, long: longGrid, short: shortGrid };
    const parts = {
      spectra: sequence("signals/finding spectra", spectra),
      floor: sequence("signals/finding floor", estimate),
      grids: sequence("signals/finding grids", cellStages),
      withoutLines: sequence("signals/finding without lines", again),
    };
    const stages = [...spectra, ...estimate, ...cellStages];
    return { ...buffers, most, ...sequence("signals/finding", stages), parts, stages: [...stages, ...again] };
  });
}

export type SegmentKernels = Awaited<ReturnType<typeof createSegmentKernels>>;
/** The buffers of one grid. */
export type GridBuffers = SegmentKernels["long"];
