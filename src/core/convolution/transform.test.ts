import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload, withLimits } from "../gpu/testing.ts";
import { convolveBatch } from "./direct-global.reference.ts";
import { convolve } from "./direct.reference.ts";
import type { ConvolutionSizes } from "./plan.ts";
import { transformConvolve } from "./transform.reference.ts";
import { createTransformConvolution, transformLength } from "./transform.ts";
import { awkwardSizes, convolveBoth, inputLengths } from "./testing.ts";

const plain: ConvolutionSizes = {
  signals: 2,
  inputStride: 1009,
  origin: 0,
  outputLength: 1009,
  decimation: 1,
  taps: 3001,
  precursors: 1500,
};

async function filter(
  device: GPUDevice,
  sizes: ConvolutionSizes,
): Promise<{ y: Float32Array; expected: Float64Array }> {
  const { signals, inputStride, taps, outputLength, shared } = sizes;
  const x = testNormals(1, 2 * signals * inputStride);
  const c = testNormals(2, 2 * (shared ? 1 : signals) * taps);
  const [input, filters] = [x, c].map((values) => upload(device, Float32Array.from(values)));
  const plan = await createTransformConvolution(device, { ...sizes, input, filters });
  poison(device, plan.output);
  await run(device, plan);
  const y = await readFloats(device, plan.output, 2 * signals * outputLength);
  plan.destroy();
  return { y, expected: convolveBatch(sizes, x, c) };
}

describe("convolution/transform", () => {
  it.each(awkwardSizes)("convolves like the reference: %s", async (name, sizes) => {
    const [x, c] = inputLengths(sizes).map((length, i) => testNormals(name.length + i, length));
    for (const { got, expected } of await convolveBoth(await testDevice(), createTransformConvolution, sizes, [x, c])) {
      expect(errorDb(got, expected)).toBeLessThan(-100);
    }
  });

  it.each([
    { taps: 17, precursors: 5, origin: -3, outputLength: 301, decimation: 1 },
    { taps: 1, precursors: 0, origin: 0, outputLength: 7, decimation: 2 },
    { taps: 400, precursors: 399, origin: 9, outputLength: 97, decimation: 3 },
  ])("has a reference that agrees with the direct one: $taps taps", ({ taps, precursors, ...grid }) => {
    const [x, h] = [testNormals(taps, 2 * 251), testNormals(taps + 1, 2 * taps)];
    expect(errorDb(transformConvolve(x, h, precursors, grid), convolve(x, h, precursors, grid))).toBeLessThan(-250);
  });

  it("takes filters longer than a workgroup's transform, and longer than the signal", async () => {
    const { y, expected } = await filter(await testDevice(), plain);
    expect(errorDb(y, expected)).toBeLessThan(-110);
  });

  it.each([{ shared: false }, { shared: true }])(
    "takes signals in turns where not all can be bound, shared filter: $shared",
    async ({ shared }) => {
      const sizes = { ...plain, signals: 5, inputStride: 90, outputLength: 99, taps: 20, precursors: 0, shared };
      const cascade = { taps: [1, -0.5], delay: 1 };
      const device = withLimits(await testDevice(), { maxStorageBufferBindingSize: 4 * 8 * transformLength(sizes) }); // four of five signals
      const { y, expected } = await filter(device, { ...sizes, cascade });
      expect(errorDb(y, expected)).toBeLessThan(-110);
    },
  );

  it("refuses outputs that need more samples than its longest transform", async () => {
    const device = await testDevice();
    const buffer = upload(device, new Float32Array(64));
    const config = { ...plain, taps: 2 ** 22, input: buffer, filters: buffer };
    await expect(createTransformConvolution(device, config)).rejects.toThrow(
      "convolution/transform: the outputs must need at most 4194304 samples per signal, got 4195312",
    );
  });
});
