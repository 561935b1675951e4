import { expect, it } from "vitest";
import { arrayRecording } from "../../capture/array-recording.ts";
import { findSignals } from "./finder.ts";
import { isKeyedConstant, silenceOf } from "./silence.ts";

const [RATE, COUNT] = [1e6, 300_000];

/** A carrier with an amplitude at each sample. */
const carrierOf = (cyclesPerSample: number, amplitude: (n: number) => number) =>
  Float32Array.from({ length: 2 * COUNT }, (_, i) => {
    const angle = 2 * Math.PI * ((cyclesPerSample * (i >> 1)) % 1) + 0.4;
    return amplitude(i >> 1) * (i % 2 ? Math.sin(angle) : Math.cos(angle));
  });

/** 1 or 0 for each 100 samples, by a generator of the greatest period of 15 bits. */
const bits = (() => {
  let state = 0x7fff;
  return Array.from({ length: COUNT / 100 }, () => {
    state = (state >> 1) | (((state ^ (state >> 1)) & 1) << 14);
    return state & 1;
  });
})();
const keyed = (n: number) => bits[Math.floor(n / 100)];

async function found(samples: Float32Array) {
  const signals = [];
  for await (const part of findSignals(arrayRecording(samples, { sampleRate: RATE }))) signals.push(...part.found);
  return signals;
}

it("signals/finding: silence is the value nearest to 0 that the samples keep", () => {
  const samples = Float32Array.from([0, 0, 3, 4, 3, 4, 3, 4, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0]);
  expect(silenceOf(samples, 3)).toEqual([1, -1]);
  expect(silenceOf(samples, 2)).toBeUndefined();
  expect(silenceOf(samples, 4)).toBeUndefined();
});

it("signals/finding: a carrier at frequency 0 that is keyed, or modulated in amplitude, is no receiver's constant", () => {
  expect(isKeyedConstant(carrierOf(0, keyed))).toBe(true);
  expect(isKeyedConstant(carrierOf(0, (n) => 1 + 0.5 * Math.sin(n / 200)))).toBe(true);
  expect(isKeyedConstant(carrierOf(0, () => 1).map((value, i) => value + (i % 7) / 10))).toBe(false);
  expect(isKeyedConstant(carrierOf(0.01, keyed))).toBe(false);
});

it("signals/finding: keyed carriers without noise at frequency 0 are one signal, for all of the time or a part of it", async () => {
  expect(await found(carrierOf(0, (n) => 0.4 * keyed(n)))).toMatchObject([{ start: 0 }]);
  expect(await found(carrierOf(0, (n) => 0.3 + 0.3 * keyed(n)))).toMatchObject([{ start: 0 }]);
  // Unsigned integers of 8 bits: 0 lies between two of them.
  const burst = carrierOf(0, (n) => (n >= 100_000 && n < 200_000 ? 0.4 : 0));
  const [signal, ...others] = await found(burst.map((value) => (Math.round(128 * value) + 0.5) / 128));
  expect(others).toEqual([]);
  expect(Math.abs(signal.start - 100_000)).toBeLessThan(100);
  expect(Math.abs(signal.stop - 200_000)).toBeLessThan(100);
});
