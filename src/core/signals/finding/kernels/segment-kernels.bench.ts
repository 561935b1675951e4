import type { BenchCase } from "../../../gpu/bench.ts";
import { readBack } from "../../../gpu/readback.ts";
import { testRandom } from "../../../gpu/testing.ts";
import type { Stage } from "../../../gpu/timing.ts";
import { floatSamples } from "../../../capture/raw-samples.ts";
import { noiseFloorOf } from "../noise-floor.ts";
import { framesIn, resolutionsFor } from "../resolution.ts";
import { spectraOf } from "../spectra.ts";
import { createSegmentKernels, type SegmentKernels } from "./segment-kernels.ts";

/** A whole segment at 2.4 MS/s. */
const RATE = 2.4e6;
const [LONG, SHORT] = resolutionsFor(RATE, 1e9);
const SAMPLES = 2044 * LONG.hop + LONG.length;
const FRAMES = { long: framesIn(SAMPLES, LONG), short: framesIn(SAMPLES, SHORT) };
/** Cells of both grids. */
const CELLS = FRAMES.long * LONG.length + FRAMES.short * SHORT.length;

async function prepare(device: GPUDevice) {
  const kernels = await createSegmentKernels(device, {
    long: LONG,
    short: SHORT,
    thresholds: { cell: 3, short: 12, long: 3 },
    isReal: false,
    format: "i16",
    samples: SAMPLES,
  });
  const random = testRandom(1);
  // Sums of three uniform numbers are near enough to normal ones.
  const samples = Int16Array.from({ length: 2 * SAMPLES }, () => 600 * (random() + random() + random() - 1.5));
  kernels.page.write({ samples, size: FRAMES.long, from: 0, to: SAMPLES });
  kernels.frames.set({ ...FRAMES, longLines: 0, shortLines: 0 });
  for (const grid of [kernels.long, kernels.short]) grid?.lines.write([]);
  return { kernels, samples };
}

/** Returns the largest relative error of the noise floor's shape and gains. */
async function floorError(device: GPUDevice): Promise<number> {
  const { kernels, samples } = await prepare(device);
  const encoder = device.createCommandEncoder();
  kernels.encode(encoder);
  const sources = [kernels.gain, kernels.shape].map((buffer, i) => ({
    buffer,
    size: 4 * [FRAMES.long, LONG.length][i],
  }));
  const [gain, shape] = (await readBack(device, sources, encoder)).map((bytes) => new Float32Array(bytes));
  kernels.destroy();
  const right = noiseFloorOf(spectraOf(floatSamples("i16", samples), LONG), LONG);
  const middle = gain[FRAMES.long >> 1] / right.gain[FRAMES.long >> 1];
  const errors = [
    ...Array.from(gain, (value, t) => value / middle / right.gain[t]),
    ...Array.from(shape, (value, k) => (value * middle) / RATE / right.shape[k]),
  ];
  return Math.max(...errors.map((ratio) => Math.abs(ratio - 1)));
}

/** @param stage Of the kernels, which have run once. */
const line = (name: string, bytes: number, stage: (kernels: SegmentKernels) => Pick<Stage, "encode">): BenchCase => ({
  name: `signals/finding/${name}, ${(SAMPLES / 2 ** 20).toFixed(1)} M cs16`,
  bytes,
  async create(device) {
    const { kernels } = await prepare(device);
    const encoder = device.createCommandEncoder();
    kernels.encode(encoder);
    device.queue.submit([encoder.finish()]);
    return { ...stage(kernels), label: name, destroy: kernels.destroy };
  },
});

export const cases: BenchCase[] = [
  // Each cell is written, read for the sums and for the ratios, written and read for the quartiles and the thresholds.
  {
    ...line("kernels", 4 * SAMPLES + 24 * CELLS, (kernels) => kernels),
    error: ({ device }) => floorError(device),
  },
  ...(["spectra", "floor", "grids"] as const).map((part) =>
    line(
      part,
      { spectra: 4 * SAMPLES + 4 * CELLS, floor: 4 * CELLS, grids: 16 * CELLS }[part],
      (kernels) => kernels.parts[part],
    ),
  ),
];
