import { describe, expect, it } from "vitest";
import type { TransferCurve } from "../../detection/information.ts";
import { gaussianDeviation, gaussianInformation } from "../../detection/gaussian-llrs.ts";
import { testGpu } from "../../gpu/testing.ts";
import { ADAPTIVE } from "./experiment.ts";
import { transfer } from "./transfer.ts";

/** Deviations of means over 4096 bits: 0.016 at most, three of them. */
const NEAR = 0.048;
/** Information of equalizer and decoder after each exchange on Proakis B at 4 dB. */
const B_EXCHANGES = [
  [0.545, 0.63],
  [0.711, 0.931],
  [0.779, 0.978],
];
const CODED = { modulation: "bpsk", training: 20, code: "convolutional:5,7", equalizers: ["map"] };

const transferOf = async (given: object, ebn0Db: number) =>
  (await transfer(await testGpu(), ADAPTIVE.parse({ ...CODED, ...given }), ebn0Db))!;

/** A curve between its points. */
function at(curve: TransferCurve, input: number): number {
  const next = Math.max(
    1,
    curve.findIndex((point) => point.input >= input),
  );
  const [a, b] = [curve[next - 1], curve[next]];
  return a.output + ((b.output - a.output) * (input - a.input)) / (b.input - a.input);
}

describe("adaptive/transfer", () => {
  it("knows nothing without a code or without MAP", async () => {
    const gpu = await testGpu();
    expect(await transfer(gpu, ADAPTIVE.parse({ equalizers: ["map"] }), 4)).toBeUndefined();
    expect(await transfer(gpu, ADAPTIVE.parse({ ...CODED, equalizers: ["mmse"] }), 4)).toBeUndefined();
  });

  it("on a flat channel the samples say the same of a bit for any knowledge of the others", async () => {
    const { equalizer, snrDb } = await transferOf({ channel: "taps", response: "1" }, 1);
    // Real noise of the variance 1/γ: an LLR has the variance 4γ.
    const expected = gaussianInformation(2 * 10 ** (snrDb / 20));
    for (const { output } of equalizer) expect(Math.abs(output - expected)).toBeLessThan(NEAR);
  });

  it("information at the output grows with the priors, up to the information of one symbol without interference", async () => {
    const { equalizer, decoder, exchanges, snrDb, packets } = await transferOf({ channel: "proakis-b", outer: "3" }, 4);
    expect(packets).toBe(2);
    for (const [i, { output }] of equalizer.slice(1).entries()) {
      expect(output).toBeGreaterThan(equalizer[i].output - 0.01);
    }
    const alone = gaussianInformation(2 * 10 ** (snrDb / 20));
    expect(Math.abs(equalizer.at(-1)!.output - alone)).toBeLessThan(NEAR);
    expect(equalizer[0].output).toBeLessThan(alone - 0.1);
    expect(decoder[0].output).toBeLessThan(0.01);
    expect(decoder.at(-1)!.output).toBeGreaterThan(0.98);
    // The loop's LLRs are nearly Gaussian, so the exchange follows the curves.
    expect(exchanges).toHaveLength(3);
    // A float64 simulation of 1000 packets with exact probabilities.
    for (const [i, [first, second]] of B_EXCHANGES.entries()) {
      expect(Math.abs(exchanges[i].first - first)).toBeLessThan(NEAR);
      expect(Math.abs(exchanges[i].second - second)).toBeLessThan(NEAR);
    }
    for (const [i, { first, second }] of exchanges.entries()) {
      const known = i === 0 ? 0 : exchanges[i - 1].second;
      expect(Math.abs(first - at(equalizer, known))).toBeLessThan(NEAR);
      expect(Math.abs(second - at(decoder, first))).toBeLessThan(2 * NEAR);
    }
  });

  it.runIf(process.env.THREERAY_SLOW).each([
    [
      "5",
      [
        [0.397, 0.23],
        [0.491, 0.476],
        [0.601, 0.741],
        [0.727, 0.915],
      ],
    ],
    [
      "6",
      [
        [0.446, 0.351],
        [0.606, 0.769],
        [0.802, 0.976],
        [0.901, 0.998],
      ],
    ],
  ] as const)(
    "equalizer and decoder exchange on Proakis C at %s dB what float64 has (THREERAY_SLOW)",
    async (db, rows) => {
      const sums = rows.map(() => [0, 0]);
      // Seeds whose mean has the deviation of 16 packets.
      for (let seed = 1; seed <= 8; seed++) {
        const { exchanges } = await transferOf({ channel: "proakis-c", outer: "4", seed }, Number(db));
        for (const [i, { first, second }] of exchanges.entries()) {
          sums[i][0] += first / 8;
          sums[i][1] += second / 8;
        }
      }
      for (const [i, [first, second]] of rows.entries()) {
        expect(Math.abs(sums[i][0] - first), `${i}`).toBeLessThan(NEAR);
        expect(Math.abs(sums[i][1] - second), `${i}`).toBeLessThan(1.5 * NEAR);
      }
    },
  );

  it("the decoder of one bit repeats it", async () => {
    const { decoder } = await transferOf({ channel: "taps", response: "1", information: 1 }, 1);
    // The codeword is 11 01 11 or zeros: one bit is fixed, and each of the others hears from four.
    for (const { input, output } of decoder) {
      const expected = (5 * gaussianInformation(2 * gaussianDeviation(input)) + 1) / 6;
      expect(Math.abs(output - expected), `${input}`).toBeLessThan(NEAR);
    }
  });
});
