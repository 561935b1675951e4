import { describe, expect, it } from "vitest";
import { allocate } from "../gpu/pool.ts";
import { errorDb, poison, readFloats, run, TEST_INVOCATIONS, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { SAMPLE_BYTES, type SampleKind, type StreamPlan } from "../flow/graph/block.ts";
import { liquidFilters } from "../convolution/testing.ts";
import { fir } from "./direct.reference.ts";
import type { FirConfig } from "./plan.ts";

export type CreateFir = (device: GPUDevice, config: FirConfig) => Promise<StreamPlan>;
export type Filter = Pick<FirConfig, "kind" | "complexTaps" | "decimation" | "taps">;

/** Sizes of a filter and of its test signals. */
export interface FirCase extends Omit<Filter, "taps"> {
  taps: number;
  signals?: number;
  /** Samples of a page. */
  length: number;
  pages?: number;
}

/** Intentionally awkward sizes. */
export const awkwardCases: readonly FirCase[] = [
  { kind: "real", taps: 1, length: 1 },
  { kind: "real", taps: 64, length: 5000 },
  { kind: "real", taps: 65, length: 1537, pages: 3 },
  { kind: "real", taps: 131, length: 7, pages: 40 },
  { kind: "real", taps: 37, signals: 5, length: 101, pages: 4, decimation: 1 },
  { kind: "real", taps: 3, length: 16_381, complexTaps: true },
  { kind: "real", taps: 211, signals: 2, length: 1021, pages: 3, complexTaps: true },
  { kind: "complex", taps: 17, length: 3079, pages: 2 },
  { kind: "complex", taps: 1000, signals: 3, length: 499, pages: 4 },
  { kind: "complex", taps: 47, signals: 7, length: 331, pages: 3, complexTaps: true },
  { kind: "complex", taps: 2, length: 1, pages: 6, complexTaps: true },
  { kind: "real", taps: 24, length: 3334, pages: 2, decimation: 2 },
  { kind: "complex", taps: 129, signals: 2, length: 501, pages: 4, decimation: 3 },
  { kind: "real", taps: 10, length: 16 * 37, pages: 3, decimation: 16, complexTaps: true },
  { kind: "complex", taps: 301, length: 100, pages: 5, decimation: 100, complexTaps: true },
  { kind: "real", taps: 5, length: 12_800, decimation: 50 },
];

/**
 * Filters signals in pages, with outputs set to NaN before. * @param x Signals in turn, each with a whole number of pages.
 * @returns Each signal's outputs.
 */
export async function filterPages(
  create: CreateFir,
  filter: Filter,
  x: readonly Float64Array[],
  length: number,
): Promise<Float32Array[]> {
  const device = await testDevice();
  const memory = allocate(device);
  const signals = x.length;
  const row = (length * SAMPLE_BYTES[filter.kind]) / 4;
  const input = memory.storage("page", signals * row * 4);
  const plan = await create(device, { ...filter, signals, length, input });
  const pages: Float32Array[] = [];
  for (let from = 0; from < x[0].length; from += row) {
    const page = new Float32Array(signals * row);
    for (const [s, signal] of x.entries()) page.set(signal.subarray(from, from + row), s * row);
    device.queue.writeBuffer(input, 0, page);
    poison(device, plan.output);
    await run(device, plan);
    const width = filter.kind === "complex" || filter.complexTaps ? 2 : 1;
    pages.push(await readFloats(device, plan.output, signals * plan.outputs * width));
  }
  plan.destroy();
  memory.release();
  const out = pages[0].length / signals;
  return x.map((_, s) => Float32Array.from(pages.flatMap((page) => [...page.subarray(s * out, (s + 1) * out)])));
}

/** Filters noise by a random filter of the case's sizes in pages, on the GPU and in float64. */
export async function filterBoth(
  create: CreateFir,
  { taps, signals = 1, length, pages = 1, ...sizes }: FirCase,
  seed: number,
): Promise<{ got: Float32Array; expected: Float64Array }[]> {
  const filter = { ...sizes, taps: testNormals(seed, taps * (sizes.complexTaps ? 2 : 1)).map(Math.fround) };
  const numbers = pages * length * (sizes.kind === "complex" ? 2 : 1);
  const x = Array.from({ length: signals }, (_, s) => testNormals(seed + 1 + s, numbers).map(Math.fround));
  const got = await filterPages(create, filter, x, length);
  return got.map((y, s) => ({ got: y, expected: fir(x[s], filter.taps, filter) }));
}

/** Returns liquid-dsp's vectors of filters with and without decimation: x, taps and what must come out. */
export function liquidCases(): (Filter & { name: string; x: Float64Array; y: Float64Array })[] {
  return liquidFilters().map(({ name, decimation, h, x, y }) => {
    const kinds = /_(..)(.)f_/.exec(name) as RegExpExecArray;
    const [output, taps] = [kinds[1][0], kinds[1][1]];
    const kind: SampleKind = kinds[2] === "c" ? "complex" : "real";
    if (output !== (taps === "c" ? "c" : kinds[2])) throw new Error(`${name}: its output has another kind`);
    const of = (numbers: typeof x) => Float64Array.from(numbers.flat());
    return { name, kind, complexTaps: taps === "c", decimation, taps: of(h), x: of(x), y: of(y) };
  });
}

type Reference = typeof import("./overlap-save.reference.ts").overlapSaveFir;

/** Most taps on the device: half a transform. */
const LONGEST = 8 * TEST_INVOCATIONS;

/** Tests for every FFT filter. */
export function describeTransformFir(label: string, create: CreateFir, reference: Reference): void {
  describe(label, () => {
    it.each(awkwardCases)("agrees with the reference: %o", async (one) => {
      for (const { got, expected } of await filterBoth(create, one, one.taps)) {
        expect(errorDb(got, expected)).toBeLessThan(-115);
      }
    });

    it.each([
      { kind: "real", taps: LONGEST, length: 9001 },
      { kind: "complex", taps: LONGEST - 1, complexTaps: true, length: 700, pages: 9 },
      { kind: "complex", taps: LONGEST / 2 + 1, signals: 2, length: 6000, decimation: 2 },
      { kind: "real", taps: 49, signals: 600, length: 1000 },
    ] as const)("takes long filters and many blocks per workgroup: %o", async (one) => {
      for (const { got, expected } of await filterBoth(create, one, one.taps)) {
        expect(errorDb(got, expected)).toBeLessThan(-115);
      }
    });

    it.each([
      { kind: "real", taps: 17, length: 64 },
      { kind: "complex", taps: 31, complexTaps: true, decimation: 3, length: 48 },
    ] as const)("has a reference that agrees with the direct reference: %o", ({ taps, length, ...filter }) => {
      const [x, h] = [testNormals(taps, 600), testNormals(taps + 1, 2 * taps)];
      expect(errorDb(reference(x, h, filter, 2 * length), fir(x, h, filter))).toBeLessThan(-250);
    });

    it("liquid-dsp's filters", async () => {
      for (const { name, x, y, ...filter } of liquidCases()) {
        const length = x.length / (filter.kind === "complex" ? 2 : 1);
        const [got] = await filterPages(create, filter, [x], length);
        expect(errorDb(got, y), name).toBeLessThan(-115);
      }
    });

    it.each([
      [{ taps: new Float64Array(2049) }, `taps must be at most ${LONGEST}, got 2049: use fir/direct`],
      [{ length: 7, decimation: 2 }, "length must be a multiple of the decimation, 2, got 7"],
    ])("refuses invalid sizes", async (wrong, message) => {
      const device = await testDevice();
      const input = upload(device, new Float32Array(8));
      const config = { kind: "real", signals: 1, length: 6, taps: Float64Array.of(1), input, ...wrong } as const;
      await expect(create(device, config)).rejects.toThrow(`${label}: ${message}`);
    });
  });
}
