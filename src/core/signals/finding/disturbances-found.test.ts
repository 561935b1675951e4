import { describe, expect, it } from "vitest";
import { datatypeOf } from "../../capture/datatype.ts";
import { differences, foundIn, generated, made, recordingOf, tone } from "./testing.ts";

describe("signals/finding: limits, constants, images, and samples without noise", () => {
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

  it("leaves a strong and a weak constant of real samples out, and finds bursts of tones over it and beside it", async () => {
    // Relative to the noise of the real samples: from lines in all transforms to none, which exceeds a threshold now and then.
    for (const power of [20, 0.2, 0.006]) {
      const recording = made(250_000, 1e6, (samples) => {
        for (let i = 0; i < samples.length; i += 2) samples[i] += Math.sqrt(power / 2);
        tone(samples, { start: 60_000, stop: 60_400, cycles: 0.02, power: 6 });
        tone(samples, { start: 150_000, stop: 180_000, cycles: 0.008, power: 0.2 });
        for (let i = 1; i < samples.length; i += 2) samples[i] = 0;
      });
      const { found } = await foundIn({ ...recording, datatype: datatypeOf(false, "f32") });
      expect([power, found.map(({ start }) => Math.round(start / 1000))]).toEqual([power, [60, 150]]);
    }
  });

  it("leaves out a constant that only long transforms show", async () => {
    for (const isReal of [false, true]) {
      const recording = made(200_000, 1e6, (samples) => {
        for (let i = 0; i < samples.length; i += 2) samples[i] += isReal ? 0.14 : 0.2;
        if (isReal) for (let i = 1; i < samples.length; i += 2) samples[i] = 0;
      });
      // At this rate, noise may be found elsewhere.
      const { found } = await foundIn({ ...recording, datatype: datatypeOf(!isReal, "f32") }, { falseAlarms: 1e-5 });
      const atZero = found.filter(({ lowHz, highHz }) => lowHz <= 0 && highHz >= 0);
      expect([isReal, atZero]).toEqual([isReal, []]);
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
});

it("signals/finding: steps of the gain make no short signals of noise", async () => {
  const recording = made(200_000, 1e6, (samples) => {
    for (let i = 0; i < samples.length; i++) if (Math.floor(i / 14_000) % 2) samples[i] *= 10;
  });
  expect((await foundIn(recording)).found).toEqual([]);
});
