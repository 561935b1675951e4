import { describe, expect, it } from "vitest";
import type { FoundSignal } from "../detection.ts";
import { toBurst } from "../finding/burst.ts";
import { addNoise } from "../generator/draws.ts";
import { measureBand } from "../measuring/measure-burst.ts";
import { classify } from "./classify.ts";
import { phaseToneOf } from "./carrier.ts";

const RATE = 250e3;

interface Carrier {
  snrDb: number;
  seconds?: number;
  amplitude?(t: number): number;
  /** Rad. */
  phase?(t: number): number;
  widthHz?: number;
}

/** Names a carrier in a burst with noise. The SNR counts in 2 kHz. */
function named({ snrDb, seconds = 0.06, amplitude = () => 1, phase = () => 0, widthHz = 4000 }: Carrier) {
  const length = Math.round(seconds * RATE);
  const start = 3000;
  const values = new Float64Array(2 * (length + 2 * start));
  addNoise(values, 17, 0);
  const level = Math.sqrt((10 ** (snrDb / 10) * 2000) / RATE);
  for (let n = 0; n < length; n++) {
    const angle = 0.8 * n + phase(n / RATE);
    values[2 * (start + n)] += level * amplitude(n / RATE) * Math.cos(angle);
    values[2 * (start + n) + 1] += level * amplitude(n / RATE) * Math.sin(angle);
  }
  const middle = (0.8 / (2 * Math.PI)) * RATE;
  const box: FoundSignal = {
    start,
    stop: start + length,
    lowHz: middle - widthHz / 2,
    highHz: middle + widthHz / 2,
    noiseDensity: 1 / RATE,
    notes: [],
  };
  const burst = toBurst(values, RATE, box, { passHz: Math.max(12_000, 3 * widthHz) });
  return classify(burst, measureBand(burst));
}

const tone = (index: number) => (t: number) => index * Math.sin(2 * Math.PI * 1000 * t);

/** The amplitude of pulses and gaps in turn, in symbols; each edge takes half a symbol. */
function pulses(runs: readonly number[], symbolRateHz: number) {
  const bounds = runs.map((_, i) => runs.slice(0, i + 1).reduce((sum, run) => sum + run));
  const step = (symbols: number) => (1 - Math.cos(Math.PI * Math.max(0, Math.min(1, symbols + 0.5)))) / 2;
  return (t: number) =>
    bounds.reduce((sum, bound, i) => sum + (i % 2 ? 1 : -1) * step(2 * (t * symbolRateHz - bound)), 1);
}

const DATA = Array.from("001101011101011100110000011010", Number);

describe("signals/classification: slow pulses with soft edges", () => {
  it.each([
    ["PWM", DATA.flatMap((bit) => (bit ? [3, 1] : [1, 3]))],
    ["PPM", [...DATA.flatMap((bit) => [1, bit ? 4 : 2]), 1]],
  ])("%s is OOK and no sound, though its outer sides lie under the noise", (_, runs) => {
    const rate = 2400;
    const seconds = runs.slice(0, runs.length - (runs.length % 2 ? 0 : 1)).reduce((sum, run) => sum + run) / rate;
    const found = named({ snrDb: 17, seconds, amplitude: pulses(runs, rate), widthHz: 4000 });
    expect(found).toMatchObject({ class: "OOK" });
    expect(Math.abs(found.symbolRateHz! / rate - 1)).toBeLessThan(2e-3);
  });

  it.each([
    ["3 1 3 1 3", [3, 1, 3, 1, 3]],
    ["1 3 3 1 3", [1, 3, 3, 1, 3]],
    ["3 1 1 3 1", [3, 1, 1, 3, 1]],
    ["3 1 1 3 3 1 3", [3, 1, 1, 3, 3, 1, 3]],
  ])("a piece of a message that is too short for its symbol is not surely sound: %s", (_, runs) => {
    const seconds = runs.reduce((sum, run) => sum + run) / 2400;
    expect(named({ snrDb: 22, seconds, amplitude: pulses(runs, 2400), widthHz: 4000 }).class).not.toBe("AM");
  });
});

/** Frequencies and phases of 60 tones up to a frequency, at random places: sound, or noise. */
function tonesUpTo(hz: number): [hz: number, phase: number][] {
  const draws = new Float64Array(120);
  addNoise(draws, 23, 0);
  return Array.from({ length: 60 }, (_, i) => [((i + 0.5 + 0.3 * draws[2 * i]) / 60) * hz, draws[2 * i + 1] * 9]);
}

/** Noise up to a frequency, with a deviation of 1. */
function noiseUpTo(hz: number) {
  const tones = tonesUpTo(hz);
  return (t: number) => tones.reduce((sum, [f, at]) => sum + Math.cos(2 * Math.PI * f * t + at), 0) / Math.sqrt(30);
}

