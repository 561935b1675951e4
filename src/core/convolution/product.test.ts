import { describe, expect, it } from "vitest";
import { errorDb, readFloats, run, testDevice, testNormals, upload } from "../gpu/testing.ts";
import { spectrumProduct } from "./product.reference.ts";
import { createSpectrumProduct } from "./product.ts";

describe("convolution/product", () => {
  it.each([
    { signals: 1, length: 1 },
    { signals: 3, length: 257 },
    { signals: 5, length: 130, shared: true },
    { signals: 2, length: 37, group: 5 },
  ])("multiplies like the reference: %o", async (sizes) => {
    const device = await testDevice();
    const { signals, length, shared } = sizes;
    const X = testNormals(length, 2 * signals * length);
    const H = testNormals(signals, 2 * (shared ? 1 : signals) * length);
    const [spectra, filters] = [X, H].map((values) => upload(device, Float32Array.from(values)));
    const plan = await createSpectrumProduct(device, { ...sizes, spectra, filters });
    await run(device, plan);
    expect(errorDb(await readFloats(device, spectra, X.length), spectrumProduct(X, H))).toBeLessThan(-135);
    plan.destroy();
  });

  it("multiplies j by j", async () => {
    const device = await testDevice();
    const [spectra, filters] = [upload(device, Float32Array.of(0, 1)), upload(device, Float32Array.of(0, 1))];
    const plan = await createSpectrumProduct(device, { signals: 1, length: 1, spectra, filters });
    await run(device, plan);
    expect([...(await readFloats(device, spectra, 2))]).toEqual([-1, 0]);
    plan.destroy();
  });

  it.each([
    [{ signals: 0 }, "signals must be an integer from 1 to 65535, got 0"],
    [{ length: 0.5 }, "length must be an integer ≥ 1, got 0.5"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const [spectra, filters] = [upload(device, new Float32Array(8)), upload(device, new Float32Array(8))];
    await expect(createSpectrumProduct(device, { signals: 1, length: 4, spectra, filters, ...change })).rejects.toThrow(
      `convolution/product: ${message}`,
    );
  });
});
