import { describe, expect, it } from "vitest";
import { datatypeOf } from "../../../capture/datatype.ts";
import { finiteReads } from "../../../capture/finite.ts";
import { openGpu } from "../../../gpu/device.ts";
import { dawn, poison, readFloats, readWords, run, testGpu, testNormals } from "../../../gpu/testing.ts";
import type { FoundSignal } from "../../detection.ts";
import { findSignals, type FindOptions } from "../finder.ts";
import { gridsOf } from "../grids.ts";
import { lineBands, quartilesOf, takeLines } from "../lines.ts";
import { noiseFloorOf } from "../noise-floor.ts";
import { regionsOf, regionsOfBits } from "../regions.ts";
import { framesIn, resolutionsFor } from "../resolution.ts";
import { searchedPart, type SearchPart } from "../searched-part.ts";
import type { Searchable } from "../source.ts";
import { spectraOf } from "../spectra.ts";
import { createSegmentKernels } from "./segment-kernels.ts";

const RATE = 100e3;
const THRESHOLDS = { cell: 3, short: 12, long: 3, atZero: { short: 16, long: 13 } };
/** Largest relative error of the noise: a value beside a limit may count or not, which moves a quantile by a third of a place. */
const FLOOR_ERROR = 2e-3;
/** Largest error of a transform in float32, relative to the strongest bin's amplitude. */
const ROUNDING = 2.5e-7;

type Add = (samples: Float64Array) => void;

/** White noise of power 1 with what `add` changes. */
function made(count: number, add: Add): Float32Array<ArrayBuffer> {
  const samples = testNormals(count, 2 * count).map((value) => value * Math.SQRT1_2);
  add(samples);
  return Float32Array.from(samples);
}

/** Adds a tone in samples [start, stop). @param power Over the noise of the whole rate. */
const tone =
  ({ start, stop, cycles, power }: { start: number; stop: number; cycles: number; power: number }): Add =>
  (samples) => {
    for (let n = start; n < stop; n++) {
      samples[2 * n] += Math.sqrt(power) * Math.cos(2 * Math.PI * cycles * n);
      samples[2 * n + 1] += Math.sqrt(power) * Math.sin(2 * Math.PI * cycles * n);
    }
  };

/** A receiver's filter: neighbouring samples become correlated, so that the noise has a colour. */
const coloured: Add = (samples) => {
  for (let i = samples.length - 1; i >= 2; i--) samples[i] += 0.35 * samples[i - 2];
};

/** 20 dB up, and down again. */
const stepped: Add = (samples) => {
  for (let i = 2 * 1500; i < 2 * 3000; i++) samples[i] *= 10;
};

const lost: Add = (samples) => {
  samples.fill(0, 2 * 4000, 2 * 5500);
};

const constant: Add = (samples) => {
  for (let i = 0; i < samples.length; i += 2) samples[i] += 3;
};

const all =
  (...changes: Add[]): Add =>
  (samples) => {
    for (const change of changes) change(samples);
  };

const recordingOf = (samples: Float32Array<ArrayBuffer>): Searchable => ({
  sampleRate: RATE,
  samples: samples.length / 2,
  channels: 1,
  read: (start, count) => Promise.resolve(samples.slice(2 * start, 2 * (start + count))),
});

/** The recording as a file of float32 has it. */
function floatFile(samples: Float32Array<ArrayBuffer>) {
  const recording = recordingOf(samples);
  const read: Searchable["read"] = (start, count) => recording.read(start, count);
  read.floats = {
    readInto: (start, bytes) => {
      bytes.set(new Uint8Array(samples.buffer).subarray(8 * start, 8 * start + bytes.length));
      return Promise.resolve();
    },
  };
  return { ...recording, ...finiteReads({ read }) };
}

