import { describe, expect, it } from "vitest";
import { sweepToEnd } from "../../measurement/testing.ts";
import { haykinResponse, namedResponse, normalized } from "../channel/responses.ts";
import { solveEqualizer } from "../theory/finite.ts";
import { ADAPTIVE } from "./experiment.ts";
import { adaptiveSweep } from "./sweep.ts";

const sweep = async (given: object) => (await sweepToEnd(adaptiveSweep, ADAPTIVE.parse(given))).results;

/** The interval of a measured value, widened by the accuracy of the expected one, must hold it. */
function expectWithin([low, high]: readonly [number, number], value: number, accuracy: number, what = ""): void {
  expect(low / accuracy, `${what} ${low} to ${high}`).toBeLessThan(value);
  expect(high * accuracy, `${what} ${low} to ${high}`).toBeGreaterThan(value);
}

const isSlow = Boolean(process.env.THREERAY_SLOW);
/** The rows of the fast suite, and with THREERAY_SLOW the rows of the slow suite after them. */
const rowsOf = <Row extends readonly unknown[]>(fast: Row[], slow: Row[]): Row[] => [...fast, ...(isSlow ? slow : [])];

/** Configuration, bit error rate, and the accuracy of that rate. */
type RateRow = readonly [given: object, ber: number, accuracy: number];

// Rates of two independent simulations in float64. Those to 3 % are from at least 2 million bits each.
const bpsk = (letter: "b" | "c", ebn0: string, given: object) => ({
  modulation: "bpsk",
  channel: `proakis-${letter}`,
  ebn0,
  ...given,
});
const MMSE = { equalizers: ["mmse"] };
const DFE = { equalizers: ["dfe"], forwardTaps: 20 };
const GENIE = { equalizers: ["dfe-genie"], forwardTaps: 20 };
const MLSE = { equalizers: ["mlse"] };
const many = (packets: number) => ({ packets, symbols: 2000 });
const QAM = { modulation: "16qam", channel: "proakis-a", ebn0: "13", packets: 400, symbols: 2000 };

describe("bit error rates of known channels", () => {
  const fast: RateRow[] = [
    [bpsk("b", "6", MMSE), 0.0934, 1.03],
    [bpsk("b", "6", GENIE), 0.0202, 1.03],
    [bpsk("b", "6", DFE), 0.058, 1.03],
  ];
  const slow: RateRow[] = [
    [bpsk("b", "10", { ...MMSE, ...many(150) }), 0.0535, 1.03],
    [bpsk("c", "10", { ...MMSE, ...many(150) }), 0.133, 1.03],
    [bpsk("c", "12", { ...MMSE, ...many(150) }), 0.1114, 1.03],
    // Errors that are fed back last longer in longer packets: 0.0054 in packets of 200 symbols, 0.0059 in packets of 8000.
    [bpsk("b", "10", { ...DFE, ...many(600) }), 5.71e-3, 1.03],
    [bpsk("c", "10", { ...DFE, ...many(300) }), 0.0565, 1.03],
    [bpsk("c", "12", { ...DFE, ...many(300) }), 0.0226, 1.03],
    [bpsk("b", "10", { ...GENIE, ...many(600) }), 1.43e-3, 1.03],
    [bpsk("c", "10", { ...GENIE, ...many(300) }), 0.0133, 1.03],
    [bpsk("c", "12", { ...GENIE, ...many(300) }), 4.58e-3, 1.03],
    // QPSK on real taps is BPSK twice.
    [{ channel: "proakis-b", ebn0: "6", ...MLSE, packets: 20 }, 0.0262, 1.1],
    [bpsk("b", "10", { ...MLSE, ...many(600) }), 3.7e-4, 1.1],
    [bpsk("c", "12", { ...MLSE, ...many(300) }), 1.45e-3, 1.1],
    [{ ...QAM, ...MMSE }, 1.14e-3, 1.1],
    [{ ...QAM, equalizers: ["zf"] }, 1.45e-3, 1.1],
    [{ ...QAM, ...DFE }, 1.27e-4, 1.1],
  ];
  it.each(rowsOf(fast, slow))("%j", async (given, ber, accuracy) => {
    const [{ ci95 }] = await sweep({ symbols: 1500, training: 0, packets: 40, ...given });
    expectWithin(ci95!, ber, accuracy);
  });
});

