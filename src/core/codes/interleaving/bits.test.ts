import { describe, expect, it } from "vitest";
import { poison, readWords, run, testDevice, upload } from "../../gpu/testing.ts";
import { pack, wordsOf } from "../../gpu/rows.ts";
import { randomRows } from "../../random/testing.ts";
import { interleave } from "./bits.float64.ts";
import { createInterleavedBits } from "./bits.ts";
import { orders } from "./testing.ts";

describe("interleaving/bits", () => {
  it.each(orders)("%s, %i frames", async (_, frames, order) => {
    const device = await testDevice();
    const rows = randomRows(order.length, frames, order.length);
    const plan = await createInterleavedBits(device, { ...order, frames, bits: upload(device, pack(rows)) });
    poison(device, plan.output);
    await run(device, plan);
    const words = await readWords(device, plan.output, frames * wordsOf(order.sent ?? order.order.length));
    expect(words).toEqual(pack(rows.map((row) => interleave(row, order))));
    plan.destroy();
  });

  it.each([
    [{ length: 0 }, "length must be a positive integer, got 0"],
    [{ order: [] }, "sent must be a positive integer, got 0"],
    [{ sent: 1.5 }, "sent must be a positive integer, got 1.5"],
    [{ order: [0, 8] }, "order must hold bits 0 to 7, got 8 at place 1"],
    [{ frames: 0 }, "frames must be a positive integer, got 0"],
  ])("refuses %o", async (change, message) => {
    const device = await testDevice();
    const config = { length: 8, order: [1, 0], frames: 1, bits: upload(device, new Uint32Array(8)), ...change };
    await expect(createInterleavedBits(device, config)).rejects.toThrow(`interleaving/bits: ${message}`);
  });
});
