import { describe, expect, it } from "vitest";
import { createViterbiEqualizer } from "../../adaptive/sequence/viterbi.ts";
import { estimatesOf, testBatch } from "../../adaptive/testing.ts";
import { run, testNormals } from "../../gpu/testing.ts";
import { pointsOf } from "../bits-and-codes/constellations.float64.ts";
import type { ConstellationName } from "../bits-and-codes/constellations.ts";
import type { Listed } from "../list-field.ts";
import { blockOutputs, inFloat64 } from "../testing.ts";

const TAPS: readonly Listed[] = [0.6, [-0.3, 0.4], [0, 0.5]];

/** Returns what the taps make of random symbols after silence, with noise. */
function received(name: ConstellationName, taps: readonly Listed[], count: number, deviation: number) {
  const points = pointsOf(name);
  const random = testNormals(77, 3 * count);
  const labels = Array.from({ length: count }, (_, k) => Math.floor(Math.abs(random[k]) * 1e4) % (points.length / 2));
  const x = new Float32Array(2 * count);
  for (let n = 0; n < count; n++) {
    let [re, im] = [deviation * random[count + 2 * n], deviation * random[count + 2 * n + 1]];
    for (const [l, tap] of taps.entries()) {
      if (l > n) break;
      const [a, b] = [tap].flat() as number[];
      const [p, q] = points.subarray(2 * labels[n - l]);
      re += a * p - (b ?? 0) * q;
      im += a * q + (b ?? 0) * p;
    }
    x.set([re, im], 2 * n);
  }
  return { x, labels, points };
}

/** The symbol `traceback` before the end of the sequence that is nearest to the samples, by a search through all sequences. */
function searched(x: Float32Array, points: Float64Array, taps: readonly Listed[], traceback: number): number[] {
  const [count, size] = [x.length / 2, points.length / 2];
  let [least, decided] = [Infinity, 0];
  for (let sequence = 0; sequence < size ** count; sequence++) {
    const labels = Array.from({ length: count }, (_, k) => Math.floor(sequence / size ** k) % size);
    let sum = 0;
    for (let n = 0; n < count; n++) {
      let [re, im] = [x[2 * n], x[2 * n + 1]];
      for (const [l, tap] of taps.entries()) {
        if (l > n) break;
        const [a, b] = [tap].flat() as number[];
        const [p, q] = points.subarray(2 * labels[n - l]);
        re -= a * p - (b ?? 0) * q;
        im -= a * q + (b ?? 0) * p;
      }
      sum += re * re + im * im;
    }
    if (sum < least) [least, decided] = [sum, labels[count - 1 - traceback]];
  }
  return [...points.subarray(2 * decided, 2 * decided + 2)];
}

const rounded = (values: ArrayLike<number>) => Array.from(values, (value) => Math.round(1e5 * value) / 1e5 + 0);

