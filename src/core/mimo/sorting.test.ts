import { describe, expect, it } from "vitest";
import { poison, readFloats, readWords, run, testDevice, upload } from "../gpu/testing.ts";
import { antennaOrder } from "./antenna-order.float64.ts";
import { createReordering } from "./reordering.ts";
import { createSorting, type SortingConfig } from "./sorting.ts";
import { randomUses, type Uses } from "./testing.ts";

const KINDS = ["norm", "v-blast"] as const;

async function sort(
  { antennas: M, receiveAntennas, uses, channel, noiseVariance }: Uses,
  sorting: SortingConfig["sorting"],
) {
  const device = await testDevice();
  const config = { antennas: M, receiveAntennas, uses, channel: upload(device, channel), sorting };
  const plan = await createSorting(device, config);
  plan.setNoiseVariance(noiseVariance);
  poison(device, plan.channel);
  poison(device, plan.order);
  await run(device, plan);
  const words = await readWords(device, plan.order, uses);
  const orders = Array.from(words, (word) => Array.from({ length: M }, (_, k) => (word >>> (4 * k)) & 15));
  const sorted = await readFloats(device, plan.channel, channel.length);
  plan.destroy();
  return { orders, sorted };
}

describe("mimo/sorting", () => {
  it.each([
    [1, 1, 65],
    [2, 2, 200],
    [4, 4, 333],
    [4, 16, 100],
    [7, 9, 50],
    [8, 8, 70],
  ])("has the order of sorted QR: M = %i, N = %i, %i uses", async (M, N, count) => {
    const uses = randomUses(M, { antennas: M, receiveAntennas: N, bitsPerSymbol: 2, uses: count, noiseVariance: 0.3 });
    for (const kind of KINDS) {
      const { orders, sorted } = await sort(uses, kind);
      let close = 0;
      for (const [use, order] of orders.entries()) {
        const h = uses.channel.subarray(2 * use * N * M, 2 * (use + 1) * N * M);
        const expected = antennaOrder(h, M, kind, uses.noiseVariance);
        // Equally good streams may be in either order.
        if (expected.margin > 1e-5) expect(order, `${kind}, use ${use}`).toEqual(expected.order);
        else close++;
        const columns = Float32Array.from({ length: 2 * N * M }, (_, i) => {
          const [r, k] = [Math.floor(i / 2 / M), (i >> 1) % M];
          return h[2 * (r * M + order[k]) + (i % 2)];
        });
        expect(sorted.subarray(2 * use * N * M, 2 * (use + 1) * N * M)).toEqual(columns);
      }
      expect(close).toBeLessThan(0.1 * count);
    }
  });

  it.each(KINDS)("%s: gives an order of all streams where H is singular", async (kind) => {
    const uses = randomUses(5, { antennas: 4, bitsPerSymbol: 2, uses: 40, noiseVariance: 1 });
    for (let row = 0; row < 160; row++) {
      const h = uses.channel.subarray(8 * row, 8 * row + 8);
      if (row < 40) h.fill(0);
      else if (row < 80) h.copyWithin(2, 0, 2);
      else h.fill(0, 4, 6);
    }
    const { orders } = await sort(uses, kind);
    for (const order of orders) expect(order.toSorted()).toEqual([0, 1, 2, 3]);
    for (const order of orders.slice(20)) expect(order[0]).toBe(2);
  });

  it("moves LLRs to columns and back", async () => {
    const device = await testDevice();
    const [M, B, uses] = [3, 4, 37] as const;
    const orders = Array.from({ length: uses }, (_, use) => [
      use % 3,
      (use + 1 + (use & 1)) % 3,
      (use + 2 - (use & 1)) % 3,
    ]);
    const order = upload(
      device,
      Uint32Array.from(orders, ([a, b, c]) => a | (b << 4) | (c << 8)),
    );
    const values = Float32Array.from({ length: uses * M * B }, (_, i) => i + 1);
    const sizes = { antennas: M, bitsPerSymbol: B, uses, order } as const;
    const there = await createReordering(device, { ...sizes, llr: upload(device, values), to: "columns" });
    const back = await createReordering(device, { ...sizes, llr: there.llr, to: "streams" });
    for (const plan of [there, back]) poison(device, plan.llr);
    await run(device, there, back);
    const columns = await readFloats(device, there.llr, values.length);
    expect([...columns]).toEqual(
      orders.flatMap((one, use) => one.flatMap((m) => [...values.subarray((use * M + m) * B, (use * M + m + 1) * B)])),
    );
    expect(await readFloats(device, back.llr, values.length)).toEqual(values);
    there.destroy();
    back.destroy();
  });

  it.each([
    [{ sorting: "random" }, 'sorting must be "none", "norm" or "v-blast", got "random"'],
    [{ receiveAntennas: 1 }, "receiveAntennas must be an integer from 2 to 16, got 1"],
  ])("refuses %j", async (change, message) => {
    const device = await testDevice();
    const channel = upload(device, new Float32Array(64));
    const config = { antennas: 2, uses: 4, channel, sorting: "norm", ...change } as SortingConfig;
    await expect(createSorting(device, config)).rejects.toThrow(`mimo/sorting: ${message}`);
  });
});
