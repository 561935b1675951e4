import { describe, expect, it } from "vitest";
import { parseDatatype } from "../../capture/datatype.ts";
import { decodersFor } from "./applicable.ts";
import { decodeRecording } from "./decode.ts";
import { findSignals } from "../finding/finder.ts";

/** Another seed gives other noise, so several processes can share a larger number of samples. */
const seed = Number(process.env.THREERAY_SEED ?? 1);

/** Quantiles of the normal distribution in the middle of 2^16 equal shares: from −4.3 to 4.3. */
const NORMALS = (() => {
  const normals = new Float32Array(2 ** 16);
  const [step, count] = [1e-5, 2 ** 16];
  for (let x = -5, below = 0, k = 0; k < count; x += step) {
    below += (step * Math.exp(-((x + step / 2) ** 2) / 2)) / Math.sqrt(2 * Math.PI);
    while (k < count && below >= (k + 0.5) / count) normals[k++] = x;
    if (x > 5) normals[k++] = 4.3;
  }
  return normals;
})();

/** A whole number of 32 bits that looks random, of another one. Source: C. Wellons, "lowbias32", 2018. */
function hashed(value: number): number {
  let x = value >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return (x ^ (x >>> 15)) >>> 0;
}

/** A recording of white noise; each read of a place gives the same samples. */
const noise = (sampleRate: number, complex: boolean, length: number, centerFrequency?: number) => ({
  centerFrequency,
  samples: length,
  channels: 1,
  captures: [],
  datatype: parseDatatype(complex ? "cf32_le" : "rf32_le"),
  sampleRate,
  async read(start: number, count: number) {
    const key = hashed(seed + 0x9e3779b9 * (sampleRate + Number(complex)));
    const samples = new Float32Array(2 * Math.min(count, length - start));
    for (let n = 0; n < samples.length / 2; n++) {
      const bits = hashed(hashed(start + n) ^ key);
      samples[2 * n] = NORMALS[bits & 0xffff];
      if (complex) samples[2 * n + 1] = NORMALS[bits >>> 16];
    }
    return samples;
  },
});

describe.skipIf(!process.env.THREERAY_SLOW)("signals, white noise (only under THREERAY_SLOW)", () => {
  it.each([
    [20e6, true, 1e8],
    [2.4e6, true, 1e8],
    // FM decoders take it in about 20 channels of half the rate: 10^8 samples each.
    [96_000, true, 1e7],
    [48_000, false, 1e8],
    // With GPS, too.
    [2.048e6, true, 1e8, 1575.42e6],
  ])(
    "at %i S/s, complex: %s, no decoder finds a frame in %i samples",
    { timeout: 3_600_000 },
    async (rate, complex, length, frequency?: number) => {
      const recording = noise(rate, complex, length, frequency);
      const frames = [];
      for await (const part of decodeRecording(recording, decodersFor(recording, undefined)))
        frames.push(...part.frames);
      expect(frames).toEqual([]);
    },
  );

  // At 10^-9 per sample at most 0.1 signals are expected; more than 2 come with a probability of 0.0002.
  it.each([
    [20e6, 1e8],
    [2.4e6, 1e8],
    [96_000, 1e7],
  ])("at %i S/s, at most two signals are found in %i samples", { timeout: 3_600_000 }, async (rate, length) => {
    const found = [];
    for await (const part of findSignals(noise(rate, true, length))) found.push(...part.found);
    expect(found.length).toBeLessThanOrEqual(2);
  });
});