describe("blocks/filters/mlse", () => {
  it.each([
    ["BPSK", 9, 4, TAPS],
    ["BPSK", 8, 0, TAPS],
    ["QPSK", 5, 3, TAPS],
    ["8-PSK", 3, 2, [1, 0.9]],
    ["QPSK", 4, 1, [[0.6, 0.8]]],
  ] as const)(
    "decides as a search through all sequences: %s, %i symbols, traceback %i",
    async (name, count, traceback, taps) => {
      const { x, points } = received(name, taps, count, 0.5);
      const parameters = { constellation: name, taps, traceback };
      const { out: expected } = inFloat64("mlse", parameters, { in: x });
      const { out } = await blockOutputs("mlse", parameters, { inputs: { in: x }, page: 4, after: 0 });
      for (let n = 0; n < count; n++) {
        const wanted = n < traceback ? [0, 0] : searched(x.subarray(0, 2 * n + 2), points, taps, traceback);
        expect(rounded(expected.subarray(2 * n, 2 * n + 2))).toEqual(rounded(wanted));
        expect(rounded(out.subarray(2 * n, 2 * n + 2))).toEqual(rounded(wanted));
      }
    },
  );

  it.each([
    ["BPSK", [1], 0, 151],
    ["QPSK", TAPS, 20, 151],
    ["16-QAM", TAPS, 7, 81],
    ["256-QAM", [1, 0.2], 3, 12],
  ] as const)("gives the same symbols for pages of any size: %s", async (constellation, taps, traceback, count) => {
    const { x } = received(constellation, taps, count, 0.1);
    const parameters = { constellation, taps, traceback };
    const { out: expected } = inFloat64("mlse", parameters, { in: x });
    for (const page of [count, count > 50 ? 50 : 1, [1, 0, 8, 1, count - 10]]) {
      const { out } = await blockOutputs("mlse", parameters, { inputs: { in: x }, page, after: 0 });
      expect(rounded(out.subarray(0, 2 * count))).toEqual(rounded(expected));
    }
  });

  it("decides a long stream, whose metrics are levelled again and again", async () => {
    const { x, labels, points } = received("BPSK", TAPS, 1500, 0.05);
    const parameters = { constellation: "BPSK", taps: TAPS, traceback: 10 };
    const { out } = await blockOutputs("mlse", parameters, { inputs: { in: x }, page: 500 });
    const wanted = labels.flatMap((label) => [...points.subarray(2 * label, 2 * label + 2)]);
    expect(rounded(out.subarray(20, 3020))).toEqual(rounded(wanted));
  });

  it.each([NaN, -Infinity, 3e38])("does not use a sample of %d", async (value) => {
    const { x } = received("QPSK", TAPS, 40, 0.1);
    x[21] = value;
    const parameters = { constellation: "QPSK", taps: TAPS, traceback: 6 };
    const { out: expected } = inFloat64("mlse", parameters, { in: x });
    const { out } = await blockOutputs("mlse", parameters, { inputs: { in: x }, page: 16, after: 0 });
    expect(rounded(out.subarray(0, 80))).toEqual(rounded(expected));
  });

  it("decides as the equalizer of packets, whose ends are known, where paths have merged", async () => {
    const taps = Float64Array.from(TAPS.flatMap((tap) => (typeof tap === "number" ? [tap, 0] : tap)));
    const traceback = 24;
    const test = await testBatch({ modulation: "qpsk", taps, symbols: 400, packets: 2, snrDb: 6 });
    const plan = await createViterbiEqualizer(test.device, test.batch, test.decisions, { traceback });
    await run(test.device, plan);
    const z = await estimatesOf(test, plan.estimates, 1);
    const { guard } = test.batch;
    const x = Float32Array.from(test.packets[1].received.subarray(0, 2 * (guard + 400)));
    // The labels differ, and the points are the same.
    const { out } = await blockOutputs(
      "mlse",
      { constellation: "QPSK", taps: TAPS, traceback },
      { inputs: { in: x }, page: 100 },
    );
    const [from, to] = [40, 400 - traceback];
    const ours = out.subarray(2 * (guard + traceback + from), 2 * (guard + traceback + to));
    expect(rounded(ours)).toEqual(rounded(z.subarray(2 * from, 2 * to)));
    const sent = test.packets[1].sent.subarray(2 * (guard + from), 2 * (guard + to));
    expect(rounded(ours)).not.toEqual(rounded(sent));
    plan.destroy();
    test.destroy();
  });

  it.each([
    [{ constellation: "64-QAM", taps: TAPS }, "64-QAM and 3 taps make 64^2 = 4096 states, more than 1024"],
    [{ taps: [0, [0, 0]] }, "The taps are all 0"],
  ])("refuses %j", async (parameters, message) => {
    await expect(blockOutputs("mlse", parameters, { inputs: { in: new Float32Array(2) }, page: 1 })).rejects.toThrow(
      message,
    );
  });
});
