import { describe, expect, it } from "vitest";
import { poison, readWords, run, testNormals, upload } from "../../gpu/testing.ts";
import { MODULATIONS, type ModulationName } from "../modulations.ts";
import { testBatch } from "../testing.ts";
import { countPacketErrors } from "./errors.reference.ts";
import { createEqualizerErrors, ERROR_ONE } from "./errors.ts";

describe("adaptive/errors", () => {
  it.each<[ModulationName, number, number, number, number]>([
    ["bpsk", 1, 1, 0, 1],
    ["qpsk", 67, 103, 50, 10],
    ["8psk", 3, 64, 63, 64],
    ["16qam", 2, 37, 37, 5],
    ["64qam", 5, 90, 7, 200],
  ])("equals the reference: %s, %i packets of %i symbols, training %i, bins of %i", async (...row) => {
    const [modulation, packets, symbols, training, bin] = row;
    const test = await testBatch({ modulation, taps: Float64Array.of(1, 0), packets, symbols });
    const { device, batch, decisions, points } = test;
    const { guard } = batch;
    // The estimates of each packet have their own scale, and symbol 2 of a packet lies far away.
    const scales = Float32Array.from({ length: packets }, (_, p) => 0.5 + p / (2 * packets));
    const noise = testNormals(7, 2 * symbols * packets);
    const estimates = Float32Array.from({ length: 2 * symbols * packets }, (_, i) => {
      const [k, p] = [Math.floor((i >> 1) / packets), (i >> 1) % packets];
      return scales[p] * (test.packets[p].sent[2 * (guard + k) + (i % 2)] + 0.3 * noise[i] + (k === 2 ? 5 : 0));
    });
    const config = { ...batch, estimates: upload(device, estimates), training, decisions, bin };
    const plan = await createEqualizerErrors(device, { ...config, scales: upload(device, scales), hasOwnScales: true });
    poison(device, plan.counts);
    poison(device, plan.learning!);
    await run(device, plan);
    const counts = await readWords(device, plan.counts, 4 * packets);
    const learning = await readWords(device, plan.learning!, Math.ceil(symbols / bin) * packets);
    for (let p = 0; p < packets; p++) {
      const own = Float64Array.from(
        { length: 2 * symbols },
        (_, i) => estimates[2 * ((i >> 1) * packets + p) + (i % 2)],
      );
      const labels = test.packets[p].labels.slice(guard, guard + symbols);
      const expected = countPacketErrors(own, labels, points, { training, scale: scales[p], bin });
      const [errors, symbolErrors, diverged, steady] = [0, 1, 2, 3].map((row_) => counts[row_ * packets + p]);
      expect([errors, symbolErrors, diverged]).toEqual([expected.errors, expected.symbolErrors, 0]);
      expect(errors).toBeLessThanOrEqual((symbols - training) * MODULATIONS[modulation]);
      // Float32 sums, rounded to 2⁻²⁰.
      const close = (found: number, wanted: number) =>
        expect(Math.abs(found / ERROR_ONE - wanted)).toBeLessThan(1e-6 + 1e-5 * wanted);
      close(steady, expected.steadyError);
      expected.learning.forEach((value, i) => close(learning[i * packets + p], value));
    }
    plan.destroy();
    test.destroy();
  });

  it("tells packets that grew without bound, or hold NaN", async () => {
    const test = await testBatch({ taps: Float64Array.of(1, 0), packets: 3, symbols: 8 });
    const { device, batch, decisions } = test;
    const estimates = new Float32Array(2 * 8 * 3).fill(0.7);
    estimates[2 * (5 * 3 + 1)] = Number.NaN;
    estimates[2 * (7 * 3 + 2) + 1] = 1e12;
    const config = { ...batch, estimates: upload(device, estimates), training: 0, decisions };
    const plan = await createEqualizerErrors(device, config);
    await run(device, plan);
    expect(Array.from((await readWords(device, plan.counts, 12)).subarray(6, 9))).toEqual([0, 1, 1]);
    expect(plan.learning).toBeUndefined();
    plan.destroy();
    test.destroy();
  });
});