describe("signals/classification: wide sound and many levels", () => {
  it("an amplitude that follows wide noise is AM and has no symbols", () => {
    const noise = noiseUpTo(15_000);
    const amplitude = (t: number) => 1 + 0.4 * noise(t);
    const { class: name } = named({ snrDb: 32, amplitude, widthHz: 30_000 });
    expect(name).toBe("AM");
  });

  it("eight levels of the frequency are no sound", () => {
    const draws = new Float64Array(600);
    addNoise(draws, 29, 0);
    const levels = Array.from(draws, (value) => (Math.floor(1e4 * Math.abs(value)) % 8) - 3.5);
    const before = levels.map((_, k) => levels.slice(0, k).reduce((sum, level) => sum + level, 0));
    const phase = (t: number) => {
      const k = Math.floor(4000 * t);
      return 2 * Math.PI * (before[k] + levels[k] * (4000 * t - k));
    };
    const { class: name, evidence } = named({ snrDb: 32, phase, widthHz: 36_000 });
    expect([name, evidence.at(-1)]).toEqual([
      "unsure",
      expect.stringMatching(/line at (4\.0000|8\.0000|12\.000|16\.000|20\.000) kHz, as symbols do/),
    ]);
  });

  it("two levels of a small index have their symbol rate, though their band is narrower", () => {
    const [rate, index] = [20_000, 0.4];
    const draws = new Float64Array(1300);
    addNoise(draws, 31, 0);
    const bits = Array.from(draws, Math.sign);
    const before = bits.map((_, k) => bits.slice(0, Math.max(0, k - 2)).reduce((sum, bit) => sum + bit, 0));
    // A raised cosine of three symbols for each bit's frequency.
    const turned = (x: number) => (x < 0 ? 0 : x > 3 ? 0.5 : x / 6 - Math.sin((2 * Math.PI * x) / 3) / (4 * Math.PI));
    const phase = (t: number) => {
      const k = Math.floor(t * rate);
      const recent = [0, 1, 2].reduce((sum, i) => sum + (bits[k - i] ?? 0) * turned(t * rate - k + i), 0);
      return 2 * Math.PI * index * (recent + before[k] / 2);
    };
    const found = named({ snrDb: 35, phase, widthHz: 22_000 });
    expect(found.class).toBe("2-FSK");
    expect(Math.abs(found.symbolRateHz! / rate - 1)).toBeLessThan(1e-3);
  });

  it("sound with a pilot is FM, though changes of the frequency have a line", () => {
    const tones = [...tonesUpTo(3000).map(([hz, at]) => [hz, at, 500]), [9000, 0, 2000]];
    const phase = (t: number) =>
      tones.reduce((sum, [hz, at, deviation]) => sum + (deviation / hz) * Math.sin(2 * Math.PI * hz * t + at), 0);
    expect(named({ snrDb: 32, phase, widthHz: 36_000 }).class).toBe("FM");
  });
});

