import { describe, expect, it } from "vitest";
import {
  errorDb,
  poison,
  readFloats,
  run,
  TEST_INVOCATIONS,
  testDevice,
  testNormals,
  testRandom,
  upload,
} from "../../gpu/testing.ts";
import { fft } from "../../fft/fft.float64.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "../estimation/span.ts";
import { fdeResponse } from "./fde.float64.ts";
import { createFdeWorkgroup } from "./fde-workgroup.ts";

const SLOTS = 3;

/** Every second sample of a window behind C and D from sample 2·start on, in float64. */
function equalized(
  window: Float64Array,
  C: Float64Array,
  D: Float32Array,
  { start, outputLength }: { start: number; outputLength: number },
): Float64Array {
  const X = fft(window);
  const Y = X.map((value, i) => {
    const re = i & ~1;
    const product = i & 1 ? X[re] * C[i] + value * C[re] : value * C[i] - X[i + 1] * C[i + 1];
    return product * D[i >> 1] * D.length;
  });
  const y = fft(Y, true);
  return Float64Array.from({ length: 2 * outputLength }, (_, i) => y[4 * (start + (i >> 1)) + (i & 1)]);
}

describe("equalizer/fde-workgroup", () => {
  // Of 2048 points and less a workgroup exchanges all at once, of 4096 half at a time, as of 16384 on a large GPU.
  // An invocation has 16 points.
  const cases = [
    { length: 512, count: 2, start: 3, outputLength: 250 },
    { length: 2048, count: 1, start: 0, outputLength: 1024 },
    { length: 4096, count: 2, start: 99, outputLength: 1777 },
  ].filter(({ length }) => length <= 16 * TEST_INVOCATIONS);
  it.each(cases)("equalizes windows of $length samples with $count sets of weights like float64", async (case_) => {
    const { length, count, start, outputLength } = case_;
    const device = await testDevice();
    const windows = testNormals(length, 2 * length * SLOTS);
    // The middle slot has no packet.
    const fade = (i: number) => 0.8 ** Math.abs(((i % (2 * CHANNEL_TAPS)) >> 1) - CHANNEL_PRECURSORS);
    const impulses = testNormals(length + 1, 2 * CHANNEL_TAPS * SLOTS).map((value, i) => Math.fround(value * fade(i)));
    const variances = Float32Array.of(0.3, 0, 0.02);
    for (const values of [
      windows.subarray(2 * length, 4 * length),
      impulses.subarray(2 * CHANNEL_TAPS, 4 * CHANNEL_TAPS),
    ]) {
      values.fill(0);
    }
    const random = testRandom(length);
    const response = Float32Array.from({ length }, () => (random() - 0.5) / length);
    const weights = Array.from({ length: count }, () => Float32Array.from({ length }, () => 0.5 + random()));
    const outputs = weights.map(() => ({ buffer: upload(device, new Float32Array(2 * SLOTS * outputLength)) }));
    for (const { buffer } of outputs) poison(device, buffer);
    const plan = await createFdeWorkgroup(device, {
      slots: SLOTS,
      length,
      window: upload(device, Float32Array.from(windows)),
      impulse: upload(device, Float32Array.from(impulses)),
      noise: upload(device, variances),
      response: upload(device, response),
      weights,
      start,
      outputLength,
      outputs,
    });
    await run(device, plan);
    for (const [set, { buffer }] of outputs.entries()) {
      const found = await readFloats(device, buffer, 2 * SLOTS * outputLength);
      for (const slot of [0, 2]) {
        const impulse = Float64Array.from(impulses.subarray(2 * CHANNEL_TAPS * slot, 2 * CHANNEL_TAPS * (slot + 1)));
        const C = fdeResponse(impulse, variances[slot], weights[set]);
        const window = Float64Array.from(
          Float32Array.from(windows.subarray(2 * length * slot, 2 * length * (slot + 1))),
        );
        const expected = equalized(window, C, response, { start, outputLength });
        const row = found.subarray(2 * outputLength * slot, 2 * outputLength * (slot + 1));
        // As in equalizer/fde: float32 rounding, times the channels' dynamic range.
        expect(errorDb(row, expected)).toBeLessThan(-90);
      }
      expect(found.subarray(2 * outputLength, 4 * outputLength).every((value) => value === 0)).toBe(true);
    }
    plan.destroy();
  });
});
