import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { deinterleave } from "./llrs.float64.ts";
import { createDeinterleavedLlrs } from "./llrs.ts";
import { orders } from "./testing.ts";

describe("interleaving/llrs", () => {
  it.each(orders)("%s, %i frames, alone and added to earlier ones", async (_, frames, order) => {
    const device = await testDevice();
    const { length, sent = order.order.length } = order;
    const values = Float32Array.from(testNormals(length, frames * sent));
    const config = { ...order, frames, llr: upload(device, values) };
    const plan = await createDeinterleavedLlrs(device, config);
    poison(device, plan.llr);
    const again = await createDeinterleavedLlrs(device, { ...config, combined: plan.llr });
    await run(device, plan);
    const once = await readFloats(device, plan.llr, frames * length);
    await run(device, again);
    const twice = await readFloats(device, again.llr, frames * length);
    for (let f = 0; f < frames; f++) {
      const expected = deinterleave(values.subarray(f * sent, (f + 1) * sent), order);
      const row = (all: Float32Array) => all.subarray(f * length, (f + 1) * length);
      expect(errorDb(row(once), expected)).toBeLessThan(-130);
      expect(row(once).every((value, c) => (value === 0) === (expected[c] === 0))).toBe(true);
      expect(
        errorDb(
          row(twice),
          Float64Array.from(expected, (value) => 2 * value),
        ),
      ).toBeLessThan(-130);
    }
    again.destroy();
    plan.destroy();
  });

  it("leaves ended frames as they are", async () => {
    const device = await testDevice();
    const values = Float32Array.from(testNormals(6, 3 * 40));
    const order = Uint32Array.from({ length: 40 }, (_, i) => 39 - i);
    const inputs = { llr: upload(device, values), ended: upload(device, Uint32Array.of(1, 0, 0)) };
    const plan = await createDeinterleavedLlrs(device, { length: 40, order, frames: 3, ...inputs });
    device.queue.writeBuffer(plan.llr, 0, new Float32Array(3 * 40).fill(7));
    await run(device, plan);
    const found = await readFloats(device, plan.llr, 3 * 40);
    expect(found).toEqual(values.map((_, i) => (i < 40 ? 7 : values[i - (i % 40) + 39 - (i % 40)])));
    plan.destroy();
  });

  it.each([
    [{ order: [3, 1, 3] }, "order must hold each bit once, got 3 at 0 and 2"],
    [{ order: [-1] }, "order must hold bits 0 to 7, got -1 at place 0"],
    [{ frames: 0 }, "frames must be a positive integer, got 0"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const config = { length: 8, order: [1, 0], frames: 1, llr: upload(device, new Float32Array(8)), ...change };
    await expect(createDeinterleavedLlrs(device, config)).rejects.toThrow(`interleaving/llrs: ${message}`);
  });
});
