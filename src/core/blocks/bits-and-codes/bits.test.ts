import { describe, expect, it } from "vitest";
import { errorDb, testNormals, testRandom } from "../../gpu/testing.ts";
import { frameBits } from "../../random/bits.reference.ts";
import { blockOutputs, inFloat64 } from "../testing.ts";
import { CONSTELLATIONS, type ConstellationName } from "./constellations.ts";
import { pointsOf } from "./constellations.float64.ts";

const bitsOf = (seed: number, count: number) => {
  const random = testRandom(seed);
  return Uint32Array.from({ length: count }, () => Math.floor(2 * random()));
};
const labelsOf = (seed: number, count: number, modulus: number) => {
  const random = testRandom(seed);
  return Int32Array.from({ length: count }, () => Math.floor(modulus * random()));
};
const names = Object.keys(CONSTELLATIONS) as ConstellationName[];

describe("blocks/random-bits", () => {
  it("gives the same bits as the core's generator, for every page size and far along the signal", async () => {
    const { out } = await blockOutputs("random-bits", { seed: 7 }, { page: 300, firings: 1000 });
    expect(Array.from(out)).toEqual(frameBits(0, { length: 1000, seed: 7 }));
    expect(Array.from(inFloat64("random-bits", { seed: 7 }, {}, 1000).out)).toEqual(Array.from(out));
  });
});

describe("blocks/constellations", () => {
  it.each(names)("%s has unit mean energy, and neighbours that differ in one bit", (name) => {
    const points = pointsOf(name);
    const size = points.length / 2;
    expect(points.reduce((sum, value) => sum + value * value, 0) / size).toBeCloseTo(1, 12);
    const distance = (a: number, b: number) =>
      Math.hypot(points[2 * a] - points[2 * b], points[2 * a + 1] - points[2 * b + 1]);
    const labels = Array.from({ length: size }, (_, label) => label);
    const least = Math.min(...labels.slice(1).map((label) => distance(0, label)));
    for (const a of labels) {
      for (const b of labels) {
        if (a === b || distance(a, b) > 1.001 * least) continue;
        expect([1, 2, 4, 8, 16, 32, 64, 128]).toContain(a ^ b);
      }
    }
  });

  it.each(names)("%s: mapper, slicer and demapper equal float64, and undo each other", async (constellation) => {
    const size = CONSTELLATIONS[constellation];
    const bits = bitsOf(size, 200 * size);
    const { out: symbols } = await blockOutputs(
      "constellation-mapper",
      { constellation },
      { inputs: { in: bits }, page: 64 },
    );
    const expected = inFloat64("constellation-mapper", { constellation }, { in: bits }).out;
    expect(errorDb(symbols, expected)).toBeLessThan(-130);
    const noise = testNormals(9, symbols.length);
    const noisy = Float32Array.from(symbols, (value, i) => value + 0.15 * noise[i]);
    const { out: decided } = await blockOutputs(
      "slicer",
      { constellation },
      { inputs: { in: noisy }, page: [77, 0, 123] },
    );
    expect(Array.from(decided)).toEqual(Array.from(inFloat64("slicer", { constellation }, { in: noisy }).out));
    const { out: again } = await blockOutputs(
      "slicer",
      { constellation },
      { inputs: { in: symbols as Float32Array<ArrayBuffer> }, page: 200 },
    );
    expect(Array.from(again)).toEqual(Array.from(bits));
    const soft = { constellation, noiseVariance: 0.045, algorithm: "exact" };
    const { out: llrs } = await blockOutputs("soft-demapper", soft, { inputs: { in: noisy }, page: [77, 0, 123] });
    expect(errorDb(llrs, inFloat64("soft-demapper", soft, { in: noisy }).out)).toBeLessThan(-110);
  });

  it("takes the nearest points for max-log, and labels as integers", async () => {
    const [re, im] = [testNormals(1, 300), testNormals(2, 300)];
    const noisy = Float32Array.from({ length: 600 }, (_, i) => (i % 2 ? im[i >> 1] : re[i >> 1]));
    const soft = { constellation: "16-QAM", noiseVariance: 0.3, algorithm: "max-log" };
    const { out: llrs } = await blockOutputs("soft-demapper", soft, { inputs: { in: noisy }, page: 300 });
    expect(errorDb(llrs, inFloat64("soft-demapper", soft, { in: noisy }).out)).toBeLessThan(-120);
    const labels = { constellation: "64-QAM", output: "labels" };
    const { out } = await blockOutputs("slicer", labels, { inputs: { in: noisy }, page: 300 });
    expect(Array.from(out)).toEqual(Array.from(inFloat64("slicer", labels, { in: noisy }).out));
    const mapper = { constellation: "64-QAM", input: "labels" };
    const { out: points } = await blockOutputs("constellation-mapper", mapper, { inputs: { in: out }, page: 300 });
    expect(errorDb(points, inFloat64("constellation-mapper", mapper, { in: out }).out)).toBeLessThan(-130);
  });
});

describe("blocks/differential", () => {
  it.each([
    ["bits", 2, [300, 7, 700]],
    ["labels", 8, [512, 488, 0, 7]],
    ["labels", 1000, 333],
  ] as const)("encodes and decodes %s modulo %i in any pages", async (type, modulus, page) => {
    const x = type === "bits" ? bitsOf(3, 1007) : labelsOf(3, 1007, modulus);
    const { out: coded } = await blockOutputs("differential-encoder", { type, modulus }, { inputs: { in: x }, page });
    const expected = inFloat64("differential-encoder", { type, modulus }, { in: x }).out;
    expect(Array.from(coded.subarray(0, 1007))).toEqual(Array.from(expected));
    const { out } = await blockOutputs("differential-decoder", { type, modulus }, { inputs: { in: coded }, page });
    expect(Array.from(out.subarray(0, 1007))).toEqual(Array.from(x));
  });

  it("gives the phase differences of complex symbols", async () => {
    const x = Float32Array.from(testNormals(5, 800));
    const { out } = await blockOutputs(
      "differential-decoder",
      { type: "complex" },
      { inputs: { in: x }, page: [100, 1, 299] },
    );
    expect(errorDb(out, inFloat64("differential-decoder", { type: "complex" }, { in: x }).out)).toBeLessThan(-130);
  });
});
