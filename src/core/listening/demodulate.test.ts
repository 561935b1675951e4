import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { mixer } from "../analog/mixer.reference.ts";
import { quadrature } from "../analog/quadrature.reference.ts";
import { leftTone, separation } from "../analog/stereo.testing.ts";
import { fromBytes } from "../capture/byte-source.ts";
import { openRecording } from "../capture/registry.ts";
import { recordedSignal, type Signal } from "../capture/signal.ts";
import { windowed } from "../filter-design/fir/windowed.ts";
import { errorDb, testGpu, testNormals } from "../gpu/testing.ts";
import { chainDelay } from "../flow/graph/rate.ts";
import { demodulate } from "./demodulate.ts";
import { findPilot } from "../analog/pilot.ts";
import { RADIO, type RadioConfig, radioOf } from "./radio.ts";

function held(rate: number, samples: number, value: (n: number) => readonly [number, number]): Signal {
  const x = Float32Array.from({ length: 2 * samples }, (_, i) => value(i >> 1)[i % 2]);
  return { kind: "complex", rate, samples, read: async (start, count) => x.slice(2 * start, 2 * (start + count)) };
}

/** Samples in memory, as a signal. */
const heldPairs = (rate: number, x: Float32Array<ArrayBuffer>): Signal => ({
  kind: "complex",
  rate,
  samples: x.length / 2,
  read: async (start, count) => x.slice(2 * start, 2 * (start + count)),
});

async function heard(config: Partial<RadioConfig>, x: Signal) {
  const { steps, ...format } = await demodulate(await testGpu(), RADIO.parse(config), x);
  const parts: number[][] = [];
  for await (const step of steps) parts.push([...step.samples]);
  return { ...format, audio: parts.flat() };
}

/** FM demodulation in float64 at the recording's rate, without delay: low-pass filters of 100 kHz before and 15 kHz after it. */
function demodulated(x: Float32Array, rate: number, offset: number): Float64Array {
  const filtered = (signal: Float64Array, cutoff: number, width: 1 | 2) => {
    const h = windowed({ length: 401, cutoff: (2 * cutoff) / rate, passZero: true, window: { kaiser: 8 } });
    return signal.map((_, i) => {
      let sum = 0;
      for (let k = -200; k <= 200; k++) sum += h[k + 200] * (signal[i - width * k] ?? 0);
      return sum;
    });
  };
  return filtered(quadrature(filtered(mixer(x, offset / rate), 110_000, 2), rate / (2 * Math.PI * 75_000)), 17_000, 1);
}

function correlate(pairs: readonly (readonly [number, number])[]): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (const [a, b] of pairs) {
    ab += a * b;
    aa += a * a;
    bb += b * b;
  }
  return ab / Math.sqrt(aa * bb);
}

/** Amplitude of a tone in the middle of a signal. */
function amplitudeAt(audio: readonly number[], frequency: number, rate: number): number {
  const [from, to] = [Math.floor(audio.length / 4), Math.floor((3 * audio.length) / 4)];
  let [re, im, weights] = [0, 0, 0];
  for (let n = from; n < to; n++) {
    const weight = Math.sin((Math.PI * (n - from + 0.5)) / (to - from)) ** 2;
    re += weight * audio[n] * Math.cos((2 * Math.PI * frequency * n) / rate);
    im += weight * audio[n] * Math.sin((2 * Math.PI * frequency * n) / rate);
    weights += weight;
  }
  return (2 * Math.hypot(re, im)) / weights;
}

