import { describe, expect, it, vi } from "vitest";
import { CaptureError } from "../../capture/capture-error.ts";
import type { Gpu } from "../../gpu/device.ts";
import { OutOfMemoryError } from "../../gpu/errors.ts";
import { philox } from "../../random/philox.ts";
import type { Box, FoundSignal } from "../detection.ts";
import { createDraws } from "../generator/draws.ts";
import { GENERATOR_DEFAULTS, type GeneratorOptions } from "../generator/options.ts";
import { planBursts } from "../generator/plan.ts";
import { findSignals } from "./finder.ts";
import type { Searchable } from "./source.ts";
import { differences, foundIn, generated, made, narrowNoise, recordingOf, rendered, tone } from "./testing.ts";

describe("signals/finding: finder", () => {
  it("finds each burst once, with its edges, and nothing else", async () => {
    const { recording, truths } = generated({
      seed: 1,
      classes: ["2-FSK", "OOK", "chirp", "OFDM", "AM", "FM", "QPSK", "tone", "ASK"],
      bursts: 9,
      seconds: 0.3,
    });
    const { found, messages } = await foundIn(recording);
    expect(differences(truths, found)).toEqual([]);
    expect(messages).toEqual([]);
  }, 60_000);

  it("finds narrow signals at a high rate, and the edges of wide packets", async () => {
    const rate = 20e6;
    const at = (seconds: number) => Math.round(seconds * rate);
    const [keyedHz, baud, toneHz] = [0.21 * rate, 9600, -0.31 * rate];
    const keys = philox([29, 0, 0, 0], [1, 2]);
    const recording = made(at(0.026), rate, (samples) => {
      // 10 dB in 2 kHz.
      tone(samples, { start: at(0.002), stop: at(0.016), cycles: toneHz / rate, power: (10 * 2000) / rate });
      // BPSK of 13 dB in twice the symbol rate.
      const carrier = (start: number, stop: number, amplitude: number) => {
        for (let n = start; n < stop; n++) {
          samples[2 * n] += amplitude * Math.cos((2 * Math.PI * keyedHz * n) / rate);
          samples[2 * n + 1] += amplitude * Math.sin((2 * Math.PI * keyedHz * n) / rate);
        }
      };
      const amplitude = Math.sqrt((20 * 2 * baud) / rate);
      for (let bit = 0; bit < 96; bit++) {
        const [start, stop] = [bit, bit + 1].map((symbol) => at(0.003 + symbol / baud));
        carrier(start, stop, (keys[bit >> 5] >>> (bit % 32)) & 1 ? -amplitude : amplitude);
      }
      narrowNoise(samples, { start: at(0.004), stop: at(0.005), cycles: 0, width: 0.25, density: 100 });
    });
    const { found } = await foundIn(recording);
    expect(found).toHaveLength(3);
    const [[packet], [keyed], [unmodulated]] = [0, keyedHz, toneHz].map((hz) =>
      found.filter(({ lowHz, highHz }) => lowHz <= hz && hz <= highHz),
    );
    const late = ({ start, stop }: Box, from: number, to: number) =>
      Math.max(Math.abs(start - at(from)), Math.abs(stop - at(to)));
    // An edge is found within half a transform: of 2048 points, and of 16,384. Noise may hide a weak one for as long again.
    expect(late(packet, 0.004, 0.005)).toBeLessThan(1024);
    expect(late(keyed, 0.003, 0.003 + 96 / baud)).toBeLessThan(16_384);
    expect(late(unmodulated, 0.002, 0.016)).toBeLessThan(16_384);
    const [width, narrow] = [keyed, unmodulated].map(({ lowHz, highHz }) => highHz - lowHz);
    expect(width).toBeGreaterThan(baud);
    expect(width).toBeLessThan(6 * baud);
    // The window's main lobe has 6 bins.
    expect(narrow).toBeLessThan((6 * rate) / 16_384);
  });

  it("finds the same in parts: a burst over the bounds of segments is one", async () => {
    const rate = 1e6;
    const recording = made(1_200_000, rate, (samples) => {
      tone(samples, { start: 500_000, stop: 560_000, cycles: 0.1, power: 0.1 });
      tone(samples, { start: 100_000, stop: 1_100_000, cycles: -0.2, power: 0.1 });
      tone(samples, { start: 0, stop: 1_200_000, cycles: 0.3, power: 0.1 });
    });
    const { found } = await foundIn(recording);
    expect(found).toHaveLength(3);
    const [all, long, short] = found.toSorted((a, b) => a.start - b.start);
    expect(all).toMatchObject({ start: 0, notes: ["cut"] });
    expect(all.stop).toBeGreaterThan(1_199_000);
    expect(Math.abs(long.start - 100_000) + Math.abs(long.stop - 1_100_000)).toBeLessThan(500);
    expect(long.notes).toEqual([]);
    expect(Math.abs(short.start - 500_000) + Math.abs(short.stop - 560_000)).toBeLessThan(500);
    const part = await foundIn(recording, { from: 450_000, to: 540_000 });
    expect(part.found.map(({ notes }) => notes)).toEqual([["cut"], ["cut"], ["cut"]]);
    expect(part.found.every(({ start, stop }) => start >= 450_000 && stop <= 540_000)).toBe(true);
  });

  it("reports each burst once that begins near the start of the next part, and ends after this one", async () => {
    // At this rate a part has 32,768 samples, and the next one begins 512 hops of 16 and a transform of 64 before its end.
    const [hop, next] = [16, 32_768 - 512 * 16 - 64];
    for (const hops of [-2, 4, 6, 9]) {
      const start = next + hops * hop;
      const recording = made(50_000, 40_000, (samples) => {
        tone(samples, { start, stop: 40_000, cycles: 0.1, power: 1 });
      });
      const { found } = await foundIn(recording);
      expect(found).toHaveLength(1);
      // An edge is found within a transform.
      expect(Math.max(Math.abs(found[0].start - start), Math.abs(found[0].stop - 40_000))).toBeLessThan(64);
    }
  });

  it("reports a carrier 60 dB above the noise once across segments, and the bursts beside it and across it", async () => {
    const count = 540_000;
    const hasCarrier = async (isOn: boolean) =>
      foundIn(
        made(count, 1e6, (samples) => {
          if (isOn) tone(samples, { start: 0, stop: count, cycles: 0.2, power: 1e6 });
          // Side lobes of the carrier are above the noise for 19 bins of 977 Hz.
          tone(samples, { start: 150_000, stop: 200_000, cycles: 0.224, power: 0.1 });
          tone(samples, { start: 150_000, stop: 200_000, cycles: -0.3, power: 0.05 });
          tone(samples, { start: 250_000, stop: 250_300, cycles: 0.1, power: 10 });
          // Noise again, in a band of 100 kHz around the carrier, while the next segment begins.
          narrowNoise(samples, { start: 370_000, stop: 480_000, cycles: 0.19, width: 0.1, density: 100 });
        }),
      );
    const [{ found }, { found: expected }] = [await hasCarrier(true), await hasCarrier(false)];
    const carriers = found.filter(
      ({ lowHz, highHz }) => highHz - lowHz < 10_000 && lowHz < 200_000 && highHz > 200_000,
    );
    expect(carriers).toMatchObject([{ start: 0, notes: ["overlap", "cut"] }]);
    expect(carriers[0].stop).toBeGreaterThan(count - 1000);
    const middle = ({ lowHz, highHz }: FoundSignal) => (lowHz + highHz) / 2;
    const inOrder = (some: readonly FoundSignal[]) =>
      some.toSorted((a, b) => a.start + middle(a) - b.start - middle(b));
    const others = inOrder(found.filter((signal) => signal !== carriers[0]));
    const edges = others.flatMap(({ start, stop }) => [start, stop]);
    const apart = inOrder(expected).flatMap(({ start, stop }, i) => [start - edges[2 * i], stop - edges[2 * i + 1]]);
    // A quarter of a transform.
    expect(apart.map((samples) => Math.abs(samples) < 256)).toEqual(edges.map(() => true));
    expect(others).toHaveLength(4);
  });

  it.each(["side by side, 5 kHz apart", "one after the other, 1 ms apart"])(
    "keeps two chirps and two FSK bursts apart: %s",
    async (place) => {
      for (const name of ["chirp", "2-FSK"] as const) {
        const options: GeneratorOptions = {
          ...GENERATOR_DEFAULTS,
          seed: 7,
          classes: [name],
          bursts: 2,
          seconds: 0.15,
          snr: [18, 18],
        };
        const [a, b] = planBursts(options);
        const isBeside = place.startsWith("side");
        const [first, second] = [a.waveform, b.waveform];
        const start = isBeside ? 20_000 : 20_000 + first.length + 2400;
        const bursts = [
          { ...a, start: 20_000, stop: 20_000 + first.length, carrier: isBeside ? -first.room / 2 - 2500 : 0 },
          { ...b, start, stop: start + second.length, carrier: isBeside ? second.room / 2 + 2500 : 0 },
        ];
        const { recording, truths } = rendered(bursts, options);
        expect(differences(truths, (await foundIn(recording)).found)).toEqual([]);
      }
    },
    60_000,
  );

  it("finds no short bursts where steps between OFDM symbols at one end of the band appear at the other end", async () => {
    const options: GeneratorOptions = {
      ...GENERATOR_DEFAULTS,
      seed: 7,
      classes: ["OFDM"],
      bursts: 1,
      seconds: 0.1,
      snr: [25, 25],
    };
    const [burst] = planBursts(options);
    for (const side of [-1, 1]) {
      const carrier = side * (1.15e6 - burst.room / 2);
      const { recording, truths } = rendered([{ ...burst, carrier }], options);
      expect(differences(truths, (await foundIn(recording)).found)).toEqual([]);
    }
  }, 60_000);

  it("ends a strong burst where it ends, if the skirts of a later burst fill its band for longer", async () => {
    const options: GeneratorOptions = { ...GENERATOR_DEFAULTS, seed: 9000008, bursts: 24, snr: [30, 50] };
    const earlier = 480_000;
    const bursts = planBursts(options)
      .filter(({ start }) => start > earlier && start < 720_000)
      .map((burst) => ({ ...burst, start: burst.start - earlier, stop: burst.stop - earlier }));
    const { recording, truths } = rendered(bursts, { ...options, seconds: 0.2 });
    const ofdm = truths.find(({ class: name }) => name === "OFDM")!;
    const { found } = await foundIn(recording);
    const box = found.find(({ start }) => Math.abs(start - ofdm.start) < 1000)!;
    expect(Math.abs(box.stop - ofdm.stop)).toBeLessThan(1000);
    expect(box.highHz - box.lowHz).toBeLessThan(1.2 * ofdm.bandwidthHz);
  }, 60_000);

  it("finds 2-FSK as one burst if long runs of equal bits divide a tone", async () => {
    const options: GeneratorOptions = { ...GENERATOR_DEFAULTS, seed: 8000016, bursts: 24 };
    const burst = planBursts(options).find(({ class: name, start }) => name === "2-FSK" && start > 1_470_000)!;
    const { length } = burst.waveform;
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
      const start = 20_000 + i * (burst.waveform.length + 2400);
      return { ...burst, number: i + 1, start, stop: start + burst.waveform.length };
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

  // Distances in widths: much of the bands overlaps, their edges do, and neither.
  it.each([
    [0.7, ["overlap"]],
    [0.9, ["overlap"]],
    [1.4, []],
  ])(
    "keeps two bursts apart at the same time, %d widths apart, and says that they overlap: %j",
    async (widths, notes) => {
      const options: GeneratorOptions = {
        ...GENERATOR_DEFAULTS,
        seed: 5,
        classes: ["QPSK"],
        bursts: 2,
        seconds: 0.2,
        snr: [18, 18],
      };
      const [a, b] = planBursts(options);
      const length = Math.round(0.6 * a.waveform.length);
      const distance = (widths / 2) * (a.waveform.room + b.waveform.room);
      const { recording, truths } = rendered(
        [
          { ...a, start: 20_000, stop: 20_000 + a.waveform.length, carrier: -distance / 2 },
          { ...b, start: 20_000 + length, stop: 20_000 + length + b.waveform.length, carrier: distance / 2 },
        ],
        options,
      );
      const { found } = await foundIn(recording);
      expect(differences(truths, found)).toEqual([]);
      expect(found.map((signal) => signal.notes)).toEqual([notes, notes]);
    },
    60_000,
  );

  it.each([6, 3])(
    "finds bursts at a limit of %d dB, and marks them and what the limit makes of them",
    async (clip) => {
      const { recording, truths } = generated({
        seed: 13,
        classes: ["QPSK", "2-FSK", "8-PSK", "MSK"],
        bursts: 4,
        seconds: 0.15,
        snr: [18, 28],
        clip,
      });
      const { found } = await foundIn(recording);
      // A limit raises the noise. Where 1 in 20 values of the noise alone lies at it, what it makes may be found.
      const unmarked = found.filter(({ notes }) => clip > 3 || !notes.includes("clipped"));
      const wrong = differences(truths, found).filter((text) => !text.startsWith("no signal"));
      const invented = differences(truths, unmarked).filter((text) => text.startsWith("no signal"));
      expect([...wrong, ...invented].filter((text) => !text.includes("the noise is"))).toEqual([]);
      expect(found.flatMap(({ notes }) => notes)).toContain("clipped");
      expect(found.flatMap(({ notes }) => notes)).not.toContain("gain step");
    },
    60_000,
  );

  it("leaves the receiver's constant out and says so; a burst over it keeps its edges and gets a note", async () => {
    const recording = made(300_000, 1e6, (samples) => {
      for (let i = 0; i < samples.length; i += 2) samples[i] += 3;
      for (let n = 150_000; n < 220_000; n += 50) {
        const sign = Math.imul(n, 2654435761) & 65536 ? 1 : -1;
        for (let i = 0; i < 50; i++) samples[2 * (n + i)] += sign;
      }
    });
    const { found, messages } = await foundIn(recording);
    expect(messages).toEqual(["The samples hold a constant (DC), which Threeray does not report as a signal."]);
    expect(found).toHaveLength(1);
    expect(Math.abs(found[0].start - 150_000) + Math.abs(found[0].stop - 220_000)).toBeLessThan(800);
    expect(found[0].notes).toEqual(["dc"]);
  });

  it("leaves a weak constant out, which exceeds a threshold now and then, and finds a short and a narrow burst over it", async () => {
    // Relative to all noise: too weak for a line in the long or in the short transforms.
    for (const power of [0.02, 0.06, 0.1]) {
      const recording = made(250_000, 1e6, (samples) => {
        for (let i = 0; i < samples.length; i += 2) samples[i] += Math.sqrt(power);
        tone(samples, { start: 60_000, stop: 60_400, cycles: 0.004, power: 3 });
        tone(samples, { start: 150_000, stop: 180_000, cycles: -0.004, power: 0.1 });
      });
      const { found } = await foundIn(recording);
      expect([power, found.map(({ start }) => Math.round(start / 1000))]).toEqual([power, [60, 150]]);
    }
  });

  it("marks images", async () => {
    const recording = made(300_000, 1e6, (samples) => {
      tone(samples, { start: 100_000, stop: 200_000, cycles: 0.2, power: 10 });
      tone(samples, { start: 100_000, stop: 200_000, cycles: -0.2, power: 0.1 });
    });
    const { found } = await foundIn(recording);
    expect(found.map(({ notes }) => notes).sort()).toEqual([[], ["image"]]);
  });

  it("finds nothing in noise and in silence", async () => {
    expect((await foundIn(made(300_000, 1e6, () => undefined))).found).toEqual([]);
    expect((await foundIn(recordingOf(new Float32Array(200_000), 1e6))).found).toEqual([]);
    expect((await foundIn(recordingOf(new Float32Array(0), 1e6))).found).toEqual([]);
    expect((await foundIn(recordingOf(new Float32Array(20), 1e6))).found).toEqual([]);
  });

  /** Interleaved samples without noise: sample n is amplitude(n)·e^(j2π·phase(n)). */
  const clean = (amplitude: (n: number) => number, phase: (n: number) => number): Float32Array<ArrayBuffer> => {
    const samples = new Float32Array(2 * 60_000);
    for (let n = 0; n < samples.length / 2; n++) {
      const turn = 2 * Math.PI * (phase(n) % 1);
      samples[2 * n] = amplitude(n) * Math.cos(turn);
      samples[2 * n + 1] = amplitude(n) * Math.sin(turn);
    }
    return samples;
  };
  const isOn = (n: number) => Number(n >= 15_000 && n < 36_000);
  const symbol = (n: number) => (Math.imul(Math.floor(n / 50), 2654435761) >>> 16) & 3;
  const WHOLE = [[0, 60_000]];
  const BURST = [[15_000, 36_000]];
  it.each<[string, [amplitude: (n: number) => number, phase: (n: number) => number], number[][]]>([
    ["a constant", [() => 0.9, () => 0.125], []],
    ["a tone of whole periods, whose rounding errors are lines", [() => 0.5, (n) => 0.1 * n], WHOLE],
    ["another tone", [() => 0.5, (n) => 0.23417 * n], WHOLE],
    ["AM", [(n) => 0.4 + 0.2 * Math.sin(n / 400), (n) => 0.1 * n], WHOLE],
    ["a tone in zeros", [(n) => 0.5 * isOn(n), (n) => 0.1 * n], BURST],
    [
      "two tones in zeros, 34 dB apart",
      [(n) => (n > 45_000 && n < 54_000 ? 0.01 : 0.5 * isOn(n)), (n) => (n > 45_000 ? -0.2 : 0.1) * n],
      [...BURST, [45_000, 54_000]],
    ],
    ["QPSK in zeros, without a filter", [(n) => 0.5 * isOn(n), (n) => 0.1 * n + symbol(n) / 4], BURST],
    ["a chirp in zeros", [(n) => 0.5 * isOn(n), (n) => 4e-6 * (n - 25_000) ** 2], BURST],
    ["a short pulse", [(n) => Number(n >= 15_000 && n < 15_500), (n) => 0.1 * n], [[15_000, 15_500]]],
  ])("finds signals without noise once, and nothing beside them: %s", async (_, [amplitude, phase], expected) => {
    const samples = clean(amplitude, phase);
    const integers = samples.map((value) => Math.round(32_767 * value) / 32_768);
    for (const values of [samples, integers, samples.map((value) => 1e-6 * value)]) {
      const { found, messages } = await foundIn(recordingOf(values, 1e6));
      expect(messages).toEqual(expected.length ? [] : [expect.stringContaining("a constant (DC)")]);
      expect(found.map(({ notes }) => notes)).toEqual(expected.map((place) => (place === WHOLE[0] ? ["cut"] : [])));
      // A step of the amplitude begins in the frames that hold it.
      for (const [i, [start, stop]] of expected.entries())
        expect(Math.max(Math.abs(found[i].start - start), Math.abs(found[i].stop - stop))).toBeLessThan(513);
    }
  });

  it.each([
    [1e30, ["too large"]],
    [1e-30, ["too small"]],
    [1e15, []],
    [0, []],
  ])("says that samples of amplitude %f are too large or too small, if they are", async (scale, expected) => {
    const noise = made(100_000, 1e6, () => undefined);
    const scaled: Searchable = {
      ...noise,
      read: async (start, count) => (await noise.read(start, count)).map((value) => scale * value),
    };
    const messages: string[] = [];
    const unsearched: unknown[] = [];
    for await (const part of findSignals(scaled)) {
      messages.push(...part.messages);
      if (part.unsearched) unsearched.push(part.unsearched);
    }
    expect(messages).toEqual(expected.map((words) => expect.stringContaining(words)));
    expect(unsearched).toEqual(expected.map(() => ({ from: 0, to: 100_000, peak: expect.any(Number) })));
  });

  it("says once that parts cannot be searched, and which", async () => {
    const [count, good] = [400_000, 200_000];
    const noise = made(count, 48_000, () => undefined);
    const read: Searchable["read"] = async (start, some) =>
      (await noise.read(start, some)).map((value, i) => (start + (i >> 1) < good ? value : 1e25 * value));
    const messages: string[] = [];
    const unsearched: { from: number; to: number }[] = [];
    const densities: (number | undefined)[] = [];
    for await (const part of findSignals({ ...noise, read })) {
      messages.push(...part.messages);
      densities.push(part.noiseDensity);
      if (part.unsearched) unsearched.push(part.unsearched);
    }
    expect(messages).toEqual([expect.stringContaining("too large")]);
    expect(unsearched.length).toBeGreaterThan(1);
    expect(unsearched.length).toBe(densities.filter((density) => density === 0).length);
    expect(Math.min(...unsearched.map(({ from }) => from))).toBeLessThan(good);
    expect(unsearched.at(-1)?.to).toBe(count);
    expect(densities[0]).toBeGreaterThan(0);
  });

  it("ends within a part once it is stopped, and reads nothing more", async () => {
    const controller = new AbortController();
    const samples = new Float32Array(2 * 2_000_000);
    let reads = 0;
    const recording: Searchable = {
      ...recordingOf(samples, 1e6),
      read(start, count) {
        reads++;
        // While the first part is computed.
        setTimeout(() => controller.abort(), 0);
        return Promise.resolve(samples.slice(2 * start, 2 * (start + count)));
      },
    };
    const search = foundIn(recording, { signal: controller.signal });
    await expect(search).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
    expect(reads).toBe(1);
  });

  it.each([
    ["one search", 1e6],
    ["two searches at a high rate", 20e6],
  ])("reports what a file holds that became shorter, then says so: %s", async (_, rate) => {
    const end = 700_123;
    // One signal ends long before the end, one is cut by it.
    const whole = made(1_500_000, rate, (samples) => {
      tone(samples, { start: 100_000, stop: 250_000, cycles: 0.1, power: 1 });
      tone(samples, { start: 650_000, stop: 800_000, cycles: 0.2, power: 1 });
    });
    const recording: Searchable = {
      ...whole,
      read: (start, count) =>
        start + count > end ? Promise.reject(new CaptureError("cut")) : whole.read(start, count),
    };
    const found: FoundSignal[] = [];
    let last: { progress: number; samples?: number } | undefined;
    const run = async () => {
      for await (const part of findSignals(recording)) {
        found.push(...part.found);
        last = part;
      }
    };
    await expect(run()).rejects.toThrow("cut");
    expect(last).toMatchObject({ progress: end / 1_500_000, samples: end });
    expect(found.map(({ notes }) => notes)).toEqual([[], ["cut"]]);
    expect(Math.abs(found[1].start - 650_000)).toBeLessThan(1000);
    expect(found[1].stop).toBeLessThanOrEqual(end);
    expect(found[1].stop).toBeGreaterThan(end - 10_000);
  });

  it("searches in float64 and says so where the GPU has no memory", async () => {
    const createKernelSource = () => Promise.reject(new OutOfMemoryError("full"));
    vi.doMock("./kernels/kernel-source.ts", () => ({ createKernelSource }));
    const recording = made(20_000, 1e5, (samples) =>
      tone(samples, { start: 5000, stop: 15_000, cycles: 0.1, power: 1 }),
    );
    const { found, messages } = await foundIn(recording, { gpu: {} as Gpu });
    vi.doUnmock("./kernels/kernel-source.ts");
    expect(found).toEqual((await foundIn(recording)).found);
    expect(messages).toEqual([
      "The GPU has no memory for the search, or it was lost. Threeray searches on the processor.",
    ]);
  });

  it("says which options are out of range", async () => {
    const recording = recordingOf(new Float32Array(20), 1e6);
    await expect(foundIn(recording, { falseAlarms: 0 })).rejects.toThrow(/falseAlarms must be above 0/);
    await expect(foundIn(recording, { from: 5, to: 2 })).rejects.toThrow(/got 5 and 2/);
  });
});