// Without merging, a list that has lost the sent path seldom finds it again: longer packets have more errors.
describe("the M-algorithm, QPSK on Proakis C at 10 dB", () => {
  const fast = [
    [4, 600, 6, 0.0934],
    [16, 600, 6, 0.0246],
  ];
  const slow = [
    [16, 600, 50, 0.0246],
    [64, 600, 30, 0.0163],
    [16, 2000, 25, 0.0272],
    [64, 2000, 12, 0.018],
  ];
  it.each(rowsOf(fast, slow))("%i paths, packets of %i symbols", async (keep, symbols, packets, ber) => {
    const given = { channel: "proakis-c", ebn0: "10", training: 0, equalizers: ["m-algorithm"] };
    const [{ ci95 }] = await sweep({ ...given, keep, symbols, packets });
    expectWithin(ci95!, ber, 1.05);
  });
});

it.each(rowsOf([["proakis-b", "6", 0.0262]], [["proakis-c", "10", 0.0128]]))(
  "MLSE has the error rate of the table, and MAP a lower one: BPSK, %s, %s dB",
  async (channel, ebn0, ber) => {
    const sizes = { symbols: 1500, training: 0, packets: 40, equalizers: ["mlse", "map"] };
    const [mlse, map] = await sweep({ ...sizes, modulation: "bpsk", channel, ebn0 });
    expectWithin(mlse.ci95!, ber, 1.1);
    // On the same noise. The most likely sequence is seldom far from the most likely bits.
    expect(map.ber).toBeLessThan(mlse.ber!);
    expect(map.ber).toBeGreaterThan(0.85 * mlse.ber!);
  },
);

describe.runIf(isSlow)("bit error rates of adaptive equalizers, QPSK, γ 14 dB (THREERAY_SLOW)", () => {
  const A = { channel: "proakis-a", forwardTaps: 21 };
  const B = { channel: "proakis-b", forwardTaps: 12, feedbackTaps: "2" };
  const rls = { forgetting: 0.998, symbols: 2000 };
  it.each<RateRow>([
    [{ ...A, equalizers: ["lms"], step: 0.01, symbols: 3000, training: 500, packets: 400 }, 2.2e-4, 1.1],
    [{ ...A, equalizers: ["rls"], ...rls, training: 100, packets: 400 }, 7.5e-5, 1.1],
    [{ ...B, equalizers: ["dfe-rls"], ...rls, training: 200, packets: 150 }, 2.5e-3, 1.1],
    [{ ...B, equalizers: ["dfe-lms"], step: 0.02, symbols: 3000, training: 1000, packets: 150 }, 5.7e-3, 1.1],
  ])("%j", async (given, ber, accuracy) => {
    const [{ ci95 }] = await sweep({ snr: "14", ...given });
    expectWithin(ci95!, ber, accuracy);
  });
});