describe("listening/demodulate", () => {
  it.each([0.05, 0.3])("gives AM the same level in %f s", async (seconds) => {
    const x = held(48_000, 48_000 * seconds, (n) => {
      const envelope = 0.37 * (1 + 0.3 * Math.cos((2 * Math.PI * 1000 * n) / 48_000));
      const phase = (2 * Math.PI * 5000 * n) / 48_000;
      return [envelope * Math.cos(phase), envelope * Math.sin(phase)];
    });
    const { audio, rate } = await heard({ mode: "am", offset: 5000 }, x);
    // Whole periods of the tone, behind the silence at the start.
    const part = audio.slice(audio.length / 2, audio.length / 2 + 20 * (rate / 1000));
    const [re, im] = [Math.cos, Math.sin].map((wave) =>
      part.reduce((sum, value, n) => sum + (2 / part.length) * value * wave((2 * Math.PI * 1000 * n) / rate), 0),
    );
    expect(Math.abs(20 * Math.log10(Math.hypot(re, im) / 0.3))).toBeLessThan(0.01);
  });

  it.each([192, 200, 240, 250, 256, 384])("separates left from right by 45 dB at %i kS/s", async (kilo) => {
    const x = Float32Array.from(leftTone(1000 * kilo, 100 * kilo));
    const { audio, rate } = await heard({ mode: "fm-stereo", deemphasis: "none" }, heldPairs(1000 * kilo, x));
    expect(separation(audio, rate)).toBeGreaterThan(45);
  });

  it("demodulates a tone on FM beside a strong neighbour, with 1 for full deviation", async () => {
    const rate = 1_000_000;
    const x = held(rate, 100_000, (n) => {
      const phase = (75_000 / 1000) * Math.sin((2 * Math.PI * 1000 * n) / rate);
      const neighbour = (2 * Math.PI * 350_000 * n) / rate;
      return [Math.cos(phase) + 3 * Math.cos(neighbour), Math.sin(phase) + 3 * Math.sin(neighbour)];
    });
    const { rate: out, channels, samples, audio } = await heard({ deemphasis: "none" }, x);
    expect({ out, channels, samples }).toEqual({ out: 48_000, channels: 1, samples: audio.length });
    expect(amplitudeAt(audio, 1000, out)).toBeCloseTo(1, 2);
  });

  it("demodulates AM at its depth for any carrier", async () => {
    const rate = 192_000;
    const x = held(rate, 96_000, (n) => {
      const envelope = 0.003 * (1 + 0.6 * Math.cos((2 * Math.PI * 700 * n) / rate));
      return [envelope * Math.cos(0.3 * n), envelope * Math.sin(0.3 * n)].map((value) => value) as [number, number];
    });
    // A bandwidth that holds a carrier off the centre.
    const { rate: out, audio, pilot } = await heard({ mode: "am", bandwidth: 192_000 }, x);
    expect(amplitudeAt(audio, 700, out)).toBeCloseTo(0.6, 2);
    expect(pilot).toBeUndefined();
  });

  it.each(["am", "fm"] as const)("does not start with a thump: %s", async (mode) => {
    const rate = 960_000;
    const x = held(rate, 240_000, (n) => {
      const tone = 0.5 * Math.sin((2 * Math.PI * 700 * n) / rate);
      const [envelope, phase] = mode === "am" ? [0.3 * (1 + tone), 1] : [1, (75_000 / 700) * tone];
      return [envelope * Math.cos(phase), envelope * Math.sin(phase)];
    });
    const { audio } = await heard({ mode, deemphasis: "none" }, x);
    expect(Math.max(...audio.map(Math.abs))).toBeLessThan(0.56);
    const first = audio.findIndex((value) => value !== 0);
    expect(first / 48_000).toBeLessThan(mode === "am" ? 0.08 : 0.005);
  });

  it("meets rates exactly where possible, and approximately elsewhere", () => {
    expect(radioOf(RADIO.parse({}), 256_000).rate).toBe(48_000);
    expect(radioOf(RADIO.parse({}), 2_400_000).rate).toBe(48_000);
    expect(Math.abs(radioOf(RADIO.parse({}), 228_571.4).rate / 48_000 - 1)).toBeLessThan(0.1);
  });

  it.each([
    ["noise alone", 0.3, () => 0, true],
    // The part at the beginning that is judged, 2 s, holds noise alone.
    ["a station that comes later", 3.2, (t: number) => Number(t > 2.1), false],
  ])("is mono only without a pilot: %s", async (_what, seconds, levelAt, isMono) => {
    const rate = 128_000;
    const samples = seconds * rate;
    const noise = testNormals(7, 2 * samples);
    const station = leftTone(rate, samples);
    const x = Float32Array.from(station, (value, i) => levelAt((i >> 1) / rate) * value + 0.03 * noise[i]);
    const { audio, pilot, channels } = await heard({ mode: "fm-stereo" }, heldPairs(rate, x));
    expect([pilot === undefined, channels]).toEqual([isMono, 2]);
    const power = (sign: number) =>
      audio.reduce((sum, left, i) => (i % 2 === 0 ? sum + (left + sign * audio[i + 1]) ** 2 : sum), 0);
    const differenceDb = 10 * Math.log10(power(-1) / power(1));
    if (isMono) expect(differenceDb).toBeLessThan(-100);
    else expect(differenceDb).toBeGreaterThan(-10);
  });

  it("says why it cannot demodulate", async () => {
    const x = held(48_000, 100, () => [1, 0]);
    await expect(heard({ offset: 24_001 }, x)).rejects.toThrow(
      "demodulate: offset must be from -24000 to 24000 Hz, half of the recording's 48000 samples/s, got 24001",
    );
    await expect(heard({ mode: "fm-stereo" }, x)).rejects.toThrow(
      "fm-stereo needs complex samples at more than 106000 Hz",
    );
    await expect(heard({}, { ...x, kind: "real" })).rejects.toThrow("must have complex samples");
  });

  describe("tuned", () => {
    const RATE = 768_000;
    const SAMPLES = 153_600;
    /** Two stations with different tones, as FM at full deviation, with a little noise. */
    const stations = [
      { offset: 200_000, tones: [400, 1000, 7000] },
      { offset: -150_000, tones: [700, 3000, 11_000] },
    ];
    const modulated = (tones: readonly number[], n: number) =>
      tones.reduce((sum, f) => sum + (75_000 / tones.length / f) * Math.sin((2 * Math.PI * f * n) / RATE), 0);
    const noise = testNormals(7, 2 * SAMPLES);
    const both = Float32Array.from({ length: 2 * SAMPLES }, (_, i) => {
      const n = i >> 1;
      const parts = stations.map(({ offset, tones }) => {
        const phase = 2 * Math.PI * ((offset / RATE) * n) + modulated(tones, n);
        return i & 1 ? Math.sin(phase) : Math.cos(phase);
      });
      return parts[0] + parts[1] + 1e-3 * noise[i];
    });

    it.each([0, 1])("demodulates station %i of two in one recording, as float64 does", async (which) => {
      const [mine, other] = [stations[which], stations[1 - which]];
      const config = { mode: "fm", deemphasis: "none", audio: 64_000, offset: mine.offset } as const;
      const { rate, audio } = await heard(config, heldPairs(RATE, both));
      expect(rate).toBe(64_000);
      const late = chainDelay(radioOf(RADIO.parse(config), RATE).blocks);
      const exact = demodulated(both, RATE, mine.offset);
      // Both have transients, so the first and the last part are not compared.
      const pairs = audio
        .map((value, m) => [value, exact[Math.round((m - late) * (RATE / rate))]] as const)
        .slice(500, -500);
      const correlation = correlate(pairs);
      const suppressed = other.tones.map(
        (tone) => 20 * Math.log10(amplitudeAt(audio, tone, rate) * other.tones.length),
      );
      expect(correlation).toBeGreaterThan(0.99999);
      for (const tone of mine.tones) expect(amplitudeAt(audio, tone, rate) * mine.tones.length).toBeCloseTo(1, 2);
      // Level of the other station's tones relative to the station's own.
      expect(Math.max(...suppressed)).toBeLessThan(-100);
    });

    it("gives at offset 0 the same bits as without a mixer, and elsewhere the same blocks after a mixer", async () => {
      const x = heldPairs(RATE, both);
      expect((await heard({ offset: 0 }, x)).audio).toEqual((await heard({}, x)).audio);
      const labels = (offset: number) => radioOf(RADIO.parse({ offset }), RATE).blocks.map(({ label }) => label);
      expect(labels(0)).not.toContain("analog/mixer");
      expect(labels(100)).toEqual(["analog/mixer", ...labels(0)]);
    });

    it.each(["am", "fm", "fm-stereo"] as const)(
      "demodulates %s after a shift in float64 as before it",
      async (mode) => {
        const x = Float32Array.from({ length: 2 * 60_000 }, (_, i) => {
          const [n, turn] = [i >> 1, (hertz: number) => (2 * Math.PI * hertz * (i >> 1)) / RATE];
          const envelope = mode === "am" ? 1 + 0.5 * Math.sin(turn(440)) : 1;
          const phase = mode === "am" ? 0.001 * n : 3 * Math.sin(turn(1000)) + 0.3 * Math.sin(turn(19_000));
          return envelope * (i & 1 ? Math.sin(phase) : Math.cos(phase));
        });
        const [there, here] = await Promise.all([
          heard({ mode }, heldPairs(RATE, x)),
          heard({ mode, offset: 123_456.789 }, heldPairs(RATE, Float32Array.from(mixer(x, -123_456.789 / RATE)))),
        ]);
        expect(errorDb(here.audio, there.audio)).toBeLessThan(-90);
      },
    );

    it("adds a channel filter after the mixer where the recording is too narrow to decimate", () => {
      const labels = (offset: number) => radioOf(RADIO.parse({ offset }), 256_000).blocks.map(({ label }) => label);
      expect(labels(0)[0]).toBe("analog/quadrature");
      expect(labels(20_000).slice(0, 3)).toEqual(["analog/mixer", "fir/direct", "analog/quadrature"]);
    });

    it.each([
      // Half the bandwidth is at least the carrier's offset plus the tone's frequency, or less.
      { off: 3000, bandwidth: 0, least: 0.79, bent: 1e-6 },
      { off: 4000, bandwidth: 0, least: 0.43, bent: 0.03 },
      { off: 4000, bandwidth: 18_000, least: 0.79, bent: 1e-6 },
    ])("needs no carrier tracking for AM: $off Hz off in a channel of $bandwidth Hz", async (one) => {
      const { off, bandwidth, least, bent } = one;
      const rate = 192_000;
      const x = held(rate, 96_000, (n) => {
        const [angle, envelope] = [2 * Math.PI * (off / rate) * n, 1 + 0.8 * Math.cos(2 * Math.PI * (2000 / rate) * n)];
        return [envelope * Math.cos(angle), envelope * Math.sin(angle)];
      });
      const { rate: out, audio } = await heard({ mode: "am", bandwidth }, x);
      expect(amplitudeAt(audio, 2000, out)).toBeGreaterThan(least);
      expect(amplitudeAt(audio, 4000, out)).toBeLessThan(bent);
    });
  });

  const file = "../shared/captures/fm_broadcast_256k_cs16.bin";
  const broadcast = async () => {
    const bytes = new Uint8Array(await readFile(file));
    const [recording] = await openRecording([fromBytes("fm_broadcast_256k_cs16.bin", bytes)]);
    return recordedSignal(recording);
  };
  it.skipIf(!existsSync(file))(`demodulates a shifted broadcast (needs ${file})`, async () => {
    const x = await broadcast();
    const samples = await x.read(0, x.samples);
    const moved = Float32Array.from(mixer(samples, -20_000.5 / x.rate));
    const config = { mode: "fm-stereo", audio: 128_000 } as const;
    const there = await heard(config, x);
    const here = await heard({ ...config, offset: 20_000.5 }, { ...x, ...heldPairs(x.rate, moved) });
    expect(Math.abs((here.pilot?.frequency ?? 0) - 19_000)).toBeLessThan(2);
    expect(here.pilot?.frequency).toBeCloseTo(there.pilot?.frequency ?? 0, 1);
    expect(here.pilot?.levelDb).toBeCloseTo(there.pilot?.levelDb ?? 0, 1);
    // After the mixer a channel filter adds delay and removes the noise beside the station.
    const delay = (offset: number) => chainDelay(radioOf(RADIO.parse({ ...config, offset }), x.rate).blocks);
    const late = Math.round(delay(20_000.5) - delay(0));
    for (const side of [0, 1]) {
      const pairs = Array.from({ length: 100_000 }, (_, i) => {
        const m = i + 10_000;
        return [here.audio[2 * (m + late) + side], there.audio[2 * m + side]] as const;
      });
      expect(correlate(pairs)).toBeGreaterThan(0.9995);
    }
  });

  it.skipIf(!existsSync(file))(`demodulates a broadcast in stereo (needs ${file})`, async () => {
    const { pilot, rate, channels, audio } = await heard({ mode: "fm-stereo" }, await broadcast());
    expect(Math.abs((pilot?.frequency ?? 0) - 19_000)).toBeLessThan(2);
    expect([rate, channels]).toEqual([48_000, 2]);
    expect(audio.length).toBe(2 * 49_152);
    const left = audio.filter((_, i) => i % 2 === 0);
    const right = audio.filter((_, i) => i % 2 === 1);
    const power = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 0);
    const difference =
      power(left.map((value, n) => value - right[n])) / power(left.map((value, n) => value + right[n]));
    // A broadcast of music: the channels differ by less than they agree, and the pilot is removed.
    expect(difference).toBeGreaterThan(0.01);
    expect(difference).toBeLessThan(0.5);
    expect(amplitudeAt(left, 19_000, rate)).toBeLessThan(1e-4);
  });
});

