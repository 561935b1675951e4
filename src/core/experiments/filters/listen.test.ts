import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { fromBytes } from "../../capture/byte-source.ts";
import { openRecording } from "../../capture/registry.ts";
import { testGpu } from "../../gpu/testing.ts";
import { demodulate } from "./listen.ts";
import { findPilot } from "./pilot.ts";
import { RADIO, type RadioConfig, radioOf } from "./radio.ts";
import { recordedSignal, type Signal } from "./signal.ts";

function held(rate: number, samples: number, value: (n: number) => readonly [number, number]): Signal {
  const x = Float32Array.from({ length: 2 * samples }, (_, i) => value(i >> 1)[i % 2]);
  return { kind: "complex", rate, samples, read: async (start, count) => x.slice(2 * start, 2 * (start + count)) };
}

async function heard(config: Partial<RadioConfig>, x: Signal) {
  const { steps, ...format } = await demodulate(await testGpu(), RADIO.parse(config), x);
  const parts: number[][] = [];
  for await (const step of steps) parts.push([...step.samples]);
  return { ...format, audio: parts.flat() };
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

describe("filters/listen", () => {
  it("hears a tone on FM beside a strong neighbour, at 1 for full deviation", async () => {
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

  it("hears AM at its depth, whatever the carrier", async () => {
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

  it("meets rates exactly where it can, and comes near where it cannot", () => {
    expect(radioOf(RADIO.parse({}), 256_000).rate).toBe(48_000);
    expect(radioOf(RADIO.parse({}), 2_400_000).rate).toBe(48_000);
    expect(Math.abs(radioOf(RADIO.parse({}), 228_571.4).rate / 48_000 - 1)).toBeLessThan(0.1);
  });

  it("says what it cannot demodulate", async () => {
    const x = held(48_000, 100, () => [1, 0]);
    await expect(heard({ mode: "fm-stereo" }, x)).rejects.toThrow(
      "fm-stereo needs complex samples at more than 106000 Hz",
    );
    await expect(heard({}, { ...x, kind: "real" })).rejects.toThrow("must have complex samples");
  });

  const file = "../shared/captures/fm_broadcast_256k_cs16.bin";
  it.skipIf(!existsSync(file))(`hears a broadcast in stereo (needs ${file})`, async () => {
    const bytes = new Uint8Array(await readFile(file));
    const [recording] = await openRecording([fromBytes("fm_broadcast_256k_cs16.bin", bytes)]);
    const { pilot, rate, channels, audio } = await heard({ mode: "fm-stereo" }, recordedSignal(recording));
    expect(Math.abs((pilot?.frequency ?? 0) - 19_000)).toBeLessThan(2);
    expect([rate, channels]).toEqual([48_000, 2]);
    expect(audio.length).toBe(2 * 49_152);
    const left = audio.filter((_, i) => i % 2 === 0);
    const right = audio.filter((_, i) => i % 2 === 1);
    const power = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 0);
    const difference =
      power(left.map((value, n) => value - right[n])) / power(left.map((value, n) => value + right[n]));
    // A broadcast of music: the sides differ, but less than they agree; nothing is left of the pilot.
    expect(difference).toBeGreaterThan(0.01);
    expect(difference).toBeLessThan(0.5);
    expect(amplitudeAt(left, 19_000, rate)).toBeLessThan(1e-4);
  });
});

describe("filters/pilot", () => {
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
  });
});
