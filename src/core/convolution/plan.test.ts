import { describe, expect, it } from "vitest";
import { testDevice, upload } from "../gpu/testing.ts";
import type { ConvolutionSizes } from "./plan.ts";
import { convolutions } from "./registry.ts";
import { plainSizes } from "./testing.ts";

describe.each(Object.entries(convolutions))("convolution/%s", (method, { create }) => {
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
    const config = { ...plainSizes, ...change, input: buffer, filters: buffer };
    await expect(create(device, config)).rejects.toThrow(`convolution/${method}: ${message}`);
  });
});
