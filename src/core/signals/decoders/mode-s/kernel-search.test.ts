import { assert, asyncProperty, constantFrom, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { CaptureError } from "../../../capture/capture-error.ts";
import { openGpu, type Gpu } from "../../../gpu/device.ts";
import { dawn, gpuRuns, poison, readWords, run, testGpu, testRandom } from "../../../gpu/testing.ts";
import { once } from "../../../once.ts";
import type { StoredSource } from "../decoder.ts";
import type { Candidate } from "./candidate-rows.ts";
import { createModeSKernels, searchByKernels } from "./kernel-search.ts";
import { preambles } from "./preambles.reference.ts";
import { bytesPerSample, rawSamples, type SampleArray, type SampleFormat } from "../../../capture/raw-samples.ts";
import { floatBlock } from "../sample-blocks.ts";
import { createCandidateSearch } from "./search.ts";
import { candidatesOf, type MadeFrame, madeModeS, withParity } from "./testing.ts";

/** Noise and a frame per 400 µs, at any fraction of a sample. */
function recorded(seed: number, { rate, length, sigma = 0.3, carrier = 0 }: Made): Float32Array<ArrayBuffer> {
  const random = testRandom(seed);
  const octets = () => withParity([0x8d, ...Array.from({ length: 10 }, () => Math.floor(256 * random()))]);
  const frames: MadeFrame[] = [];
  for (let at = 20 * random(); at < length; at += 4e-4 * rate) frames.push({ octets: octets(), at, carrier });
  return new Float32Array(madeModeS(random, { length, rate, sigma }, frames));
}

interface Made {
  rate: number;
  length: number;
  sigma?: number;
  carrier?: number;
}

/** Samples as a file has them. Integers are coarse: their magnitudes are often equal. */
function stored(format: SampleFormat, samples: Float32Array): SampleArray {
  const [scale, middle] = { f32: [1, 0], i16: [3000, 0], i8: [25, 0], u8: [25, 128] }[format];
  const numbers = rawSamples(format, samples.length);
  numbers.set(format === "f32" ? samples : samples.map((value) => Math.round(scale * value) + middle));
  return numbers;
}

const whole = (format: SampleFormat, samples: SampleArray) =>
  floatBlock(format, { samples, first: 0, size: 0, from: 0, to: samples.length / 2 }).samples;

function inFloat64(samples: Float32Array, rate: number, offset: number): Candidate[] {
  const search = createCandidateSearch(rate, offset);
  const tuning = { sampleRateHz: rate, offsetHz: offset };
  return [...candidatesOf(tuning, search.push(samples)), ...candidatesOf(tuning, search.end())];
}

function sourceOf(format: SampleFormat, samples: SampleArray): StoredSource {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  return {
    format,
    samples: samples.length / 2,
    async readInto(start, into) {
      const first = start * bytesPerSample(format);
      if (first + into.length > bytes.length) throw new RangeError("the samples end");
      into.set(bytes.subarray(first, first + into.length));
    },
    left: async () => samples.length / 2,
  };
}

async function byKernels(gpu: Gpu, samples: SampleArray, { rate, offset = 0, format = "f32" }: ByKernels) {
  const config = { sampleRateHz: rate, offsetHz: offset, blocks: 1 };
  const found: Candidate[] = [];
  let searched = 0;
  for await (const part of searchByKernels(gpu, config, sourceOf(format, samples))) {
    for (const candidate of candidatesOf(config, part.candidates)) found.push(candidate);
    searched = part.samples;
  }
  expect(searched).toBe(samples.length / 2);
  return found;
}

interface ByKernels {
  rate: number;
  offset?: number;
  format?: SampleFormat;
}

const keyOf = ({ start, octets }: Candidate) => `${start} ${Buffer.from(octets).toString("hex")}`;

/**
 * Expects the same candidates in the same order. They may differ only at starts where the candidates of float64 change too when the samples
 * change by 10⁻⁶: a comparison there is closer than the rounding of float32, for example of equal integers. So may the carriers: the sum of the
 * few products of a frame that the end cuts can be 0.
 */
function expectSame(found: readonly Candidate[], samples: Float32Array, rate: number, offset = 0): void {
  const right = inFloat64(samples, rate, offset);
  const keys = new Set(right.map(keyOf));
  const both = new Set(found.map(keyOf).filter((key) => keys.has(key)));
  const differing = [...right, ...found].map(keyOf).filter((key) => !both.has(key));
  const changed = once(() => {
    const random = testRandom(1);
    const slightly = () => samples.map((value) => value * (1 + 1e-6 * (random() - 0.5)));
    return Array.from({ length: 8 }, () => inFloat64(slightly(), rate, offset));
  });
  if (differing.length > 0) {
    const startOf = (key: string) => Number(key.split(" ")[0]);
    const uncertain = new Set<number>();
    for (const near of changed()) {
      const others = new Set(near.map(keyOf));
      for (const key of [...keys, ...others]) if (!(keys.has(key) && others.has(key))) uncertain.add(startOf(key));
    }
    expect(differing.filter((key) => !uncertain.has(startOf(key)))).toEqual([]);
  }
  const [mine, theirs] = [found, right].map((list) => list.filter((candidate) => both.has(keyOf(candidate))));
  expect(mine.map(keyOf)).toEqual(theirs.map(keyOf));
  for (const [i, { contrast, snrDb, carrierHz }] of mine.entries()) {
    // Sums of 112 numbers in float32, and the phase of a sum of up to 1000.
    expect(Math.abs(contrast - theirs[i].contrast)).toBeLessThan(1e-5);
    expect(Math.abs(Number(snrDb) - Number(theirs[i].snrDb))).toBeLessThan(1e-3);
    const isNear = (carrier: number) => {
      const turns = (carrier - theirs[i].carrierHz) / rate;
      return Math.abs(turns - Math.round(turns)) < 1e-5;
    };
    if (isNear(carrierHz)) continue;
    const key = keyOf(theirs[i]);
    const others = changed().flatMap((near) => near.filter((candidate) => keyOf(candidate) === key));
    expect(others.some((other) => !isNear(other.carrierHz))).toBe(true);
  }
}

describe("mode-s/kernel-search", () => {
  it.each<[number, SampleFormat, number]>([
    [2e6, "u8", 3001],
    [2.4e6, "i16", 3000],
    [3e6, "i8", 3001],
    [8e6, "f32", 9000],
    [20e6, "i8", 340_001],
    [20e6, "u8", 0],
    [20e6, "f32", 1],
  ])("gives the candidates of float64: %i S/s, %s, %i samples", async (rate, format, length) => {
    const samples = stored(format, recorded(rate + length, { rate, length }));
    const found = await byKernels(await testGpu(), samples, { rate, format });
    expectSame(found, whole(format, samples), rate);
    if (length > 1) expect(found.length).toBeGreaterThan(3);
  });

  it("gives the candidates of float64 for any samples and offset", async () => {
    const gpu = await testGpu();
    const cases = constantFrom<[number, SampleFormat][]>([2e6, "u8"], [2.4e6, "i16"], [20e6, "i16"]);
    const any = asyncProperty(
      integer(),
      cases,
      integer({ min: 1, max: 4000 }),
      async (seed, [rate, format], length) => {
        const offset = seed % 2 ? 0.2 * rate : 0;
        const made = recorded(seed, { rate, length, carrier: offset / rate, sigma: seed % 3 ? 0.3 : 0.03 });
        const samples = stored(format, made);
        const found = await byKernels(gpu, samples, { rate, format, offset });
        expectSame(found, whole(format, samples), rate, offset);
      },
    );
    // The last candidates of this one have products that add up to 0.
    await assert(any, { numRuns: gpuRuns(3), examples: [[752040171, [2e6, "u8"], 2275]] });
  });

  it.each([false, true])(
    "takes samples that are no numbers for zero, and counts them; device lost: %s",
    async (lost) => {
      const rate = 20e6;
      const gpu = lost ? await openGpu(await dawn(), { limits: "default", onError: () => {} }) : await testGpu();
      const zeroed = recorded(12, { rate, length: 66_000 });
      const broken = zeroed.slice();
      // The ends, the border of two blocks, and a sample with two of them.
      const places = [0, 1, 5000, 65_535, 65_536, 65_999];
      for (const [k, n] of places.entries()) {
        broken[2 * n + (k & 1)] = [Number.NaN, Infinity, -Infinity][k % 3];
        zeroed.fill(0, 2 * n, 2 * n + 2);
      }
      broken.fill(Number.NaN, 10_000, 10_002);
      if (lost) gpu.device.destroy();
      const reports: number[][] = [];
      const source = { ...sourceOf("f32", broken), report: (...values: number[]) => reports.push(values) };
      const found: Candidate[] = [];
      const config = { sampleRateHz: rate, offsetHz: 0, blocks: 1 };
      for await (const { candidates } of searchByKernels(gpu, config, source)) {
        found.push(...candidatesOf(config, candidates));
      }
      expectSame(found, zeroed, rate);
      expect(reports).toEqual([
        [65_536, 4],
        [66_000, 2],
      ]);
    },
  );

  it("lists the starts of the rule, and nothing else, into poisoned lists", async () => {
    const { device } = await testGpu();
    const [rate, size, format] = [2.4e6, 2500, "i16"] as const;
    const kernels = await createModeSKernels(device, { sampleRateHz: rate, offsetHz: 0, format, blocks: 1 });
    const { grid, counts, starts, magnitudes, candidates, page } = kernels;
    const made = new Float32Array(2 * (grid.reach + size + grid.beyond));
    made.set(recorded(3, { rate, length: size }), 2 * grid.reach);
    const samples = stored(format, made);
    for (const buffer of [counts, starts, magnitudes, candidates]) poison(device, buffer);
    page.write({ samples, size, from: 0, to: samples.length / 2 });
    await run(device, kernels);
    const [found, kept] = await readWords(device, counts, 2);
    const listed = new Set(await readWords(device, starts, found));
    expect(listed.size).toBe(found);
    // What is closer than the rounding of float32 may be listed or not.
    for (const start of preambles(grid, whole(format, samples), size, 1 - 1e-5)) expect(listed).toContain(start);
    expect(preambles(grid, whole(format, samples), size, 1 + 1e-5)).toEqual(expect.arrayContaining([...listed]));
    expect(kept).toBeGreaterThan(3);
    kernels.destroy();
  });

  /** Pulses in chips of half a microsecond that repeat. */
  const repeated = (length: number, rate: number, chips: readonly number[]) =>
    stored(
      "i16",
      Float32Array.from({ length: 2 * length }, (_, i) =>
        i % 2 === 0 ? chips[Math.floor((i >> 1) / (rate / 2e6)) % chips.length] : 0,
      ),
    );

  it("searches a page again that has more candidates than were copied", async () => {
    const rate = 2.4e6;
    const samples = repeated(1500, rate, [1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]);
    const found = await byKernels(await testGpu(), samples, { rate, format: "i16" });
    // At first, one per 256 of a block's samples is copied.
    expect(new Set(found.map(({ start }) => start)).size).toBeGreaterThan(256);
    expectSame(found, whole("i16", samples), rate);
  });

  it("searches a page with more starts than its list holds in float64", async () => {
    const rate = 20e6;
    const samples = repeated(50_000, rate, [1, 0, 1, 0, 0, 0, 0]);
    const found = await byKernels(await testGpu(), samples, { rate, format: "i16" });
    expect(found.length).toBeGreaterThan(0);
    // Kernels would give other contrasts: theirs are sums in float32.
    expect(found).toEqual(inFloat64(whole("i16", samples), rate, 0));
  });

  it("continues in float64 when the device is lost", async () => {
    const rate = 8e6;
    const gpu = await openGpu(await dawn(), { limits: "default", onError: () => {} });
    const samples = recorded(4, { rate, length: 66_500 });
    const found: Candidate[] = [];
    const config = { sampleRateHz: rate, offsetHz: 0, blocks: 1 };
    for await (const { candidates } of searchByKernels(gpu, config, sourceOf("f32", samples))) {
      found.push(...candidatesOf(config, candidates));
      gpu.device.destroy();
    }
    expectSame(found, samples, rate);
  });

  it("refuses rates outside its range", async () => {
    const config = { sampleRateHz: 1.9e6, offsetHz: 0, blocks: 1 };
    const search = searchByKernels(await testGpu(), config, sourceOf("f32", new Float32Array(2)));
    await expect(search.next()).rejects.toThrow("must be from 2 to 20 MS/s, got 1.9 MS/s");
  });

  it("searches what is left of a file that has become shorter, and passes that on", async () => {
    const rate = 2.4e6;
    const config = { sampleRateHz: rate, offsetHz: 0, blocks: 1 };
    const octets = withParity([0x8d, 0x48, 0x40, 0xd6, 0x20, 0x2c, 0xc3, 0x71, 0xc3, 0x2c, 0xe0]);
    const frames = [20_000, 89_600].map((at) => ({ octets, at }));
    const samples = madeModeS(testRandom(8), { length: 90_000, rate, sigma: 0.05 }, frames);
    const whole = sourceOf("f32", samples);
    const readInto = async (start: number, into: Uint8Array) => {
      if (start + into.length / 8 > whole.samples) throw new CaptureError("the file has become shorter");
      return whole.readInto(start, into);
    };
    const search = searchByKernels(await testGpu(), config, { ...whole, samples: 400_000, readInto });
    const found: Candidate[] = [];
    let searched = 0;
    const all = async () => {
      for await (const part of search) {
        found.push(...candidatesOf(config, part.candidates));
        searched = part.samples;
      }
    };
    await expect(all()).rejects.toThrow("the file has become shorter");
    expect(searched).toBe(whole.samples);
    expectSame(found, samples, rate);
    // At least the second frame begins in the part that could not be read as a whole.
    expect(found.some(({ start }) => start > 85_000)).toBe(true);
  });
});
