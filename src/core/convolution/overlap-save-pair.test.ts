import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { seriesTaps } from "./cascade.ts";
import { convolve } from "./direct.reference.ts";
import { createOverlapSavePair } from "./overlap-save-pair.ts";

const plain = { signals: 2, inputStride: 631, origin: 0, outputLength: 317, decimation: 2, taps: 24, precursors: 0 };

describe("convolution/overlap-save-pair", () => {
  it.each([
    { ...plain, name: "short filters, two blocks at a time" },
    { ...plain, name: "an origin before the row", origin: -77, taps: 41, precursors: 40 },
    { ...plain, name: "one output every 8 samples, 2048 points", decimation: 8, outputLength: 63, taps: 300 },
    {
      ...plain,
      name: "prime sizes",
      signals: 3,
      inputStride: 4099,
      origin: 13,
      outputLength: 2029,
      taps: 101,
      precursors: 97,
    },
    {
      ...plain,
      name: "a cascade",
      inputStride: 3000,
      origin: 200,
      outputLength: 1300,
      taps: 186,
      precursors: 60,
      cascade: { taps: [0.5, 1, -2, 0.25, 1], delay: 2 },
    },
  ])("convolves with both filters like the reference, together and alone: $name", async ({ name, ...sizes }) => {
    const device = await testDevice();
    const { signals, inputStride, outputLength, taps, precursors, cascade } = sizes as typeof sizes & {
      cascade?: { taps: number[]; delay: number };
    };
    const floats = (seed: number, length: number) => testNormals(name.length + seed, length).map(Math.fround);
    const x = floats(1, 2 * signals * inputStride);
    const filters = [floats(2, 2 * signals * taps), floats(3, 2 * signals * taps)];
    const bytes = 256 * Math.ceil((signals * outputLength * 8) / 256);
    const buffer = upload(device, new Uint8Array(2 * bytes));
    const part = (offset: number) => ({ buffer, offset, size: signals * outputLength * 8 });
    const plan = await createOverlapSavePair(device, {
      ...sizes,
      input: upload(device, Float32Array.from(x)),
      filters: [upload(device, Float32Array.from(filters[0])), upload(device, Float32Array.from(filters[1]))],
      outputs: [part(0), part(bytes)],
    });
    for (const stages of [[plan], [plan.alone[0]], [plan.alone[1]]]) {
      poison(device, buffer);
      await run(device, ...stages);
      const found = await readFloats(device, buffer);
      for (const [f, all] of filters.entries()) {
        const isWritten = stages[0] === plan || stages[0] === plan.alone[f];
        for (let s = 0; s < signals; s++) {
          const first = (f * bytes) / 4 + 2 * s * outputLength;
          const got = found.subarray(first, first + 2 * outputLength);
          if (!isWritten) {
            expect(got.every(Number.isNaN)).toBe(true);
            continue;
          }
          const own = all.subarray(2 * s * taps, 2 * (s + 1) * taps);
          const h = cascade ? seriesTaps(own, cascade.taps) : own;
          const row = x.subarray(2 * s * inputStride, 2 * (s + 1) * inputStride);
          const expected = convolve(row, h, precursors + (cascade?.delay ?? 0), sizes);
          expect(errorDb(got, expected)).toBeLessThan(-100);
        }
      }
    }
    plan.destroy();
  });

  it.each([
    [{ decimation: 3 }, "decimation must be even, got 3"],
    [{ taps: 1025 }, "the filters must span at most 1024 samples, got 1025"],
    [{ signals: 0 }, "signals must be an integer from 1 to 65535, got 0"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const config = {
      ...plain,
      input: buffer,
      filters: [buffer, buffer] as const,
      outputs: [{ buffer }, { buffer }] as const,
    };
    await expect(createOverlapSavePair(device, { ...config, ...change })).rejects.toThrow(
      `convolution/overlap-save-pair: ${message}`,
    );
  });
});
