import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testNormals, upload } from "../../gpu/testing.ts";
import { nearestPoint } from "../../constellation/constellation.ts";
import { estimatesOf, TEST_TAPS, testBatch } from "../testing.ts";
import { bitLlrs, branchMetric, type MapInput, priorMetric } from "./map.reference.ts";
import { createMapEqualizer } from "./map.ts";

const [ONE, TWO, REAL] = [
  [0.6, 0.8],
  [0.8, 0, 0.3, -0.4],
  [0.407, 0, 0.815, 0, 0.407, 0],
].map((taps) => Float64Array.from(taps));

describe("adaptive/map", () => {
  it.each([
    ["bpsk", TEST_TAPS, 9, 0, { isReal: true, priors: true }],
    ["bpsk", REAL, 1, 30, {}],
    ["qpsk", TEST_TAPS, 4, 3, {}],
    ["8psk", ONE, 3, 5, { priors: true }],
    ["8psk", TEST_TAPS, 3, 5, {}],
    ["16qam", TWO, 3, 8, { priors: true }],
  ] as const)("sums the probabilities of all sequences: %s, %o, %i symbols, %i dB, %o", async (...given) => {
    const [modulation, taps, symbols, snrDb, options] = given;
    const { llrs, inputs, decided, size } = await equalized({ modulation, taps, symbols, snrDb, ...options });
    for (const [p, input] of inputs.entries()) {
      const expected = sumOfSequences(input, size);
      expect(decided[p]).toEqual(expected.map((llr) => Number(llr > 0)));
      expectClose(llrs[p], expected);
      expectClose(bitLlrs(input), expected, 1e-9);
    }
  });

  it("keeps the metrics of 1024 of 2100 symbols at a time", async () => {
    const { llrs, inputs } = await equalized({ modulation: "qpsk", taps: TEST_TAPS, symbols: 2100, snrDb: 8 });
    expectClose(llrs[4], bitLlrs(inputs[4]));
  });

  it("refuses too many states and noise without variance", async () => {
    const test = await testBatch({ modulation: "64qam", taps: TEST_TAPS });
    const creation = createMapEqualizer(test.device, test.batch, test.decisions, { isReal: false });
    await expect(creation).rejects.toThrow("adaptive/map: at most 1024 states, got 4096");
    test.destroy();
    const small = await testBatch({ modulation: "bpsk", taps: REAL });
    const plan = await createMapEqualizer(small.device, small.batch, small.decisions, { isReal: false });
    expect(() => plan.setNoiseVariance(0)).toThrow("noiseVariance must be 1e-9 to 1e9, got 0");
    plan.destroy();
    small.destroy();
  });
});

/** Equalizes packets, and returns LLRs with priors, decided bits and what float64 needs, by packet. */
async function equalized({
  isReal = false,
  priors: hasPriors = false,
  packets = 5,
  ...given
}: Omit<Parameters<typeof testBatch>[0], "taps" | "snrDb"> & {
  taps: Float64Array;
  symbols: number;
  snrDb: number;
  isReal?: boolean;
  priors?: boolean;
}) {
  const { taps, symbols, snrDb } = given;
  const test = await testBatch({ packets, ...given });
  const size = test.points.length / 2;
  const rows = symbols * Math.log2(size);
  const priors = Float32Array.from(testNormals(3, rows * packets), (value) => (hasPriors ? 3 * value : 0));
  const buffer = hasPriors ? upload(test.device, priors) : undefined;
  const plan = await createMapEqualizer(test.device, test.batch, test.decisions, { isReal, priors: buffer });
  plan.setNoiseVariance(10 ** (-snrDb / 10));
  for (const output of [plan.estimates, plan.extrinsic]) poison(test.device, output);
  await run(test.device, plan);
  const extrinsic = await readFloats(test.device, plan.extrinsic, rows * packets);
  const column = (values: ArrayLike<number>, p: number) =>
    Array.from({ length: rows }, (_, row) => values[row * packets + p]);
  const llrs: number[][] = [];
  const decided: number[][] = [];
  for (let p = 0; p < packets; p++) {
    llrs.push(column(extrinsic, p).map((value, row) => value + priors[row * packets + p]));
    const z = await estimatesOf(test, plan.estimates, p);
    const found = Array.from({ length: symbols }, (_, k) => nearestPoint(test.points, z[2 * k], z[2 * k + 1]).label);
    decided.push(found.flatMap((label) => label.toString(2).padStart(Math.log2(size), "0").split("").map(Number)));
  }
  const gamma = 10 ** (snrDb / 10) * (isReal ? 0.5 : 1);
  const inputs = test.packets.map(({ received, labels }, p): MapInput => {
    const { points, batch } = test;
    return { received, labels, guard: batch.guard, symbols, points, taps, gamma, priors: column(priors, p) };
  });
  plan.destroy();
  test.destroy();
  return { llrs, decided, inputs, size };
}

/** The LLRs of short packets from the probabilities of all their sequences. */
function sumOfSequences(input: MapInput, size: number): number[] {
  const { labels, guard, symbols, taps } = input;
  const bits = Math.log2(size);
  const sides = Array.from({ length: bits * symbols }, () => [[], []] as [number[], number[]]);
  for (let sequence = 0; sequence < size ** symbols; sequence++) {
    const trial = labels.slice();
    for (let k = 0; k < symbols; k++) trial[guard + k] = Math.floor(sequence / size ** k) % size;
    let metric = 0;
    for (let k = 0; k < symbols + taps.length / 2 - 1; k++) {
      metric += branchMetric(
        input,
        k,
        Array.from({ length: taps.length / 2 }, (_, l) => trial[guard + k - l]),
      );
    }
    for (let k = 0; k < symbols; k++) metric += priorMetric(input, k, trial[guard + k]);
    for (const [row, side] of sides.entries()) {
      side[(trial[guard + Math.floor(row / bits)] >> (bits - 1 - (row % bits))) & 1].push(metric);
    }
  }
  return sides.map(([zero, one]) => {
    const [largest, other] = [Math.max(...one), Math.max(...zero)];
    const sum = (side: number[], most: number) => side.reduce((all, metric) => all + Math.exp(metric - most), 0);
    return largest - other + Math.log(sum(one, largest) / sum(zero, other));
  });
}

/** Metrics in float32 grow to γ times the energy of some samples, with a rounding of 2⁻²⁴ each; exp and log add 2⁻²¹. */
function expectClose(actual: readonly number[], expected: readonly number[], tolerance = 2e-5) {
  const scale = Math.max(20, ...expected.map(Math.abs));
  expect(Math.max(...actual.map((value, i) => Math.abs(value - expected[i])))).toBeLessThan(tolerance * scale);
}