/** The recording with 16-bit integers, which go to the GPU as they are. */
function integers(samples: Float32Array): Searchable {
  const stored = Int16Array.from(samples, (value) => Math.round(25 * value));
  const read: Searchable["read"] = (start, count) =>
    Promise.resolve(Float32Array.from(stored.subarray(2 * start, 2 * (start + count)), (value) => value / 32768));
  read.stored = {
    format: "i16",
    read: (start, count) => Promise.resolve(stored.slice(2 * start, 2 * (start + count))),
    readInto: (start, bytes) => {
      bytes.set(new Uint8Array(stored.buffer).subarray(4 * start, 4 * start + bytes.length));
      return Promise.resolve();
    },
  };
  return { sampleRate: RATE, samples: samples.length / 2, channels: 1, read };
}

async function foundIn(recording: Searchable, options: FindOptions = {}) {
  const found: FoundSignal[] = [];
  const messages: string[] = [];
  const densities: number[] = [];
  for await (const part of findSignals(recording, options)) {
    found.push(...part.found);
    messages.push(...part.messages);
    if (part.noiseDensity !== undefined) densities.push(part.noiseDensity);
  }
  return { found, messages, densities };
}

type Found = Awaited<ReturnType<typeof foundIn>>;

const isNoise = (mine: number, right: number, error = FLOOR_ERROR) => Math.abs(mine / right - 1) < error;

/** Expects the same boxes. An edge is a place between two frames at which their powers pass a level: it moves with the noise. */
function expectSame(mine: Found, right: Found): void {
  expect(mine.messages).toEqual(right.messages);
  expect(mine.found.map(({ notes }) => notes)).toEqual(right.found.map(({ notes }) => notes));
  for (const [i, { start, stop, lowHz, highHz, noiseDensity }] of mine.found.entries()) {
    const other = right.found[i];
    expect(Math.max(Math.abs(start - other.start), Math.abs(stop - other.stop))).toBeLessThanOrEqual(2);
    expect([lowHz, highHz]).toEqual([other.lowHz, other.highHz]);
    expect(isNoise(noiseDensity, other.noiseDensity)).toBe(true);
  }
  expect(mine.densities.length).toBe(right.densities.length);
  for (const [i, density] of mine.densities.entries()) expect(isNoise(density, right.densities[i])).toBe(true);
}

/** Returns the numbers of cells that hold short and long blocks, and the frames [first, end) of such cells. */
function blocksOf(bits: Uint32Array, frames: number, bins: number) {
  const words = Math.ceil(bins / 32);
  const counts = [0, 0];
  const at = Array.from({ length: frames * bins }, (_, i) => i).filter((i) => {
    const word = 3 * words * Math.floor(i / bins) + ((i % bins) >> 5);
    const are = counts.map((_, kind) => (bits[word + (kind + 1) * words] >>> ((i % bins) & 31)) & 1);
    for (const [kind, is] of are.entries()) counts[kind] += is;
    return are.includes(1);
  });
  const during = at.length > 0 ? [Math.floor(at[0] / bins), Math.floor(at[at.length - 1] / bins) + 1] : undefined;
  return { short: counts[0], long: counts[1], during };
}

