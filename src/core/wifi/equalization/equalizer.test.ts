import { type Arbitrary, array, assert, asyncProperty, constantFrom, double, integer, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { errorDb, gpuRuns, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { frameFields } from "../frame/frame.float64.ts";
import { RATES, rateOf } from "../frame/rates.ts";
import type { Status } from "../frame-table.ts";
import { type EqualizedSymbol, equalize, type FrameToEqualize } from "./equalizer.float64.ts";
import { float64Estimators } from "./factories.reference.ts";
import { genie } from "./estimators/truth.reference.ts";
import { type EstimatorName, estimators } from "./registry.ts";
import {
  advanced,
  carried,
  equalizeOnGpu,
  exponentialPowers,
  fadedChannel,
  movingChannel,
  randomFrame,
} from "./testing.ts";

const NAMES = Object.keys(estimators) as EstimatorName[];

/** Least margin of a decision that float32 and float64 share. */
const TIE = 1e-4;

/**
 * Returns how many symbols of a frame are well-conditioned. An average of carriers can be almost zero, and after the tracking has
 * lost the phase in noise or in a fade, errors grow several times per symbol. A change of the inputs by up to a millionth, as
 * rounding makes, moves a well-conditioned phase and well-conditioned points by less than a fifth of the tolerance. One change
 * in fifteen moves them by less than a tenth of what others do, so five are tried.
 */
function conditioned(frame: FrameToEqualize, estimator: EstimatorName, right: readonly EqualizedSymbol[]): number {
  const random = testRandom(1);
  const changed = (values: Float64Array) => values.map((value) => value * (1 + 1e-6 * (2 * random() - 1)));
  let count = right.length;
  for (let change = 0; change < 5; change++) {
    const inputs = { ...frame, symbols: frame.symbols.map(changed), channel: changed(frame.channel) };
    const { symbols } = equalize(inputs, float64Estimators[estimator]);
    const bad = symbols.slice(0, count).findIndex(({ phase, slope, points }, s) => {
      const moved = Math.max(Math.abs(phase - right[s].phase), 10 * Math.abs(slope - right[s].slope));
      return moved > 2e-5 || errorDb(points, right[s].points) > -89;
    });
    if (bad >= 0) count = bad;
  }
  return count;
}

const frame = record({
  rate: constantFrom(...RATES),
  length: integer({ min: 1, max: 120 }),
  status: constantFrom<Status>("received", "received", "received", "cut off"),
  seed: integer(),
  snrDb: double({ min: -3, max: 40, noNaN: true }),
  delaySpread: double({ min: 0, max: 3, noNaN: true }),
  phase: double({ min: -0.05, max: 0.05, noNaN: true }),
  slope: double({ min: -3e-4, max: 3e-4, noNaN: true }),
});

type Drawn = typeof frame extends Arbitrary<infer T> ? T : never;

describe("wifi/equalization/equalizer", () => {
  it.each(NAMES)("equals the reference for any table: %s", async (estimator) => {
    const any = asyncProperty(array(frame, { minLength: 1, maxLength: 6 }), async (drawn) => {
      const frames = drawn.map(({ rate, length, status, seed, snrDb, delaySpread, phase, slope }) => {
        const channel = fadedChannel(seed, exponentialPowers(delaySpread));
        const noise = Math.fround(10 ** (-snrDb / 10));
        const turns = { phase, slope };
        const sent = randomFrame(seed, rate, length);
        const { symbols, channel: training } = carried({ frame: sent, seed, channelAt: () => channel, noise, turns });
        const rounded = { symbols: symbols.map((one) => Float64Array.from(one, Math.fround)), noise, rate };
        return { ...rounded, channel: Float64Array.from(training, Math.fround), length, status };
      });
      const found = await equalizeOnGpu(frames, { estimator });
      let written = 0;
      for (const [i, { llr, kept, error }] of found.frames.entries()) {
        if (frames[i].status !== "received") {
          expect(error).toBe(0);
          continue;
        }
        written += llr.length;
        const right = equalize(frames[i], float64Estimators[estimator]);
        // Float32 may decide otherwise about a point close to a boundary, and the next H depends on it.
        const tie = right.symbols.findIndex(({ margin }) => margin < TIE);
        const count = Math.min(
          tie < 0 ? right.symbols.length : tie + 1,
          conditioned(frames[i], estimator, right.symbols),
        );
        for (const [s, { points, channel, phase, slope }] of right.symbols.slice(0, count).entries()) {
          const told = `frame ${i}, symbol ${s}`;
          expect(Math.abs(kept[s].phase - phase), told).toBeLessThan(1e-4);
          expect(Math.abs(kept[s].slope - slope), told).toBeLessThan(1e-5);
          expect(errorDb(kept[s].channel, channel), told).toBeLessThan(-90);
          expect(errorDb(kept[s].points, points), told).toBeLessThan(-75);
        }
        const expected = right.symbols.slice(0, count).flatMap((symbol) => [...symbol.llr]);
        if (count > 0)
          expect(errorDb(llr.subarray(0, expected.length), expected), `LLRs of frame ${i}`).toBeLessThan(-75);
        expect(
          [...expected.keys()].every((k) => (llr[k] === 0) === (expected[k] === 0)),
          "zeros",
        ).toBe(true);
        if (count === right.symbols.length && tie < 0)
          expect(error / right.error, `error of frame ${i}`).toBeCloseTo(1, 3);
      }
      expect(found.all.filter((value) => !Number.isNaN(value)).length, "numbers written").toBe(written);
    });
    // A frame in which the phase is lost.
    const lost = { rate: rateOf(18), length: 40, status: "received" as const, seed: -1382950559, snrDb: 0 };
    const examples = [[[{ ...lost, delaySpread: 0, phase: 0, slope: 0 }]]] as [Drawn[]][];
    await assert(any, { numRuns: gpuRuns(8), examples });
  });

  // Neighbouring carriers differ after several paths, which STA and comb average or interpolate.
  it.each(NAMES)(
    "has LLRs with the signs of the coded bits without noise, at all rates in one page: %s",
    async (estimator) => {
      const smooths = estimator === "sta" || estimator === "comb";
      const sent = [...RATES, ...RATES].map((rate, i) => randomFrame(i, rate, 1 + 37 * i));
      const frames = sent.map((one, i) => {
        const channel = fadedChannel(50 + i, exponentialPowers(smooths ? 0 : i / 8));
        return { ...carried({ frame: one, seed: i, channelAt: () => channel, noise: 0 }), length: one.psdu.length };
      });
      const found = await equalizeOnGpu(frames, { estimator, keep: false });
      for (const [i, { llr, error }] of found.frames.entries()) {
        const { coded } = frameFields(sent[i]).data;
        const bits = llr.filter((value) => value !== 0).map((value) => Number(value > 0));
        expect(bits.length, `${sent[i].rate.mbps} Mbit/s`).toBe(coded.length);
        expect(
          bits.every((bit, k) => bit === coded[k]),
          `${sent[i].rate.mbps} Mbit/s`,
        ).toBe(true);
        expect(error).toBeLessThan(1e-6);
      }
    },
  );

  it("tracks phase and timing over the longest frame", async () => {
    const one = randomFrame(1, rateOf(6), 4095);
    const channel = fadedChannel(2, exponentialPowers(1));
    const noise = 10 ** (-10 / 10);
    // 40 ppm of a symbol's 80 samples, and 1 kHz of 20 MS/s.
    const turns = { phase: (2 * Math.PI * 1e3 * 80) / 20e6, slope: (2 * Math.PI * 40e-6 * 80) / 64 };
    const frames = [{ ...carried({ frame: one, seed: 3, channelAt: () => channel, noise, turns }), length: 4095 }];
    const [{ kept, llr }] = (await equalizeOnGpu(frames, { estimator: "ls" })).frames;
    expect(kept.length).toBe(1366);
    expect(kept[1365].phase).toBeCloseTo(1365 * turns.phase, 0);
    expect(kept[1365].slope / (1365 * turns.slope)).toBeCloseTo(1, 1);
    const { coded } = frameFields(one).data;
    const wrong = coded.reduce((sum, bit, k) => sum + Number(llr[k] > 0 !== (bit === 1)), 0);
    expect(wrong / coded.length).toBeLessThan(0.05);
  });

  it("uses the true channel of each symbol", async () => {
    const device = await testDevice();
    const frames = [5, 6].map((seed) => {
      const channelAt = movingChannel(seed, exponentialPowers(1), 2000);
      const frame = carried({ frame: randomFrame(seed, rateOf(54), 200), seed, channelAt, noise: 0.01 });
      return { ...frame, length: 200, truth: frame.symbols.map((_symbol, s) => advanced(channelAt(s))) };
    });
    const truth = upload(device, Float32Array.from(frames.flatMap((one) => one.truth.flatMap((H) => [...H]))));
    const found = await equalizeOnGpu(frames, { estimator: "genie", truth });
    for (const [i, { llr }] of found.frames.entries()) {
      const { symbols } = equalize(frames[i], genie(frames[i].truth));
      expect(
        errorDb(
          llr,
          symbols.flatMap((symbol) => [...symbol.llr]),
        ),
      ).toBeLessThan(-80);
    }
  });

  it.each(NAMES)("does not spread numbers that are no numbers to other frames: %s", async (estimator) => {
    const frames = [1, 2, 3].map((seed) => {
      const channelAt = () => fadedChannel(seed, [1]);
      return { ...carried({ frame: randomFrame(seed, rateOf(12), 30), seed, channelAt, noise: 0.01 }), length: 30 };
    });
    const { frames: clean } = await equalizeOnGpu(frames, { estimator });
    frames[1].symbols[1].fill(Number.NaN);
    const { frames: spoiled } = await equalizeOnGpu(frames, { estimator });
    for (const i of [0, 2]) expect(spoiled[i].llr).toEqual(clean[i].llr);
  });

  it("skips frames that do not fit, and an empty table", async () => {
    const fits = randomFrame(1, rateOf(24), 20);
    const channelAt = () => fadedChannel(1, [1]);
    const frames = [1, 2].map((seed) => ({ ...carried({ frame: fits, seed, channelAt, noise: 0.01 }), length: 20 }));
    const found = await equalizeOnGpu(frames, {
      estimator: "ls",
      symbols: 2 * frames[0].symbols.length - 1,
      keep: false,
    });
    expect(found.frames[0].llr.every((value) => !Number.isNaN(value))).toBe(true);
    expect(found.frames[1].llr.every(Number.isNaN)).toBe(true);
    const empty = await equalizeOnGpu([], { estimator: "ls" });
    expect(empty.all.every(Number.isNaN)).toBe(true);
  });

  it.each([
    [{ symbols: 0 }, "symbols must be a positive integer, got 0"],
    [{ words: 1.5 }, "words must be a positive integer, got 1.5"],
    [{ delaySpread: 0 }, "delaySpread must be from 0.1 to 6 samples, got 0"],
    [{ delaySpread: 7 }, "delaySpread must be from 0.1 to 6 samples, got 7"],
  ])("refuses %j", async (change, message) => {
    await expect(equalizeOnGpu([], { estimator: "lmmse", ...change })).rejects.toThrow(message);
  });
});
