import { describe, expect, it } from "vitest";
import type { Window } from "../filter-design/windows.ts";
import { errorDb, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { tolerance, transformed } from "./testing.ts";
import { windowedFft } from "./windowed.reference.ts";
import { createWindowedFft, type WindowedFftConfig } from "./windowed.ts";

type Case = Required<Pick<WindowedFftConfig, "length" | "batch" | "window" | "shift" | "inverse">>;

const WINDOWS: Window[] = ["rectangular", "hann", "hamming", "blackman", "flattop", { kaiser: 7 }];
const cases = [2, 3, 16, 97, 1000, 1024, 2048, 4099].flatMap((length, i) =>
  [false, true].flatMap((shift) =>
    [false, true].map((inverse): Case => {
      return { length, batch: length === 16 ? 300 : 1 + (i % 3), window: WINDOWS[i % WINDOWS.length], shift, inverse };
    }),
  ),
);

/** A product of two numbers in float32 before the transform. */
const windowedTolerance = (length: number) => Math.max(tolerance(length), -128);

describe("fft/windowed", () => {
  it.each(cases)(
    "$batch × $length points, window $window, shift $shift, inverse $inverse",
    async ({ length, batch, ...rest }) => {
      const device = await testDevice();
      const x = testNormals(length, 2 * length * batch);
      const X = await transformed(device, (input) => createWindowedFft(device, { length, batch, input, ...rest }), x);
      const expected = Array.from({ length: batch }, (_, b) =>
        Array.from(windowedFft(x.subarray(2 * b * length, 2 * (b + 1) * length), rest)),
      );
      expect(errorDb(X, expected.flat())).toBeLessThan(windowedTolerance(length));
    },
  );

  it("shows a tone of amplitude 1 at its bin and beside it as the window predicts", async () => {
    const device = await testDevice();
    const [length, bin] = [64, 5];
    const x = Float64Array.from({ length: 2 * length }, (_, i) => {
      const angle = (2 * Math.PI * bin * (i >> 1)) / length;
      return i % 2 ? Math.sin(angle) : Math.cos(angle);
    });
    const config = { length, batch: 1, window: "hann", shift: true } as const;
    const X = await transformed(device, (input) => createWindowedFft(device, { ...config, input }), x);
    const expected = new Float64Array(2 * length);
    for (const [offset, value] of [
      [-1, -0.25],
      [0, 0.5],
      [1, -0.25],
    ]) {
      expected[2 * (length / 2 + bin + offset)] = length * value;
    }
    expect(errorDb(X, expected)).toBeLessThan(tolerance(length));
  });

  it.each([
    [{ length: 1 }, "fft/windowed: length must be an integer from 2 to 4194304, got 1"],
    [{ length: Number.NaN }, "fft/windowed: length must be an integer from 2 to 4194304, got NaN"],
    [{ batch: 0 }, "fft/windowed: batch must be a positive integer, got 0"],
    [{ window: { kaiser: -1 } }, "filter-design/windows: β must be ≥ 0, got -1"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const input = upload(device, new Float32Array(64));
    await expect(createWindowedFft(device, { length: 16, batch: 1, input, ...wrong })).rejects.toThrow(message);
  });
});
