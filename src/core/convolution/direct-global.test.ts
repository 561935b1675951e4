import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { convolveBatch } from "./direct-global.reference.ts";
import { createDirectGlobal } from "./direct-global.ts";
import { awkwardSizes, convolveBoth, inputLengths } from "./testing.ts";

describe("convolution/direct-global", () => {
  it.each(awkwardSizes)("convolves like the reference: %s", async (name, sizes) => {
    const [x, c] = inputLengths(sizes).map((length, i) => testNormals(name.length + i, length));
    for (const { got, expected } of await convolveBoth(await testDevice(), createDirectGlobal, sizes, [x, c])) {
      expect(errorDb(got, expected)).toBeLessThan(-100);
    }
  });

  it("convolves a filter longer than the signal, repeatedly", async () => {
    const device = await testDevice();
    const sizes = {
      signals: 2,
      inputStride: 97,
      origin: 0,
      outputLength: 1500,
      decimation: 1,
      taps: 1399,
      precursors: 0,
      cascade: { taps: [2, -1, 0.25], delay: 0 },
    };
    const [x, c] = [testNormals(1, 2 * 2 * sizes.inputStride), testNormals(2, 2 * 2 * sizes.taps)];
    const [input, filters] = [x, c].map((values) => upload(device, Float32Array.from(values)));
    const plan = await createDirectGlobal(device, { ...sizes, input, filters });
    for (let time = 0; time < 2; time++) {
      poison(device, plan.output);
      await run(device, plan);
      const y = await readFloats(device, plan.output, 2 * 2 * sizes.outputLength);
      expect(errorDb(y, convolveBatch(sizes, x, c))).toBeLessThan(-120);
    }
    plan.destroy();
  });

  it("has a reference that answers an impulse with the composite filter", () => {
    const sizes = { signals: 1, inputStride: 4, origin: 0, outputLength: 6, decimation: 1, taps: 2, precursors: 0 };
    const cascade = { taps: [1, 3], delay: 0 };
    const y = convolveBatch(
      { ...sizes, cascade },
      Float64Array.of(1, 0, 0, 0, 0, 0, 0, 0),
      Float64Array.of(0, 1, 2, 0),
    );
    expect([...y]).toEqual([0, 1, 2, 3, 6, 0, 0, 0, 0, 0, 0, 0]);
  });
});