describe("analog/pilot", () => {
  const noisy = (n: number) => 0.3 * Math.sin(0.001 * n * n) + 0.5 * Math.sin(0.1 * n);
  it("measures the pilot's frequency and level, and finds none where there is none", () => {
    const rate = 200_000;
    const x = Float32Array.from({ length: 100_000 }, (_, n) => {
      return noisy(n) + 0.1 * Math.cos((2 * Math.PI * 19_001.3 * n) / rate);
    });
    const pilot = findPilot(x, rate);
    expect(pilot?.frequency).toBeCloseTo(19_001.3, 0);
    expect(pilot?.levelDb).toBeCloseTo(-20, 0);
    expect(
      findPilot(
        x.map((_, n) => noisy(n)),
        rate,
      ),
    ).toBeUndefined();
    expect(findPilot(x, 30_000)).toBeUndefined();
    // Weaker than the decoder's least pilot, 0.02; stations send 0.08 and more.
    const weak = x.map((value, n) => noisy(n) + (value - noisy(n)) / 6);
    expect(findPilot(weak, rate)).toBeUndefined();
  });

  it("finds no pilot in noise, however short: in 20 ms, half of the power is steady by chance in one of thirty", () => {
    const [rate, trials, length] = [120_000, 300, 2400];
    const noise = testNormals(3, trials * length);
    for (let t = 0; t < trials; t++) {
      expect(findPilot(noise.subarray(t * length, (t + 1) * length), rate)).toBeUndefined();
    }
    const pilot = (seconds: number) =>
      Float32Array.from({ length: seconds * rate }, (_, n) => {
        return 0.1 * Math.cos((2 * Math.PI * 19_000 * n) / rate) + 0.1 * noise[n];
      });
    expect(findPilot(pilot(0.05), rate)?.levelDb).toBeCloseTo(-20, 0);
  });
});
