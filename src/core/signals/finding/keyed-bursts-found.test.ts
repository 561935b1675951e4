import { describe, expect, it } from "vitest";
import { createDraws } from "../generator/draws.ts";
import { GENERATOR_DEFAULTS, type GeneratorOptions } from "../generator/options.ts";
import { planBursts } from "../generator/plan.ts";
import { differences, foundIn, generated, made, rendered, tone } from "./testing.ts";

describe("signals/finding: keyed bursts and fades, each one signal", () => {
  it("finds 2-FSK as one burst if long runs of equal bits divide a tone", async () => {
    const options: GeneratorOptions = { ...GENERATOR_DEFAULTS, seed: 8000016, bursts: 24 };
    const burst = planBursts(options).find(({ class: name, start }) => name === "2-FSK" && start > 1_470_000)!;
    const length = burst.stop - burst.start;
    const { recording, truths } = rendered([{ ...burst, start: 90_000, stop: 90_000 + length }], {
      ...options,
      seconds: (length + 180_000) / options.rate,
    });
    expect(differences(truths, (await foundIn(recording)).found)).toEqual([]);
  }, 60_000);

  it("finds a short burst of 2-FSK with a large index as one, and two keyed carriers of equal power as two", async () => {
    const rate = 250_000;
    const draws = createDraws(20261130, "parameters", 0);
    const bursts = Array.from({ length: 12 }, (_, i) => {
      const symbolRateHz = draws.uniform(3000, 8000);
      const bits = Array.from({ length: 28 }, () => Math.round(draws.uniform(0, 1)));
      return { start: 5000 + 8000 * i, symbol: rate / symbolRateHz, index: [3, 4, 6][i % 3], bits };
    });
    const recording = made(110_000, rate, (samples) => {
      for (const { start, symbol, index, bits } of bursts) {
        let phase = 0;
        for (let n = 0; n < Math.floor(bits.length * symbol); n++) {
          phase += (Math.PI * index * (2 * bits[Math.floor(n / symbol)] - 1)) / symbol;
          samples[2 * (start + n)] += 2.5 * Math.cos(phase);
          samples[2 * (start + n) + 1] += 2.5 * Math.sin(phase);
        }
      }
    });
    const { found } = await foundIn(recording);
    const boxesOf = (from: number, to: number) => found.filter(({ start, stop }) => start < to && stop > from).length;
    expect(bursts.map(({ start }) => boxesOf(start, start + 6000))).toEqual(bursts.map(() => 1));
    const keyed = made(40_000, rate, (samples) => {
      for (const cycles of [-0.06, 0.06]) {
        for (let start = 10_000; start < 12_000; start += 62) {
          if (draws.uniform(0, 1) < 0.5) tone(samples, { start, stop: start + 62, cycles, power: 6 });
        }
      }
    });
    expect((await foundIn(keyed)).found.length).toBeGreaterThan(1);
  });

  it("finds 2-FSK of 7 ms with a preamble as one: too fast for its tones to be seen in turns, too short for their powers to be compared", async () => {
    const rate = 500_000;
    const draws = createDraws(20261201, "parameters", 0);
    const bursts = Array.from({ length: 8 }, (_, i) => ({
      start: 6000 + 12_000 * i,
      // As many tones as the index allows have visible lines during the preamble.
      index: draws.uniform(1.1, 1.9),
      bits: Array.from({ length: 270 }, (_, k) => (k < 64 ? k % 2 : Math.round(draws.uniform(0, 1)))),
    }));
    const symbol = rate / 38_400;
    const recording = made(110_000, rate, (samples) => {
      for (const { start, index, bits } of bursts) {
        let phase = 0;
        for (let n = 0; n < Math.floor(bits.length * symbol); n++) {
          phase += (Math.PI * index * (2 * bits[Math.floor(n / symbol)] - 1)) / symbol;
          samples[2 * (start + n)] += 3 * Math.cos(phase);
          samples[2 * (start + n) + 1] += 3 * Math.sin(phase);
        }
      }
    });
    const { found } = await foundIn(recording);
    const boxesOf = (from: number, to: number) => found.filter(({ start, stop }) => start < to && stop > from).length;
    expect(bursts.map(({ start }) => boxesOf(start, start + 6000))).toEqual(bursts.map(() => 1));
  });

  it("joins what fading divides, and keeps bursts apart that follow each other after 1 ms", async () => {
    const options: GeneratorOptions = {
      ...GENERATOR_DEFAULTS,
      seed: 12,
      classes: ["QPSK", "GMSK", "8-PSK"],
      bursts: 3,
      seconds: 0.25,
      snr: [20, 25],
      fading: 20,
    };
    const fading = generated(options);
    const faded = (await foundIn(fading.recording)).found;
    expect(
      faded.map(
        (box) =>
          fading.truths.filter(
            (truth) =>
              truth.start < box.stop &&
              box.start < truth.stop &&
              truth.centreHz > box.lowHz &&
              truth.centreHz < box.highHz,
          ).length,
      ),
    ).toEqual([1, 1, 1]);
    const [burst] = planBursts({ ...options, fading: 0, bursts: 1, seconds: 0.1 });
    const train = [0, 1].map((i) => {
      const length = burst.stop - burst.start;
      const start = 20_000 + i * (length + 2400);
      return { ...burst, number: i + 1, start, stop: start + length };
    });
    const steady = rendered(train, { ...options, fading: 0 });
    expect(differences(steady.truths, (await foundIn(steady.recording)).found)).toEqual([]);
  }, 60_000);

  it("joins the slow pulses of a message with pauses of 6 ms, and keeps messages apart", async () => {
    // PWM 1:3 of 2 ms: pulses of 2 and 6 ms. The messages are 40 ms apart.
    const symbol = 2000;
    const messages = [10_000, 122_000];
    const bits = [1, 0, 0, 1, 1, 0, 1, 0, 0];
    const recording = made(220_000, 1e6, (samples) => {
      for (const first of messages)
        for (const [i, bit] of bits.entries()) {
          const start = first + 4 * symbol * i;
          tone(samples, { start, stop: start + (bit ? 3 : 1) * symbol, cycles: 0.03, power: 0.3 });
        }
    });
    const { found } = await foundIn(recording);
    expect(found.length).toBe(messages.length);
    for (const [i, { start, stop }] of found.entries()) {
      // The last bit is a short pulse. Edges of boxes err by less than a transform.
      expect(Math.abs(start - messages[i])).toBeLessThan(1024);
      expect(Math.abs(stop - messages[i] - symbol * (4 * bits.length - 3))).toBeLessThan(1024);
    }
  });

  it.each([
    // Pulse and gap of a 0 and of a 1, in symbols. In each code some pauses end a burst of another kind, and some do not.
    ["PPM, on for less than a third of the time", [1, 2], [1, 5], 340],
    ["PWM with long runs of ones", [1, 3], [3, 1], 480],
    ["PWM with long runs of zeros", [1, 5], [5, 1], 300],
  ] as const)("finds a message of slow pulses as one signal: %s", async (_, zero, one, symbol) => {
    const bits = "0110110010111111111100001110111000000000001001001000".split("");
    const lengths = bits.map((bit) => (bit === "1" ? one : zero));
    const duration = symbol * lengths.flat().reduce((sum, length) => sum + length, 0);
    // The gap between two messages is longer than what joins pulses, and the bound of a segment lies within the second message.
    const messages = [20_000, 20_000 + duration + 15_000, 20_000 + 2 * (duration + 15_000)];
    const recording = made(messages[2] + duration + 20_000, 1e6, (samples) => {
      for (const first of messages) {
        let start = first;
        for (const [on, off] of lengths) {
          tone(samples, { start, stop: start + on * symbol, cycles: 0.03, power: 0.5 });
          start += (on + off) * symbol;
        }
      }
    });
    const { found } = await foundIn(recording);
    expect(found.length).toBe(messages.length);
    const last = lengths[lengths.length - 1][1];
    for (const [i, { start, stop }] of found.entries()) {
      expect(Math.abs(start - messages[i])).toBeLessThan(1024);
      expect(Math.abs(stop - messages[i] - duration + symbol * last)).toBeLessThan(1024);
    }
  });
});