describe("LMS ends above the best error by its misadjustment", () => {
  const haykin = {
    modulation: "bpsk",
    channel: "haykin:2.9",
    normalize: "off",
    delay: "6",
    forwardTaps: 11,
    snr: "30",
  };
  const known = { taps: haykinResponse(2.9), samplesPerSymbol: 1, noiseVariance: 1e-3 } as const;
  const { mse } = solveEqualizer(known, { forwardTaps: 11, delay: 6 });
  // Step, misadjustment, symbols until it has settled, packets. The textbook's μ·tr(R)/2 is 0.045, 0.151 and 0.453.
  const rows = rowsOf(
    [[0.025, 0.242, 2000, 100]],
    [
      [0.0075, 0.064, 6000, 150],
      [0.025, 0.242, 3000, 400],
      [0.075, 1.3, 3000, 400],
    ],
  );
  it.each(rows)("on Haykin's channel, step %f: %f", async (step, misadjustment, symbols, packets) => {
    const [{ steadyMse95 }] = await sweep({
      ...haykin,
      equalizers: ["lms"],
      step,
      symbols,
      training: symbols,
      packets,
    });
    const [low, high] = steadyMse95!.map((error) => error / mse - 1);
    expectWithin([low, high], misadjustment, 1.05);
  });

  it.runIf(isSlow)("on Proakis A (THREERAY_SLOW)", async () => {
    const given = { channel: "proakis-a", snr: "20", forwardTaps: 21, delay: "14", equalizers: ["lms"], step: 0.01 };
    // The slowest taps need more than 4000 symbols.
    const [{ steadyMse95 }] = await sweep({ ...given, symbols: 8000, training: 8000, packets: 150 });
    const channel = { taps: normalized(namedResponse("proakis-a")), samplesPerSymbol: 1, noiseVariance: 0.01 } as const;
    const best = solveEqualizer(channel, { forwardTaps: 21, delay: 14 }).mse;
    const [low, high] = steadyMse95!.map((error) => error / best - 1);
    expectWithin([low, high], 0.171, 1.025);
  });

  it.runIf(isSlow)("or diverges beyond the stable steps, in |z| above 1000 (THREERAY_SLOW)", async () => {
    const runs = { equalizers: ["lms"], symbols: 3000, training: 3000, packets: 1000 };
    // A float64 simulation of 4000 runs has 0.1 % and 95.9 %.
    const [few] = await sweep({ ...haykin, ...runs, step: 0.12 });
    const [most] = await sweep({ ...haykin, ...runs, step: 0.15 });
    expect(few.diverged).toBeLessThan(8);
    expect(most.diverged).toBeGreaterThan(935);
    expect(most.diverged).toBeLessThan(980);
  });
});

describe("recursive least squares", () => {
  it("converges to J(1 + N/k) with λ = 1 on Haykin's channel", async () => {
    const haykin = { modulation: "bpsk", channel: "haykin:2.9", normalize: "off", delay: "6", forwardTaps: 11 };
    const rls = { equalizers: ["rls"], forgetting: 1, rlsStart: 250, learning: 11, symbols: 110, training: 110 };
    const [{ learning }] = await sweep({ ...haykin, snr: "30", ...rls, packets: isSlow ? 4000 : 300 });
    const { mse } = learning!;
    // Symbols 11 to 21, 22 to 32 and 99 to 109, and three deviations of this mean. Packets that still learn differ much.
    for (const [bin, expected, accuracy] of isSlow
      ? [
          [1, 0.0113, 1.1],
          [2, 2.3e-3, 1.03],
          [9, 1.54e-3, 1.025],
        ]
      : [
          [1, 0.0113, 1.4],
          [2, 2.3e-3, 1.1],
          [9, 1.54e-3, 1.09],
        ]) {
      expectWithin([mse[bin], mse[bin]], expected, accuracy, `bin ${bin}`);
    }
  });

  it.runIf(isSlow)("has the misadjustment of its memory on Proakis B (THREERAY_SLOW)", async () => {
    const taps = normalized(namedResponse("proakis-b"));
    const channel = { taps, samplesPerSymbol: 1, noiseVariance: 0.01 } as const;
    const given = { channel: "proakis-b", snr: "20", forgetting: 0.99, rlsStart: 10, symbols: 3000, training: 3000 };
    const linear = { forwardTaps: 31, delay: 16, feedbackTaps: 0 };
    const feedback = { forwardTaps: 16, delay: 15, feedbackTaps: 2 };
    for (const [equalizer, size, misadjustment] of [
      ["rls", linear, 0.19],
      ["dfe-rls", feedback, 0.092],
    ] as const) {
      const sizes = { forwardTaps: size.forwardTaps, feedbackTaps: "2", delay: String(size.delay) };
      const [{ steadyMse95 }] = await sweep({ ...given, ...sizes, equalizers: [equalizer], packets: 60 });
      const best = solveEqualizer(channel, size).mse;
      const [low, high] = steadyMse95!.map((error) => error / best - 1);
      expectWithin([low, high], misadjustment, 1.05, equalizer);
    }
  });

  it.runIf(isSlow)("never diverges in 8000 symbols where P is kept Hermitian (THREERAY_SLOW)", async () => {
    const given = { channel: "proakis-b", snr: "20", equalizers: ["rls"], symbols: 8000, training: 8000, packets: 4 };
    for (const forgetting of [0.9, 0.95, 0.98, 0.99]) {
      const [{ diverged, steadyMse }] = await sweep({ ...given, forgetting });
      expect(diverged).toBe(0);
      expect(steadyMse).toBeLessThan(1);
    }
  });
});