describe("signals/finding/kernels", () => {
  it.each<[string, number, Add]>([
    ["coloured noise and a burst", 4321, all(coloured, tone({ start: 1000, stop: 2800, cycles: 0.21, power: 0.5 }))],
    ["a carrier 60 dB up", 2603, tone({ start: 0, stop: 2603, cycles: 0.2, power: 1e6 })],
    ["as few frames as kernels take", 305, coloured],
    ["a tone near frequency 0", 2000, tone({ start: 500, stop: 1500, cycles: 0.004, power: 0.6 })],
    ["a step of the gain", 4321, stepped],
  ])("compute what float64 computes, into poisoned buffers: %s", async (_, count, add) => {
    const { device } = await testGpu();
    const samples = made(count, add);
    const [long, short] = resolutionsFor(RATE, 1e9);
    const config = { long, short, thresholds: THRESHOLDS, isReal: false };
    const kernels = await createSegmentKernels(device, { ...config, format: "f32", samples: 5000 });
    const frames = { long: framesIn(count, long), short: framesIn(count, short) };
    const grids = [kernels.long, kernels.short].flatMap((grid) => grid ?? []);
    const outputs = grids.flatMap(({ ratios, bits, quartiles }) => [ratios, bits, quartiles]);
    for (const buffer of [kernels.gain, kernels.shape, ...outputs]) poison(device, buffer);
    kernels.page.write({ samples, size: frames.long, from: 0, to: count });
    kernels.frames.set({ ...frames, longLines: 0, shortLines: 0 });
    for (const { lines } of grids) lines.write([]);
    await run(device, kernels);
    const floor = noiseFloorOf(spectraOf(samples, long), long);
    const gain = await readFloats(device, kernels.gain, frames.long);
    const shape = await readFloats(device, kernels.shape, long.length);
    const right = await gridsOf(samples, config);
    const strongest = right.long.grid.ratios.reduce((most, value) => Math.max(most, value), 0);
    // The error of an amplitude is twice as large in its square. Only the product of gain and shape is the noise.
    const error = FLOOR_ERROR + 2 * ROUNDING * Math.sqrt(strongest);
    const wrong = Array.from(gain, (value, t) =>
      shape.findIndex((level, k) => !isNoise((value * level) / RATE, floor.gain[t] * floor.shape[k], error)),
    );
    expect(wrong.filter((bin) => bin >= 0)).toEqual([]);
    for (const [i, { resolution, ratios, bits, quartiles, counts, activityOf, lines }] of grids.entries()) {
      const [size, bins] = [i === 0 ? frames.long : frames.short, resolution.length];
      const { grid } = i === 0 || !right.short ? right.long : right.short;
      const mine = await readFloats(device, ratios, size * bins);
      const errors = mine.map((value, at) => {
        const expected = grid.ratios[at];
        const rounding = ROUNDING * Math.sqrt(strongest);
        return Math.abs(value - expected) / (error * expected + 2 * rounding * Math.sqrt(expected) + rounding ** 2);
      });
      expect(errors.reduce((most, value) => Math.max(most, value), 0)).toBeLessThan(1);
      // From the kernels' own ratios, all else is exact.
      const own = { ratios: mine, frames: size, bins };
      const { lower, upper } = quartilesOf(own);
      const pairs = await readFloats(device, quartiles, 2 * bins);
      expect([...pairs]).toEqual(Array.from(lower, (value, k) => [value, upper[k]]).flat());
      const words = await readWords(device, bits);
      const { cells: active, ...activity } = activityOf(await readWords(device, counts, 5));
      expect(activity).toEqual(blocksOf(words, size, bins));
      const regions = regionsOfBits(words, own);
      expect(regions).toEqual(regionsOf(own, THRESHOLDS));
      expect(active).toBeGreaterThanOrEqual(regions.flat().reduce((sum, { low, high }) => sum + high - low, 0));
      const bandsOf = (quartiles: ReturnType<typeof quartilesOf>) =>
        lineBands(quartiles, size).map(([low, high, beyond]) => [low, high, beyond?.place]);
      expect(bandsOf({ lower, upper })).toEqual(bandsOf(quartilesOf(grid)));
      // Neighbouring lines in any order: the second one's replacement needs the first one's.
      const bands = [
        [bins - 3, bins],
        [2, 5],
        [6, 8],
        [5, 6],
      ] as const;
      lines.write(bands);
      kernels.frames.set({ ...frames, longLines: bands.length, shortLines: bands.length });
      for (const buffer of [bits, lines.means, lines.cells]) poison(device, buffer);
      await run(device, kernels.parts.withoutLines);
      const withLines = mine.slice();
      takeLines(own, [...bands]);
      // A mean of 8 numbers in float32.
      const changed = regionsOfBits(await readWords(device, bits), own);
      expect(changed).toEqual(regionsOf(own, THRESHOLDS));
      if (i > 0) continue;
      const cells = await readFloats(device, lines.cells);
      let row = 0;
      for (const [low, high] of bands) {
        for (let k = low; k < high; k++, row++) {
          const column = Array.from({ length: size }, (__, t) => withLines[t * bins + k]);
          expect([...cells.subarray(row * kernels.most, row * kernels.most + size)]).toEqual(column);
        }
      }
    }
    kernels.destroy();
  });

  // Both read the samples by the same kernels behind their formats. So half of the signals are integers, too.
  it.each<[string, number, Add, ("float32" | "integers")[]?]>([
    ["noise", 5001, () => undefined, ["float32", "integers"]],
    ["a carrier and a constant", 5000, all(constant, tone({ start: 0, stop: 5000, cycles: 0.3, power: 0.3 }))],
    ["a constant alone", 5000, constant, ["float32", "integers"]],
    [
      "coloured noise, and bursts of two lengths",
      9000,
      all(
        coloured,
        tone({ start: 2000, stop: 2030, cycles: -0.3, power: 30 }),
        tone({ start: 2500, stop: 5000, cycles: 0.1, power: 0.5 }),
        tone({ start: 6000, stop: 9000, cycles: 0.3, power: 0.5 }),
      ),
      ["float32", "integers"],
    ],
    [
      "a carrier 60 dB up and a burst beside it",
      5000,
      all(
        tone({ start: 0, stop: 5000, cycles: 0.2, power: 1e6 }),
        tone({ start: 3000, stop: 4000, cycles: -0.1, power: 1 }),
      ),
    ],
    [
      "a carrier 60 dB up over a burst",
      5000,
      all(
        tone({ start: 0, stop: 5000, cycles: 0.2, power: 1e6 }),
        tone({ start: 3000, stop: 4000, cycles: 0.24, power: 1 }),
      ),
      ["float32", "integers"],
    ],
    [
      "a strong constant over a burst",
      5000,
      all(
        tone({ start: 0, stop: 5000, cycles: 0, power: 1e4 }),
        tone({ start: 3000, stop: 4000, cycles: 0.02, power: 0.3 }),
      ),
    ],
    ["a constant and a burst", 5000, all(constant, tone({ start: 3000, stop: 4000, cycles: -0.1, power: 1 }))],
    ["steps of the gain, and lost samples", 9000, all(stepped, lost), ["float32", "integers"]],
  ])("find the boxes of float64: %s", async (_, count, add, formats = ["float32"]) => {
    const gpu = await testGpu();
    const samples = made(count, add);
    for (const format of formats) {
      const recording = format === "integers" ? integers(samples) : recordingOf(samples);
      expectSame(await foundIn(recording, { gpu }), await foundIn(recording));
    }
  });

  it("find what a strong constant hides in the cells that other threads get, too", async () => {
    const gpu = await testGpu();
    const signal = tone({ start: 3000, stop: 4000, cycles: 0.02, power: 0.3 });
    const recording = recordingOf(made(5000, all(tone({ start: 0, stop: 5000, cycles: 0, power: 1e4 }), signal)));
    let withCells = 0;
    const search = (part: SearchPart) => {
      withCells += Number(part.cells !== undefined);
      return searchedPart(recording, part);
    };
    const mine = await foundIn(recording, { gpu, threads: { search, parts: 2 } });
    expectSame(mine, await foundIn(recording));
    expect(withCells).toBe(1);
    expect(mine.found).toHaveLength(1);
  });

  it("find the boxes of float64 in the rows around signals, with any values in the others", async () => {
    const gpu = await testGpu();
    const bursts = all(
      tone({ start: 3500, stop: 3530, cycles: -0.3, power: 30 }),
      tone({ start: 3600, stop: 4200, cycles: 0.1, power: 0.5 }),
      tone({ start: 3900, stop: 4700, cycles: 0.3, power: 0.5 }),
    );
    const recording = recordingOf(made(9000, bursts));
    const shares: number[] = [];
    const search = (part: SearchPart) => {
      for (const cells of [part.cells?.long, part.cells?.short]) {
        if (!cells?.rows) continue;
        const { ratios, bits, frames } = cells;
        const [from, to] = cells.rows.read;
        shares.push((to - from) / frames);
        for (const [values, other] of [
          [ratios, 1e9],
          [bits, 2 ** 32 - 1],
        ] as const) {
          const row = values.length / frames;
          values.fill(other, 0, from * row).fill(other, to * row);
        }
      }
      return searchedPart(recording, part);
    };
    const mine = await foundIn(recording, { gpu, threads: { search, parts: 2 } });
    expectSame(mine, await foundIn(recording));
    expect(mine.found).toHaveLength(3);
    expect(shares).toHaveLength(2);
    expect(Math.max(...shares)).toBeLessThan(0.4);
  });

  it.each<[string, Add, number]>([
    ["a constant", constant, 0],
    ["a tone", tone({ start: 0, stop: 5000, cycles: 0.1, power: 1 }), 1],
    ["a tone in zeros", tone({ start: 2000, stop: 4000, cycles: 0.1, power: 1 }), 1],
  ])("find the boxes of float64 without noise: %s", async (_, add, count) => {
    const gpu = await testGpu();
    const samples = new Float64Array(10_000);
    add(samples);
    for (const recording of [
      recordingOf(Float32Array.from(samples)),
      integers(Float32Array.from(samples, (value) => 200 * value)),
    ]) {
      const mine = await foundIn(recording, { gpu });
      expectSame(mine, await foundIn(recording));
      expect(mine.found).toHaveLength(count);
    }
  });

  it.each<[string, number, Partial<Searchable>, Add?]>([
    ["real samples", 5000, { datatype: datatypeOf(false, "f32") }],
    ["real samples with a constant", 5000, { datatype: datatypeOf(false, "f32") }, constant],
    ["a short recording", 110, {}],
  ])("find the boxes of float64: %s", async (_, count, kind, add) => {
    const burst = tone({ start: count * 0.4, stop: count * 0.8, cycles: 0.2, power: 3 });
    const samples = made(count, add ? all(burst, add) : burst);
    if (kind.datatype) for (let i = 1; i < samples.length; i += 2) samples[i] = 0;
    const recording = { ...recordingOf(samples), ...kind };
    const mine = await foundIn(recording, { gpu: await testGpu() });
    expectSame(mine, await foundIn(recording));
    expect(mine.found).toHaveLength(1);
  });

  it("find the boxes of float64 in a file of float32 with a unit of 1e-12, and count what is no number", async () => {
    const gpu = await testGpu();
    const samples = made(5000, tone({ start: 2000, stop: 4000, cycles: 0.1, power: 1 })).map((value) => 1e-12 * value);
    samples[501] = NaN;
    samples[4400] = Infinity;
    const recording = floatFile(samples);
    const mine = await foundIn(recording, { gpu });
    expect(recording.nonFinite()).toBe(2);
    expectSame(mine, await foundIn(recordingOf(samples)));
    expect(mine.found).toHaveLength(1);
  });

  // SwiftShader takes a second per segment.
  it.runIf(process.env.THREERAY_SLOW)(
    "find the boxes of float64 in several segments, which are read ahead",
    async () => {
      const gpu = await testGpu();
      const add = all(
        coloured,
        tone({ start: 20_000, stop: 45_000, cycles: 0.1, power: 0.5 }),
        // It begins late in the first segment, so the second one begins earlier than expected.
        tone({ start: 28_500, stop: 36_000, cycles: -0.3, power: 0.5 }),
        tone({ start: 80_000, stop: 80_040, cycles: 0.3, power: 30 }),
      );
      const samples = made(120_000, add);
      for (const recording of [recordingOf(samples), integers(samples)]) {
        const mine = await foundIn(recording, { gpu: { ...gpu, adapter: { ...gpu.adapter, software: false } } });
        expectSame(mine, await foundIn(recording));
        expect(mine.found).toHaveLength(3);
      }
    },
    300_000,
  );

  it("continue in float64 when the device is lost, and say so", async () => {
    const gpu = await openGpu(await dawn(), { limits: "default", onError: () => {} });
    const recording = recordingOf(made(5000, tone({ start: 2000, stop: 4000, cycles: 0.1, power: 1 })));
    const read: Searchable["read"] = (start, count) => {
      gpu.device.destroy();
      return recording.read(start, count);
    };
    const { found, messages } = await foundIn({ ...recording, read }, { gpu });
    expect(found).toEqual((await foundIn(recording)).found);
    expect(found).toHaveLength(1);
    expect(messages).toEqual(["Threeray lost the GPU, and searches on the processor."]);
    const again = await foundIn(recording, { gpu });
    expect(again.found).toEqual(found);
    expect(again.messages).toEqual(messages);
  });
});
