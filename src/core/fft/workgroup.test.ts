import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { fft } from "./fft.reference.ts";
import { batchedFft } from "./workgroup.reference.ts";
import { createWorkgroupFft } from "./workgroup.ts";

async function transform(x: Float64Array, length: number, inverse = false): Promise<Float32Array> {
  const device = await testDevice();
  const batch = x.length / 2 / length;
  const plan = await createWorkgroupFft(device, {
    length,
    batch,
    inverse,
    input: upload(device, Float32Array.from(x)),
  });
  poison(device, plan.output);
  await run(device, plan);
  const output = await readFloats(device, plan.output, x.length);
  plan.destroy();
  return output;
}

/** 1e-6·log2(N), RMS relative. */
const tolerance = (length: number) => 20 * Math.log10(1e-6 * Math.log2(length));

const vectorsFile = "../shared/data/liquid-filter-fft-vectors.json";
const absent = !existsSync(vectorsFile);

describe("fft/workgroup", () => {
  it.each([
    [2, 1],
    [4, 515],
    [8, 3],
    [16, 1],
    [16, 33],
    [32, 67],
    [64, 1],
    [64, 65],
    [128, 19],
    [256, 9],
    [512, 3],
    [1024, 5],
    [2048, 1],
    [2048, 3],
    [4096, 3],
  ])("length %i, batch %i, there and back", async (length, batch) => {
    const x = testNormals(length + batch, 2 * length * batch);
    const forward = await transform(x, length);
    expect(errorDb(forward, batchedFft(x, batch))).toBeLessThan(tolerance(length));
    const back = await transform(Float64Array.from(forward), length, true);
    expect(errorDb(back, x)).toBeLessThan(tolerance(length));
  });

  it("puts a tone into its bin", async () => {
    const length = 2048;
    const phase = (n: number) => (2 * Math.PI * 777 * n) / length;
    const x = Float64Array.from({ length: 2 * length }, (_, i) => (i % 2 ? Math.sin : Math.cos)(phase(i >> 1)));
    const X = await transform(x, length);
    expect(X[2 * 777]).toBeCloseTo(length, 2);
    X[2 * 777] = 0;
    expect(Math.max(...X.map(Math.abs))).toBeLessThan(length * 1e-6);
  });

  const vectors: Record<string, Record<string, [number, number][]>> = absent
    ? {}
    : JSON.parse(readFileSync(vectorsFile, "utf8")).vectors;
  const lengths = Object.keys(vectors).flatMap((name) => /^fft_data_(\d+)$/.exec(name)?.slice(1).map(Number) ?? []);
  const of = (length: number) =>
    (["x", "y"] as const).map((end) =>
      Float64Array.from(vectors[`fft_data_${length}`][`fft_test_${end}${length}`].flat()),
    );

  it.skipIf(absent)(`liquid-dsp's vectors (skipped without ${vectorsFile}), reference`, () => {
    expect(lengths.length).toBeGreaterThan(10);
    for (const length of lengths) {
      const [x, y] = of(length);
      expect(errorDb(fft(x), y)).toBeLessThan(-200);
    }
  });

  it.skipIf(absent)(`liquid-dsp's vectors (skipped without ${vectorsFile}), powers of two`, async () => {
    const powers = lengths.filter((length) => Number.isInteger(Math.log2(length)));
    expect(powers.length).toBeGreaterThan(2);
    for (const length of powers) {
      const [x, y] = of(length);
      expect(errorDb(await transform(x, length), y)).toBeLessThan(tolerance(length));
    }
  });

  it.each([0, 1, 3, 24, 8192, -16, Number.NaN])("refuses length %s", async (length) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createWorkgroupFft(device, { length, batch: 1, input })).rejects.toThrow(
      `fft/workgroup: length must be a power of two from 2 to 4096, got ${length}`,
    );
  });

  it.each([0, -1, 1.5, Number.NaN])("refuses batch %s", async (batch) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createWorkgroupFft(device, { length: 16, batch, input })).rejects.toThrow(
      `fft/workgroup: batch must be a positive integer, got ${batch}`,
    );
  });
});
