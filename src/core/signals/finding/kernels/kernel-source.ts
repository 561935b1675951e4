import { zeroNonFinite } from "../../../capture/finite.ts";
import { inUnits, powerUnit } from "../../../capture/power-unit.ts";
import type { Gpu } from "../../../gpu/device.ts";
import { DeviceLostError, OutOfMemoryError } from "../../../gpu/errors.ts";
import { isLost } from "../../../gpu/host.ts";
import { readBack } from "../../../gpu/readback.ts";
import type { SampleArray } from "../../decoders/decoder.ts";
import { floatSamples } from "../../raw-page.ts";
import { fineGridOf, type GridConfig, resampled, type SegmentGrids } from "../grids.ts";
import { lineBands, type Quartiles, takeLines } from "../lines.ts";
import { FLOOR, type NoiseFloor } from "../noise-floor.ts";
import { type RatioGrid, regionsOf } from "../regions.ts";
import { framesIn } from "../resolution.ts";
import { type ReadSegment, type Searchable, segmentOf, type SegmentSource } from "../source.ts";
import { wordsPerRow } from "./active-cells.ts";
import { regionsOfBits } from "./active-runs.ts";
import { createSegmentKernels, type GridBuffers, type SegmentKernels } from "./segment-kernels.ts";

/** Segments under way: one is read and one is written while the kernels search another. */
const SLOTS = 3;

interface KernelSourceConfig extends GridConfig {
  channel: number;
  /** Most complex samples of a segment. */
  most: number;
}

/**
 * Returns the source that computes on a GPU. Only the noise floor and numbers of cells over the thresholds come back from a segment without
 * signals. A segment on which the device is lost, and those after it, are computed in float64.
 */
export async function createKernelSource(
  gpu: Gpu,
  recording: Searchable,
  config: KernelSourceConfig,
): Promise<SegmentSource> {
  const { device, adapter } = gpu;
  const { channel, most } = config;
  // Samples go to the GPU as they are stored.
  const { stored } = recording.read;
  const format = stored?.format ?? "f32";
  const count = adapter.software ? 1 : SLOTS;
  const create = () => createSegmentKernels(device, { ...config, format, samples: most });
  const all = await Promise.all(Array.from({ length: count }, create));
  const free = [...all];
  const waiting: ((kernels: SegmentKernels) => void)[] = [];
  const acquire = () => {
    const kernels = free.pop();
    return kernels ? Promise.resolve(kernels) : new Promise<SegmentKernels>((resolve) => waiting.push(resolve));
  };
  const release = (kernels: SegmentKernels) => {
    const next = waiting.shift();
    if (next) next(kernels);
    else free.push(kernels);
  };
  let lost = false;
  // Reads follow each other, so that they go forward through the file.
  let reading: Promise<unknown> = Promise.resolve();
  const readInOrder = (start: number, length: number): Promise<SampleArray> => {
    const next = reading.then(
      (): Promise<SampleArray> => stored?.read(start, length) ?? recording.read(start, length, channel),
    );
    reading = next.catch(() => {});
    return next;
  };

  const search = async (kernels: SegmentKernels, raw: SampleArray): Promise<ReadSegment> => {
    const samples = () => floatSamples(format, raw);
    if (raw instanceof Float32Array) zeroNonFinite(raw);
    const inFloat64 = () => segmentOf(samples(), config);
    if (lost || framesIn(raw.length / 2, config.long) < FLOOR.shapeFrames) return inFloat64();
    try {
      return { count: raw.length / 2, samples, grids: await gridsByKernels(device, kernels, raw, config) };
    } catch (error) {
      if (!(error instanceof DeviceLostError || error instanceof OutOfMemoryError || (await isLost(gpu)))) throw error;
      const isFirst = !lost;
      lost = true;
      const message = "Threeray lost the GPU, and searches on the processor.";
      return { ...inFloat64(), message: isFirst ? message : undefined };
    }
  };

  let under: Promise<unknown> = Promise.resolve();
  return {
    ahead: count,
    read(start, end) {
      const read = async () => {
        const kernels = await acquire();
        try {
          return await search(kernels, await readInOrder(start, end - start));
        } finally {
          release(kernels);
        }
      };
      const segment = read();
      under = Promise.allSettled([under, segment]);
      return segment;
    },
    async end() {
      await under;
      for (const kernels of all) kernels.destroy();
    },
  };
}