it.runIf(isSlow)("LMS follows a channel that turns with the errors of the table (THREERAY_SLOW)", async () => {
  const given = { channel: "taps", response: "1;0.5", turns: "0;0.001", forwardTaps: 11, delay: "5", snr: "20" };
  const lms = { equalizers: ["lms"], symbols: 4000, training: 4000, packets: 100 };
  for (const [step, mse] of [
    [0.005, 0.172],
    [0.02, 0.088],
    [0.08, 0.053],
  ]) {
    const [{ steadyMse95 }] = await sweep({ ...given, ...lms, step });
    expectWithin(steadyMse95!, mse, 1.05, `${step}`);
  }
});

describe.runIf(isSlow)("CMA opens the eye (THREERAY_SLOW)", () => {
  it("of all packets on Proakis A", async () => {
    const given = { channel: "proakis-a", snr: "25", forwardTaps: 21, start: "10", step: 0.002 };
    const [{ openShare }] = await sweep({ ...given, equalizers: ["cma"], symbols: 5000, training: 0, packets: 60 });
    expect(openShare).toBe(1);
  });

  // Of random channels with as many packets as the table's interval needs.
  it.each([
    [11, 5, [0.75, 0.82]],
    [31, 15, [0.79, 0.86]],
  ] as const)("with %i taps on random channels", async (forwardTaps, start, [least, most]) => {
    const given = { channel: "exponential:1", snr: "30", forwardTaps, start: String(start), step: 0.003 };
    const sizes = { symbols: 10_000, training: 0, packets: 400 };
    const [{ openShare95 }] = await sweep({ ...given, equalizers: ["cma"], ...sizes });
    expect(openShare95![1]).toBeGreaterThan(least);
    expect(openShare95![0]).toBeLessThan(most);
  });
});

describe("turbo equalization of BPSK with 5, 7 and 1022 bits", () => {
  const TURBO = { modulation: "bpsk", training: 0, code: "convolutional:5,7", information: 1022, equalizers: ["map"] };

  it("has the error rates of the table after 1 and 2 exchanges on Proakis B at 4 dB", async () => {
    const [first, second] = await sweep({ ...TURBO, channel: "proakis-b", ebn0: "4", outer: "2", packets: 8 });
    expectWithin(first.ci95!, 0.049, 1.03);
    expectWithin(second.ci95!, 4.57e-3, 1.03);
  });

  // A float64 simulation of 20,000 to 60,000 packets. Its 95 % intervals at the fourth exchange: 7.6e-4 to 8.0e-4, 8.7e-3 to 9.2e-3, 6.2e-5 to 7.3e-5.
  it.runIf(isSlow).each([
    ["proakis-b", "4", 160, [0.049, 4.57e-3, 7.8e-4]],
    ["proakis-c", "5", 64, [0.1745, 0.0881, 8.94e-3]],
    ["proakis-c", "6", 64, [0.1256, 0.0267, 6.7e-5]],
  ] as const)("has the error rates of the table on %s at %s dB (THREERAY_SLOW)", async (...row) => {
    const [channel, ebn0, packets, rates] = row;
    const results = await sweep({ ...TURBO, channel, ebn0, packets, outer: "1,2,4" });
    for (const [i, turn] of [1, 2, 4].entries()) expectWithin(results[i].ci95!, rates[i], 1.04, `${turn}:`);
  });
});