describe("signals/classification: carriers with a tone, or none", () => {
  it.each([0.3, 0.7, 1.5, 3])("a tone that modulates the phase by %f rad makes FM", (index) => {
    // By Carson's rule.
    const widthHz = 2000 * (1 + index);
    expect(named({ snrDb: 25, phase: tone(index), widthHz }).class).toBe("FM");
  });

  it("hum of 0.03 rad leaves a tone, and 0.12 rad are uncertain", () => {
    expect(named({ snrDb: 40, phase: tone(0.03) }).class).toBe("tone");
    const { class: found, candidates } = named({ snrDb: 40, phase: tone(0.12) });
    expect(found).toBe("unsure");
    expect(candidates.map((one) => one.class).sort()).toEqual(["FM", "tone"]);
  });

  it("an amplitude that changes by a hundredth has no symbols", () => {
    const keyed = (t: number) => 1 + 0.005 * Math.sign(Math.sin(2 * Math.PI * 300 * t));
    expect(named({ snrDb: 60, amplitude: keyed }).class).not.toMatch(/ASK|OOK/);
  });

  it("a weak burst that is too short for sound is unsure, a strong one is a tone", () => {
    expect(named({ snrDb: 24, seconds: 2e-4, widthHz: 70_000 }).class).toBe("unsure");
    expect(named({ snrDb: 45, seconds: 2e-4, widthHz: 70_000 }).class).toBe("tone");
  });

  it.each([
    { rate: 1e6, length: 10_000, before: 0, snrDb: 60, widthHz: 3906 },
    { rate: 1e6, length: 10_000, before: 0, snrDb: Infinity, widthHz: 3906 },
    { rate: 2.4e6, length: 4000, before: 0, snrDb: Infinity, widthHz: 23_438 },
    { rate: 2.4e6, length: 4000, before: 2000, snrDb: 60, widthHz: 23_438 },
    { rate: 48e3, length: 1500, before: 300, snrDb: 80, widthHz: 3000 },
  ])("the ends of a short carrier are no sound: %o", ({ rate, length, before, snrDb, widthHz }) => {
    const values = new Float64Array(2 * (length + 2 * before));
    if (snrDb < Infinity) addNoise(values, 18, 0);
    const level = snrDb < Infinity ? Math.sqrt((10 ** (snrDb / 10) * 2000) / rate) : 1;
    for (let n = 0; n < length; n++) {
      values[2 * (before + n)] += level * Math.cos(0.6 * n);
      values[2 * (before + n) + 1] += level * Math.sin(0.6 * n);
    }
    const middle = (0.6 / (2 * Math.PI)) * rate;
    const [lowHz, highHz] = [middle - widthHz / 2, middle + widthHz / 2];
    const noiseDensity = snrDb < Infinity ? 1 / rate : 1e-16;
    const burst = toBurst(values, rate, {
      start: before,
      stop: before + length,
      lowHz,
      highHz,
      noiseDensity,
      notes: [],
    });
    expect(classify(burst, measureBand(burst))).toMatchObject({ class: "tone" });
  });

  it("speech of little depth is AM where the noise is weaker than the speech", () => {
    // A sum of tones like speech, of depth 0.3 at its peaks, 60 dB over the noise.
    const parts = Array.from({ length: 40 }, (_, k) => ({ hz: 300 + 80.3 * k, turn: (k * k * 2.4) % 6.283 }));
    const speech = (t: number) =>
      parts.reduce((sum, { hz, turn }) => sum + Math.cos(2 * Math.PI * hz * t + turn) / Math.hypot(1, hz / 700), 0) /
      12;
    expect(named({ snrDb: 60, amplitude: (t) => 1 + 0.3 * speech(t), widthHz: 7000 }).class).toBe("AM");
  });

  /** A sum of tones like speech, of amplitude 1 at most, that is loud around one moment. */
  const word = (middle: number, seconds: number) => (t: number) => {
    const parts = [410, 530, 690, 880, 1150, 1490, 1930, 2510];
    const sum = parts.reduce((total, hz, k) => total + Math.cos(2 * Math.PI * hz * t + 2.4 * k * k), 0);
    return (sum / 6) * Math.exp(-(((t - middle) / seconds) ** 2));
  };

  it.each([
    [23, 0.5, 0.012],
    [25, 0.35, 0.03],
    [25, 0.55, 0.048],
  ])("sound of one loud moment is AM at %d dB: depth %d, at %d s", (snrDb, depth, middle) => {
    const sound = word(middle, 0.004);
    expect(named({ snrDb, amplitude: (t) => 1 + depth * sound(t) }).class).toBe("AM");
  });

  it.each([10, 13, 16])("sound of one loud moment is no tone at %d dB, where noise may hide it", (snrDb) => {
    const sound = word(0.03, 0.004);
    expect(named({ snrDb, amplitude: (t) => 1 + 0.35 * sound(t) }).class).not.toBe("tone");
  });

  it("a phase that follows sound is no tone, though the deviation is small", () => {
    const sound = word(0.03, 0.02);
    expect(named({ snrDb: 25, phase: (t) => 0.6 * sound(t) }).class).not.toBe("tone");
  });

  it.each([
    ["fading", (t: number) => 1 + 0.5 * Math.cos(2 * Math.PI * 11 * t)],
    ["a slow start", (t: number) => 1 - 0.2 * Math.exp(-t / 0.01)],
    ["hum of 100 Hz", (t: number) => 1 + 0.05 * Math.cos(2 * Math.PI * 100 * t)],
  ])("a tone with %s is a tone at 25 dB", (_, amplitude) => {
    expect(named({ snrDb: 25, amplitude }).class).toBe("tone");
  });

  it("measures the index of a tone in quadrature, and finds none in phase", () => {
    const count = 4000;
    const noise = new Float64Array(2 * count);
    addNoise(noise, 4, 0);
    const values = (index: number, seed: 0 | 1) =>
      Float64Array.from(
        { length: count },
        (_, n) => index * Math.cos((2 * Math.PI * n) / 10) + 0.1 * noise[2 * n + seed],
      );
    const found = phaseToneOf(
      values(0, 0).map((value) => 1 + value),
      values(0.25, 1),
      10_000,
      [100, 4000],
    );
    // Hann's window takes up to 15 % between two bins.
    expect(found?.index).toBeGreaterThan(0.21);
    expect(found?.index).toBeLessThan(0.26);
    expect(found?.hz).toBeCloseTo(1000, -1);
    expect(
      phaseToneOf(
        values(0.25, 0).map((value) => 1 + value),
        values(0, 1),
        10_000,
        [100, 4000],
      ),
    ).toBeUndefined();
  });
});
