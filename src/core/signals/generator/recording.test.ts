import { assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { SIGNAL_CLASSES } from "../classes.ts";
import { GENERATOR_DEFAULTS, type GeneratorOptions } from "./options.ts";
import { madeRecording } from "./recording.ts";
import { type PlannedBurst, planBursts } from "./plan.ts";
import { recordingSamples, render, type BurstTruth } from "./render.ts";

const optionsOf = (some: Partial<GeneratorOptions>): GeneratorOptions => ({ ...GENERATOR_DEFAULTS, ...some });

function made(options: GeneratorOptions, chunk?: number) {
  const truths: BurstTruth[] = [];
  const samples = new Float64Array(2 * recordingSamples(options));
  let at = 0;
  for (const piece of render(planBursts(options), options, (truth) => truths.push(truth), chunk)) {
    samples.set(piece, at);
    at += piece.length;
  }
  expect(at).toBe(samples.length);
  return { samples, truths };
}

const power = (samples: Float64Array, start: number, stop: number) => {
  let sum = 0;
  for (let i = 2 * start; i < 2 * stop; i++) sum += samples[i] ** 2;
  return sum / (stop - start);
};

const touch = (a: PlannedBurst, b: PlannedBurst) =>
  a.start < b.stop && b.start < a.stop && Math.abs(a.carrier - b.carrier) < (a.room + b.room) / 2;

describe("signals/generator: plan", () => {
  it("puts at most four bursts side by side, apart from each other, and centres within the margins", () => {
    assert(
      property(integer({ min: 0, max: 2 ** 32 - 1 }), integer({ min: 0, max: 24 }), (seed, count) => {
        const options = optionsOf({ seed, bursts: count });
        const bursts = planBursts(options);
        expect(bursts).toHaveLength(count);
        expect(new Set(bursts.map(({ class: name }) => name)).size).toBe(Math.min(count, SIGNAL_CLASSES.length));
        for (const [i, burst] of bursts.entries()) {
          const { start, stop, carrier, room, snrDb, lead } = burst;
          const together = bursts.filter((other) => other.start <= start && start < other.stop);
          const holds = {
            inTime: start >= lead && stop + lead <= 2.4e6,
            // Whole symbols and whole sweeps are at most 8 ms shorter than the length that was drawn.
            length: stop - start > 0.022 * 2.4e6 && stop - start <= 0.08 * 2.4e6,
            inBand: Math.abs(carrier) <= 0.4 * 2.4e6 && Math.abs(carrier) + room / 2 <= 1.2e6,
            snr: snrDb >= 10 && snrDb <= 25,
            free: !bursts.some((other, k) => k !== i && touch(burst, other)),
            together: together.length <= 4,
            ordered: start >= bursts[Math.max(0, i - 1)].start,
          };
          expect(Object.entries(holds).filter(([, value]) => !value)).toEqual([]);
        }
      }),
      { numRuns: 10 },
    );
  });

  it("makes the same waveform each time, and keeps none", () => {
    for (const burst of planBursts({ ...GENERATOR_DEFAULTS, bursts: 18, rate: 1e6, seconds: 1.5 })) {
      const [one, other] = [burst.waveform(), burst.waveform()];
      expect(one).not.toBe(other);
      expect(one.truth).toEqual(other.truth);
      expect(one.modulate()).toEqual(other.modulate());
      expect([one.lead, one.length]).toEqual([burst.lead, burst.stop - burst.start]);
    }
  });

  it("places many bursts as a comparison with all others does, with the same draws", () => {
    const bursts = planBursts(
      optionsOf({ seed: 5, bursts: 150, classes: ["OOK", "tone", "FM"], seconds: 3, overlap: 0.3 }),
    );
    // From the release that compared each burst with all others.
    expect(bursts.reduce((sum, { start, number }) => sum + start * number, 0)).toBe(39_661_582_326);
    expect(bursts.filter(({ overlaps }) => overlaps)).toHaveLength(76);
    expect(bursts.slice(0, 6).map(({ number }) => number)).toEqual([126, 85, 115, 56, 146, 118]);
    expect([bursts[0].carrier, bursts.at(-1)!.carrier]).toEqual([812767.7887567685, 535904.3034911156]);
  });

  it("puts a share of the bursts on others if asked, and says so of both", () => {
    const bursts = planBursts(optionsOf({ seed: 4, bursts: 20, overlap: 0.5, seconds: 2 }));
    const lying = bursts.filter((burst) => bursts.some((other) => other !== burst && touch(burst, other)));
    expect(lying.length).toBeGreaterThan(4);
    for (const burst of lying) expect(burst.overlaps).toBe(true);
  });

  it.each([
    [{ bursts: 1.5 }, "bursts must be a whole number from 0 to 100000, got 1.5"],
    [{ rate: 5 }, "rate must be a number from 100000 to 100000000 Hz, got 5"],
    [{ seconds: Number.NaN }, "seconds must be a number from 0.1 to 3600 s, got NaN"],
    [{ snr: [25, 10] as const }, "snr must be a range FROM:TO within -20 to 60 dB, got 25:10"],
    [{ iqImbalance: 50 }, "iq-imbalance must be a number from -20 to 20 dB, got 50"],
    [{ classes: [] }, "classes must be one or more of OOK, ASK"],
    [{ seconds: 0.1, bursts: 40 }, "40 bursts do not fit in 0.1 s of 2400000 Hz: no free place for number"],
    [
      { rate: 100_000, classes: ["OOK"] as const },
      /^burst 1 \(OOK\) needs at least \d{5} Hz, and a rate of 100000 Hz has room for 80000 Hz; use a higher --rate/,
    ],
    [
      { rate: 200_000, drift: 1000, frequency: 1e12, classes: ["tone"] as const },
      /^burst 1 \(tone\) needs at least \d+ Hz, \d+ Hz of them for its drift and fading, .*; use less drift or fading$/,
    ],
  ])("refuses %o", (change, message) => {
    expect(() => planBursts(optionsOf(change))).toThrow(message);
  });
});

describe("signals/generator: recording", () => {
  it("has the stated SNR, level, bandwidth and noise", () => {
    const rate = 500_000;
    for (const name of ["QPSK", "tone", "noise", "chirp"] as const) {
      const { samples, truths } = made(
        optionsOf({ seed: 7, bursts: 1, classes: [name], snr: [20, 20], seconds: 0.12, rate }),
      );
      const [{ start, stop, snrDb, bandwidthHz, powerDbfs }] = truths;
      expect(snrDb).toBe(20);
      const expected = (100 * Math.max(2000, bandwidthHz)) / rate;
      expect(10 ** (powerDbfs / 10) / expected).toBeCloseTo(1, 9);
      // Noise and its products with the signal vary by √((1 + 2·power)/samples).
      const deviation = Math.sqrt((1 + 2 * expected) / (stop - start));
      expect(Math.abs(power(samples, start, stop) - 1 - expected)).toBeLessThan(5 * deviation);
      // The edges of pulses reach up to 1.7 ms beyond the burst.
      const [from, to] = start > 60_000 - stop ? [0, start - 900] : [stop + 900, 60_000];
      expect(Math.abs(power(samples, from, to) - 1)).toBeLessThan(5 / Math.sqrt(to - from));
    }
  });

  it("does not depend on the length of the chunks, with every disturbance", () => {
    const options = optionsOf({
      seed: 11,
      bursts: 6,
      classes: ["BPSK", "2-FSK", "OFDM", "AM", "GMSK", "tone"],
      seconds: 0.4,
      rate: 300_000,
      overlap: 0.3,
      drift: 2,
      fading: 20,
      iqImbalance: 1,
      dc: 3,
      clip: 9,
      gainSteps: 3,
    });
    const [all, some] = [made(options), made(options, 777)];
    const bytesOf = ({ buffer }: Float64Array) => Buffer.from(buffer);
    expect(bytesOf(some.samples).equals(bytesOf(all.samples))).toBe(true);
    expect(some.truths).toEqual(all.truths);
    expect(all.truths).toHaveLength(6);
    expect(made({ ...options, seed: 12 }).samples[0]).not.toBe(all.samples[0]);
    const limit = 10 ** (9 / 20);
    expect(all.samples.every((value) => Math.abs(value) <= limit)).toBe(true);
    expect(all.truths.flatMap(({ notes }) => notes)).toContain("gain step");
  });

  it("lets a command hear signals, and a worker messages, while it makes samples", async () => {
    const { numbers } = madeRecording(optionsOf({ bursts: 0, seconds: 3600, rate: 1e8 }), { format: "cf32" });
    let isStopped = false;
    setTimeout(() => (isStopped = true), 0);
    let chunks = 0;
    for await (const _ of numbers) if (isStopped || ++chunks > 1000) break;
    expect(isStopped).toBe(true);
  });

  it("adds a constant, an image and gain steps of the stated sizes", () => {
    const quiet = { seed: 2, bursts: 0, seconds: 0.5, rate: 200_000 };
    const mean = (samples: Float64Array, part: number) =>
      samples.reduce((sum, value, i) => (i % 2 === part ? sum + value : sum), 0) / (samples.length / 2);
    // Means and powers of 100,000 samples vary by 0.3 %.
    const { samples: constant } = made(optionsOf({ ...quiet, dc: 6 }));
    expect(Math.hypot(mean(constant, 0), mean(constant, 1))).toBeCloseTo(10 ** (6 / 20), 1.8);
    const { samples: uneven } = made(optionsOf({ ...quiet, iqImbalance: 2 }));
    const [ofI, ofQ] = [0, 1].map((part) => uneven.reduce((sum, x, i) => (i % 2 === part ? sum + x * x : sum), 0));
    expect(10 * Math.log10(ofI / ofQ)).toBeCloseTo(2, 1);
    const { samples: stepped } = made(optionsOf({ ...quiet, gainSteps: 4 }));
    const levels = Array.from({ length: 50 }, (_, k) =>
      Math.round(10 * Math.log10(power(stepped, 2000 * k, 2000 * (k + 1)))),
    );
    expect(new Set(levels).size).toBeGreaterThan(2);
    for (const level of levels) expect(Math.abs(level)).toBeLessThanOrEqual(6);
  });

  it("fades a burst by a Rayleigh process, and keeps its mean SNR", () => {
    const options = optionsOf({ seed: 5, bursts: 1, classes: ["tone"], snr: [60, 60], seconds: 0.1, rate: 200_000 });
    const { samples, truths } = made({ ...options, fading: 400 });
    const [{ start, stop, powerDbfs }] = truths;
    expect(10 * Math.log10(power(samples, start, stop) - 1)).toBeCloseTo(powerDbfs, 1);
    const levels = Array.from({ length: 30 }, (_, k) => {
      const at = start + Math.floor(((stop - start) * k) / 30);
      return 10 * Math.log10(power(samples, at, at + 40));
    });
    expect(Math.max(...levels) - Math.min(...levels)).toBeGreaterThan(6);
  });
});
