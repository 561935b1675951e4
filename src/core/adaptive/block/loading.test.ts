import { describe, expect, it } from "vitest";
import { poison, readFloats, readWords, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { createLoading } from "./loading.ts";
import { loadCarriers } from "./loading.reference.ts";

describe("adaptive/loading", () => {
  it.each([
    [16, 1, 3],
    [64, 2, 67],
    [128, 3, 2],
    [1024, 4, 1],
    [32, 6, 2],
  ])(
    "loads as the greedy search: N = %i, %i bits per carrier, %i channels",
    async (length, bitsPerSymbol, channels) => {
      const device = await testDevice();
      const response = Float32Array.from(testNormals(8, 2 * length * channels));
      const config = { channels, length, bitsPerSymbol, response: upload(device, response), floor: 1e-10 };
      const plan = await createLoading(device, config);
      poison(device, plan.loads);
      poison(device, plan.amplitudes);
      await run(device, plan);
      const loads = await readWords(device, plan.loads, 2 * length * channels);
      const amplitudes = await readFloats(device, plan.amplitudes, length * channels);
      for (const channel of new Set([0, channels - 1])) {
        const at = (k: number) => 2 * (channel * length + k);
        const powers = Array.from({ length }, (_, k) => response[at(k)] ** 2 + response[at(k) + 1] ** 2);
        const { bits, energies } = loadCarriers(powers, bitsPerSymbol * length);
        let before = 0;
        for (const [k, count] of bits.entries()) {
          const found = k * channels + channel;
          expect([loads[2 * found], loads[2 * found + 1]]).toEqual([count, before]);
          expect(Math.abs(amplitudes[found] ** 2 - energies[k])).toBeLessThanOrEqual(1e-5 * energies[k]);
          before += count;
        }
        expect(before).toBe(bitsPerSymbol * length);
      }
      plan.destroy();
    },
  );

  it("gives equal carriers equal bits, the first ones more where they do not divide", async () => {
    const device = await testDevice();
    const response = Float32Array.from({ length: 32 }, (_, i) => 1 - (i % 2));
    const config = { channels: 1, length: 16, bitsPerSymbol: 3, response: upload(device, response), floor: 1e-10 };
    const plan = await createLoading(device, config);
    await run(device, plan);
    const loads = await readWords(device, plan.loads, 32);
    expect(Array.from({ length: 16 }, (_, k) => loads[2 * k])).toEqual([...Array(8).fill(4), ...Array(8).fill(2)]);
    plan.destroy();
  });
});