async function gridsByKernels(
  device: GPUDevice,
  kernels: SegmentKernels,
  raw: SampleArray,
  { long, short, thresholds }: GridConfig,
): Promise<SegmentGrids> {
  const count = raw.length / 2;
  const frames = { long: framesIn(count, long), short: short ? framesIn(count, short) : 0 };
  const unit = raw instanceof Float32Array ? powerUnit(raw) : 1;
  const scaled = raw instanceof Float32Array ? inUnits(raw as Float32Array<ArrayBuffer>, unit) : raw;
  kernels.page.write({ samples: scaled, first: 0, size: frames.long, from: 0, to: count });
  kernels.frames.set(frames);
  const encoder = device.createCommandEncoder({ label: kernels.label });
  kernels.encode(encoder);
  const buffers = short && kernels.short ? [kernels.long, kernels.short] : [kernels.long];
  const [gain, shape, ...results] = await readBack(
    device,
    [
      { buffer: kernels.gain, size: 4 * frames.long },
      { buffer: kernels.shape, size: 4 * long.length },
      ...buffers.flatMap(({ resolution, quartiles, counts }) => [
        { buffer: quartiles, size: 8 * resolution.length },
        { buffer: counts, size: 12 },
      ]),
    ],
    encoder,
  );
  const floor = floorOf(new Float32Array(gain), new Float32Array(shape), unit ** 2 / long.sampleRateHz);
  const seen = buffers.map((grid, i) => {
    const size = i === 0 ? frames.long : frames.short;
    const bands = lineBands(quartilesOf(new Float32Array(results[2 * i])), size);
    const [, shorts, longs] = new Uint32Array(results[2 * i + 1]);
    return { grid, size, bands, isActive: shorts + longs > 0 };
  });
  const isBusy = seen.some(({ bands, isActive }) => isActive || bands.length > 0);
  const read = isBusy ? await readGrids(device, seen) : undefined;
  const searched = seen.map(({ grid: { resolution }, size, bands, isActive }, i) => {
    const bins = resolution.length;
    const grid: RatioGrid = { ratios: read?.[i].ratios ?? new Float32Array(0), frames: size, bins };
    const search = () => {
      if (!read) return { lines: [], regions: [] };
      // The bits hold the lines, too.
      const lines = takeLines(grid, bands);
      const regions = lines.length > 0 ? regionsOf(grid, thresholds) : regionsOfBits(read[i].bits, size, bins);
      return { lines, regions };
    };
    return { resolution, grid, isQuiet: !isActive && bands.length === 0, search };
  });
  const [longGrid, shortGrid] = searched;
  const grids: SegmentGrids = { long: { ...longGrid, floor } };
  if (!short) return grids;
  const fineFloor = resampled(floor, long, { frames: frames.short, resolution: short });
  return { ...grids, short: { ...shortGrid, floor: fineFloor, grid: fineGridOf(shortGrid.grid, long, short) } };
}

/** Returns the floor with a median gain of 1. */
function floorOf(gain: Float32Array, shape: Float32Array, scale: number): NoiseFloor {
  const middle = gain.toSorted()[gain.length >> 1];
  const level = middle > 0 ? middle : 1;
  return {
    gain: Float64Array.from(gain, (value) => value / level),
    shape: Float64Array.from(shape, (value) => value * level * scale),
  };
}

function quartilesOf(pairs: Float32Array): Quartiles {
  const of = (part: number) => Float64Array.from({ length: pairs.length / 2 }, (_, k) => pairs[2 * k + part]);
  return { lower: of(0), upper: of(1) };
}

async function readGrids(device: GPUDevice, seen: readonly { grid: GridBuffers; size: number }[]) {
  const sources = seen.flatMap(({ grid: { resolution, ratios, bits }, size }) => [
    { buffer: ratios, size: 4 * size * resolution.length },
    { buffer: bits, size: 12 * size * wordsPerRow(resolution.length) },
  ]);
  const read = await readBack(device, sources);
  return seen.map((_, i) => ({ ratios: new Float32Array(read[2 * i]), bits: new Uint32Array(read[2 * i + 1]) }));
}
