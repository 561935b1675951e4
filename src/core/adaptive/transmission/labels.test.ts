import { describe, expect, it } from "vitest";
import { poison, readWords, run, testDevice } from "../../gpu/testing.ts";
import { labelsOfPacket } from "./labels.reference.ts";
import { createRandomLabels } from "./labels.ts";

describe("adaptive/labels", () => {
  it.each([
    [1, 1, 2, 1],
    [7, 30, 66, 3],
    [70, 5, 64, 6],
  ])(
    "equals the reference: %i packets, %i symbols, guard %i, %i bits",
    async (packets, symbols, guard, bitsPerSymbol) => {
      const device = await testDevice();
      const plan = await createRandomLabels(device, { packets, symbols, guard, bitsPerSymbol, seed: 9 });
      plan.setFirstPacket(1000);
      poison(device, plan.labels);
      await run(device, plan);
      const count = symbols + 2 * guard;
      const words = await readWords(device, plan.labels, Math.ceil(count / 4) * packets);
      for (let p = 0; p < packets; p++) {
        const expected = labelsOfPacket(1000 + p, count, { bitsPerSymbol, seed: 9 });
        const found = expected.map((_, k) => (words[(k >> 2) * packets + p] >>> (8 * (k % 4))) & 0xff);
        expect(found).toEqual(expected);
      }
      plan.destroy();
    },
  );

  it.each([
    [{ packets: 0 }, "packets must be a positive integer, got 0"],
    [{ bitsPerSymbol: 9 }, "bitsPerSymbol must be"],
    [{ seed: -1 }, "seed must be"],
  ])("refuses %j", async (change, message) => {
    const config = { packets: 1, symbols: 1, guard: 64, bitsPerSymbol: 2, seed: 1, ...change };
    await expect(createRandomLabels(await testDevice(), config)).rejects.toThrow(`adaptive/labels: ${message}`);
  });
});
