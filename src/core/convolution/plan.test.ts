import { describe, expect, it } from "vitest";
import { DETECTION_FILTER } from "../detection/detection-filter.ts";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { convolveBatch } from "./direct-global.reference.ts";
import type { ConvolutionSizes } from "./plan.ts";
import { convolutions } from "./registry.ts";

const plain: ConvolutionSizes = {
  signals: 1,
  inputStride: 500,
  origin: 0,
  outputLength: 500,
  decimation: 1,
  taps: 1,
  precursors: 0,
};

/** Sizes that are awkward on purpose, and the receiver's own, by name. Filters span at most 1024 samples. */
const awkward: [string, ConvolutionSizes][] = [
  ["1 tap", plain],
  ["1 sample", { ...plain, inputStride: 1, outputLength: 1 }],
  ["23 taps", { ...plain, signals: 2, taps: 23, precursors: 11 }],
  ["a signal shorter than its filter", { ...plain, signals: 3, inputStride: 50, taps: 186, precursors: 60 }],
  ["all output, from the first sample in to the last", { ...plain, inputStride: 97, outputLength: 127, taps: 31 }],
  [
    "prime sizes",
    { ...plain, signals: 7, inputStride: 4099, origin: 13, outputLength: 4073, taps: 101, precursors: 97 },
  ],
  ["one filter for all signals", { ...plain, signals: 3, inputStride: 211, taps: 37, precursors: 18, shared: true }],
  [
    "one cascade for all signals",
    { ...plain, signals: 2, taps: 7, precursors: 2, shared: true, cascade: { taps: [0.5, 1, 2, -1], delay: 1 } },
  ],
  ["an origin before the row", { ...plain, origin: -77, taps: 41, precursors: 40 }],
  ["the last sample alone", { ...plain, origin: 499, outputLength: 20, taps: 9 }],
  ["one output every 3 samples", { ...plain, decimation: 3, outputLength: 167, taps: 129, precursors: 3 }],
  ["one output every 8 samples", { ...plain, decimation: 8, outputLength: 63, inputStride: 499, taps: 130 }],
  ["a second filter without delay", { ...plain, taps: 5, precursors: 2, cascade: { taps: [1, -2, 0.5], delay: 0 } }],
  [
    "the receiver's matched filter",
    {
      signals: 3,
      inputStride: 16384,
      origin: 200,
      outputLength: 6336,
      decimation: 2,
      taps: 186,
      precursors: 60,
      cascade: { taps: DETECTION_FILTER, delay: 11 },
    },
  ],
];

/** Relative error 1e-5. */
const TOLERANCE_DB = -100;

describe.each(Object.entries(convolutions))("convolution/%s", (method, { create }) => {
  it.each(awkward)("convolves as the reference does: %s", async (name, sizes) => {
    const device = await testDevice();
    const { signals, inputStride, taps, outputLength, shared } = sizes;
    const x = testNormals(name.length, 2 * signals * inputStride);
    const c = testNormals(name.length + 1, 2 * (shared ? 1 : signals) * taps);
    const [input, filters] = [x, c].map((values) => upload(device, Float32Array.from(values)));
    const plan = await create(device, { ...sizes, input, filters });
    poison(device, plan.output);
    await run(device, plan);
    const y = await readFloats(device, plan.output, 2 * signals * outputLength);
    const expected = convolveBatch(sizes, x, c);
    const row = 2 * outputLength;
    for (let s = 0; s < signals; s++) {
      const [got, wanted] = [y, expected].map((values) => values.subarray(s * row, (s + 1) * row));
      expect(errorDb(got, wanted)).toBeLessThan(TOLERANCE_DB);
    }
    plan.destroy();
  });

  it.each<[string, Partial<ConvolutionSizes>]>([
    ["signals must be an integer from 1 to 65535, got 0", { signals: 0 }],
    ["inputStride must be an integer ≥ 1, got 2.5", { inputStride: 2.5 }],
    ["origin must be an integer from -1073741824 to 1073741824, got NaN", { origin: Number.NaN }],
    ["outputLength must be an integer ≥ 1, got -1", { outputLength: -1 }],
    ["decimation must be an integer from 1 to 8, got 9", { decimation: 9 }],
    ["taps must be an integer ≥ 1, got 0", { taps: 0 }],
    ["precursors must be an integer from 0 to 4, got 5", { taps: 5, precursors: 5 }],
    ["cascade.taps.length must be an integer ≥ 1, got 0", { cascade: { taps: [], delay: 0 } }],
    ["cascade.delay must be an integer from 0 to 1, got -3", { cascade: { taps: [1, 1], delay: -3 } }],
  ])("refuses: %s", async (message, change) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const config = { ...plain, ...change, input: buffer, filters: buffer };
    await expect(create(device, config)).rejects.toThrow(`convolution/${method}: ${message}`);
  });
});
