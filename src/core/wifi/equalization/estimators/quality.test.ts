import { describe, expect, it } from "vitest";
import { rateOf } from "../../frame/rates.ts";
import { CARRIERS } from "../equalizer.float64.ts";
import { type EstimatorName, estimators } from "../registry.ts";
import { advanced, carried, equalizeOnGpu, exponentialPowers, movingChannel, randomFrame } from "../testing.ts";

/** The estimators that do not know the truth. */
const NAMES = (Object.keys(estimators) as EstimatorName[]).filter((name) => name !== "genie");
const USED = CARRIERS.flatMap((carrier, bin) => (carrier !== 0 && Math.abs(carrier) <= 26 ? [bin] : []));

interface Scene {
  snrDb: number;
  /** RMS delay spread in samples: 1 for 50 ns. */
  delaySpread: number;
  /** Hz. */
  doppler: number;
  mbps?: number;
  octets?: number;
  among?: readonly EstimatorName[];
}

/** Returns E|error of H|² per noise in dB by estimator, phase included, over eight frames. */
async function errors({
  snrDb,
  delaySpread,
  doppler,
  mbps = 18,
  octets = 300,
  among = NAMES,
}: Scene): Promise<Record<EstimatorName, number>> {
  const noise = 10 ** (-snrDb / 10);
  const scenes = Array.from({ length: 8 }, (_, seed) => {
    const moving = movingChannel(seed, exponentialPowers(delaySpread), doppler);
    const frame = randomFrame(seed, rateOf(mbps), octets);
    const received = { ...carried({ frame, seed, channelAt: moving, noise }), length: octets };
    return { received, truth: received.symbols.map((_symbol, s) => advanced(moving(s))) };
  });
  const all: Partial<Record<EstimatorName, number>> = {};
  for (const estimator of among) {
    const page = scenes.map(({ received }) => received);
    const { frames } = await equalizeOnGpu(page, { estimator });
    const squares = frames.flatMap(({ kept }, i) =>
      kept.flatMap(({ channel, phase, slope }, s) =>
        USED.map((bin) => {
          const psi = phase + slope * CARRIERS[bin];
          const [re, im] = channel.subarray(2 * bin, 2 * bin + 2);
          const [trueRe, trueIm] = scenes[i].truth[s].subarray(2 * bin, 2 * bin + 2);
          const [cos, sin] = [Math.cos(psi), Math.sin(psi)];
          return (re * cos - im * sin - trueRe) ** 2 + (im * cos + re * sin - trueIm) ** 2;
        }),
      ),
    );
    all[estimator] = 10 * Math.log10(squares.reduce((sum, square) => sum + square, 0) / squares.length / noise);
  }
  return all as Record<EstimatorName, number>;
}

// The reasons for each order are in docs/wifi.md. The differences in the comments are in decibels.
describe("channel estimators of 802.11", () => {
  it("average noise away in a flat channel: LMMSE most, LS least", async () => {
    const error = await errors({ snrDb: 10, delaySpread: 0, doppler: 0 });
    expect(Math.abs(error.ls - -2.4)).toBeLessThan(1); // half of the noise, and the error of the phase
    expect(error.lms).toBeLessThan(error.ls - 2);
    expect(error["decision-directed"]).toBeLessThan(error.ls - 2);
    expect(error.sta).toBeLessThan(error.lms - 1);
    expect(error.comb).toBeLessThan(error.lms - 1);
    expect(error.lmmse).toBeLessThan(error.sta - 2);
  });

  it("are wrong by more than the noise where they take a channel of 150 ns for a smooth one", async () => {
    const error = await errors({ snrDb: 25, delaySpread: 3, doppler: 0 });
    expect(error.comb).toBeGreaterThan(error.sta + 6);
    expect(error.sta).toBeGreaterThan(error.ls + 6);
    for (const name of ["lms", "decision-directed", "lmmse"] as const) expect(error[name]).toBeLessThan(error.ls - 4);
  });

  it("keep a long channel over many symbols, LMMSE as well: its modes do not drift apart", async () => {
    const among = ["ls", "decision-directed", "lmmse"] as const;
    const error = await errors({ snrDb: 18, delaySpread: 3, doppler: 0, mbps: 24, octets: 1000, among });
    expect(error["decision-directed"]).toBeLessThan(error.ls - 3);
    expect(error.lmmse).toBeLessThan(error["decision-directed"] - 1);
  });

  it("follow a channel with 500 Hz of Doppler, or lose it: LMMSE best, LS lost", async () => {
    const error = await errors({ snrDb: 15, delaySpread: 1, doppler: 500 });
    expect(error.lms).toBeLessThan(error.ls - 2);
    expect(error.sta).toBeLessThan(error.lms - 1);
    expect(error.lmmse).toBeLessThan(error.sta - 1);
  });
});
