import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { interleavePriors } from "./priors.reference.ts";
import { createInterleavedPriors } from "./priors.ts";
import { orders } from "./testing.ts";

describe("interleaving/priors", () => {
  it.each(orders)("%s, %i frames, with and without the decoder's input", async (_, frames, order) => {
    const device = await testDevice();
    const { length, sent = order.order.length } = order;
    const [posteriors, inputs] = [1, 2].map((seed) => Float32Array.from(testNormals(seed + length, frames * length)));
    const prior = upload(device, new Float32Array(frames * sent));
    const config = { ...order, frames, posterior: upload(device, posteriors), prior };
    for (const subtracted of [undefined, inputs]) {
      const plan = await createInterleavedPriors(device, {
        ...config,
        input: subtracted && upload(device, subtracted),
      });
      poison(device, prior);
      await run(device, plan);
      const found = await readFloats(device, prior, frames * sent);
      for (let f = 0; f < frames; f++) {
        const row = (all: Float32Array, width: number) => all.subarray(f * width, (f + 1) * width);
        const expected = interleavePriors(row(posteriors, length), order, subtracted && row(subtracted, length));
        expect(errorDb(row(found, sent), expected)).toBeLessThan(-130);
        expect(row(found, sent).every((value, e) => (value === 0) === (expected[e] === 0))).toBe(true);
      }
      plan.destroy();
    }
  });

  it("leaves ended frames as they are", async () => {
    const device = await testDevice();
    const posterior = upload(device, Float32Array.from(testNormals(5, 3 * 40)));
    const prior = upload(device, new Float32Array(3 * 40).fill(7));
    const order = Uint32Array.from({ length: 40 }, (_, i) => 39 - i);
    const ended = upload(device, Uint32Array.of(0, 1, 0));
    const plan = await createInterleavedPriors(device, { length: 40, order, frames: 3, posterior, ended, prior });
    await run(device, plan);
    const found = await readFloats(device, prior, 3 * 40);
    const given = await readFloats(device, posterior, 3 * 40);
    expect(found).toEqual(given.map((_, i) => (i >= 40 && i < 80 ? 7 : given[i - (i % 40) + 39 - (i % 40)])));
    plan.destroy();
  });

  it.each([
    [{ length: 0 }, "length must be a positive integer, got 0"],
    [{ order: [0, 8] }, "order must hold bits 0 to 7, got 8 at place 1"],
    [{ frames: 0 }, "frames must be a positive integer, got 0"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const [posterior, prior] = [8, 2].map((count) => upload(device, new Float32Array(count)));
    const config = { length: 8, order: [1, 0], frames: 1, posterior, prior, ...change };
    await expect(createInterleavedPriors(device, config)).rejects.toThrow(`interleaving/priors: ${message}`);
  });
});
