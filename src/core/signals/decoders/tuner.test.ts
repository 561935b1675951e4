import { describe, expect, it } from "vitest";
import { createTuner, type TunerSpec } from "./tuner.ts";

/** A tone of amplitude 1 whose phase is 0 at sample 0. */
const tone = (hz: number, rateHz: number, samples: number) =>
  Float32Array.from({ length: 2 * samples }, (_, i) => {
    const angle = (2 * Math.PI * hz * (i >> 1)) / rateHz;
    return i & 1 ? Math.sin(angle) : Math.cos(angle);
  });

function tuned(spec: TunerSpec, samples: Float32Array, chunk = samples.length / 2): Float32Array {
  const tuner = createTuner(spec);
  const parts: Float32Array[] = [];
  for (let i = 0; i < samples.length; i += 2 * chunk) parts.push(tuner.push(samples.subarray(i, i + 2 * chunk)));
  return Float32Array.from([...parts, tuner.end()].flatMap((part) => [...part]));
}

/** The largest difference, apart from the ends, where the filter reaches beyond the samples. */
function largest(found: Float32Array, expected: Float32Array): number {
  let most = 0;
  for (let i = 20; i < found.length - 20; i++) most = Math.max(most, Math.abs(found[i] - expected[i]));
  return most;
}

describe("signals/decoders/tuner", () => {
  it.each([
    { fromHz: 2.4e6, toHz: 1.92e6, offsetHz: 0, passHz: 620e3 },
    { fromHz: 20e6, toHz: 1.92e6, offsetHz: -3.1e6, passHz: 620e3 },
    { fromHz: 1_953_125, toHz: 1.92e6, offsetHz: 1e5, passHz: 620e3 },
    { fromHz: 61.44e6, toHz: 1.92e6, offsetHz: 11e6, passHz: 620e3 },
    { fromHz: 4e6, toHz: 4e6, offsetHz: 0.5e6, passHz: 1e6 },
    { fromHz: 2e6, toHz: 4e6, offsetHz: 0.2e6, passHz: 0.5e6 },
  ])("$fromHz to $toHz keeps a tone's amplitude, phase and time, and removes one that would fold onto it", (spec) => {
    const samples = 6000;
    for (const hz of [-spec.passHz, 0.37 * spec.passHz, spec.passHz]) {
      const found = tuned(spec, tone(spec.offsetHz + hz, spec.fromHz, samples));
      expect(Math.abs(found.length / 2 - (samples * spec.toHz) / spec.fromHz)).toBeLessThanOrEqual(1);
      const expected = tone(hz, spec.toHz, found.length / 2);
      // 10^(−60/20) each for the ripple and the images, here and at 0, where the gain of each phase is set to 1.
      expect(largest(found, expected)).toBeLessThan(4e-3);
      if (spec.fromHz < 2 * spec.toHz) continue;
      const folded = tuned(spec, tone(spec.offsetHz + hz + spec.toHz, spec.fromHz, samples));
      expect(largest(folded, new Float32Array(folded.length))).toBeLessThan(4e-3);
    }
  });

  it("gives the same for any size of pieces, also smaller than a step between outputs", () => {
    const spec = { fromHz: 61.44e6, toHz: 1.92e6, offsetHz: 3e6, passHz: 620e3 };
    const samples = tone(3.2e6, spec.fromHz, 5000);
    const whole = tuned(spec, samples);
    for (const chunk of [1, 17, 4096]) expect(tuned(spec, samples, chunk)).toEqual(whole);
  });

  it.each([
    [{ fromHz: 0 }, /rates must be greater than 0, got 0 and/],
    [{ fromHz: Number.NaN }, /rates must be greater than 0/],
    [{ passHz: 1e6 }, /passHz must be between 0 and 960000/],
  ])("refuses %o", (change, message) => {
    const spec = { fromHz: 2.4e6, toHz: 1.92e6, offsetHz: 0, passHz: 620e3, ...change };
    expect(() => createTuner(spec)).toThrow(message);
  });
});
