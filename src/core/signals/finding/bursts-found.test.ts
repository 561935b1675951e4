import { describe, expect, it } from "vitest";
import { philox } from "../../random/philox.ts";
import type { Box } from "../detection.ts";
import { GENERATOR_DEFAULTS, type GeneratorOptions } from "../generator/options.ts";
import { planBursts } from "../generator/plan.ts";
import { differences, foundIn, generated, made, narrowNoise, rendered, tone } from "./testing.ts";

describe("signals/finding: bursts, each one signal", () => {
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
        const [first, second] = [a.waveform(), b.waveform()];
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

  // Some hundred samples, or thousands, from an end of the band are a moment of a fast sweep, or of a slow one.
  it.each<[string, { band: number; values: number; symbols: readonly number[] }]>([
    [
      "many fast symbols",
      {
        band: 500e3,
        values: 1024,
        symbols: Array.from({ length: 73 }, (_, i) => (i < 8 ? 0 : philox([29, i, 0, 0], [3, 4])[0] / 2 ** 32)),
      },
    ],
    ["slow symbols", { band: 125e3, values: 4096, symbols: [0, 0.5, 0.95, 0.4, 0.08, 0.5] }],
  ])(
    "finds a sweep that jumps at each symbol, as of LoRa, as one signal: parts at the ends of its band are moments of it: %s",
    async (_, { band, values, symbols }) => {
      const rate = 1.024e6;
      const samplesPerSymbol = (values * rate) / band;
      const start = 20_000;
      const stop = start + Math.floor(symbols.length * samplesPerSymbol);
      const recording = made(stop + 20_000, rate, (samples) => {
        let phase = 0;
        for (let n = start; n < stop; n++) {
          const time = (n - start) / samplesPerSymbol;
          const place = (symbols[Math.floor(time)] + time) % 1;
          phase += (2 * Math.PI * (place - 0.5) * band) / rate;
          // 14 dB in its band of 500 kHz.
          samples[2 * n] += Math.sqrt(12.2) * Math.cos(phase);
          samples[2 * n + 1] += Math.sqrt(12.2) * Math.sin(phase);
        }
      });
      const { found } = await foundIn(recording);
      expect(found.map(({ lowHz, highHz }) => [lowHz, highHz].map((hz) => Math.round((10 * hz) / band)))).toEqual([
        [-5, 5],
      ]);
      expect(Math.abs(found[0].start - start)).toBeLessThan(512);
      expect(Math.abs(found[0].stop - stop)).toBeLessThan(512);
    },
    60_000,
  );

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
      const length = Math.round(0.6 * (a.stop - a.start));
      const distance = (widths / 2) * (a.room + b.room);
      const { recording, truths } = rendered(
        [
          { ...a, start: 20_000, stop: 20_000 + a.stop - a.start, carrier: -distance / 2 },
          { ...b, start: 20_000 + length, stop: 20_000 + length + b.stop - b.start, carrier: distance / 2 },
        ],
        options,
      );
      const { found } = await foundIn(recording);
      expect(differences(truths, found)).toEqual([]);
      expect(found.map((signal) => signal.notes)).toEqual([notes, notes]);
    },
    60_000,
  );
});
