import { describe, expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { normalEquations } from "./normal.float64.ts";
import { createNormalEquations } from "./normal.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS } from "../estimation/span.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "./taps.ts";

describe("equalizer/normal", () => {
  it.each([{ factor: undefined }, { factor: 2 }])(
    "makes the reference's equations, ridge $factor",
    async ({ factor }) => {
      const device = await testDevice();
      const slots = 3;
      const impulses = testNormals(1, 2 * slots * CHANNEL_TAPS).map(Math.fround);
      const noise = Float32Array.of(0.5, 0, 3);
      const plan = await createNormalEquations(device, {
        slots,
        impulse: upload(device, Float32Array.from(impulses)),
        ridge: factor === undefined ? undefined : { noise: upload(device, noise), factor },
      });
      poison(device, plan.column);
      poison(device, plan.right);
      await run(device, plan);
      const columns = await readFloats(device, plan.column, 2 * slots * CHANNEL_TAPS);
      const rights = await readFloats(device, plan.right, 2 * slots * EQUALIZER_TAPS);
      for (let s = 0; s < slots; s++) {
        const impulse = impulses.subarray(2 * s * CHANNEL_TAPS, 2 * (s + 1) * CHANNEL_TAPS);
        const { column, right } = normalEquations(impulse, (factor ?? 0) * noise[s]);
        expect(errorDb(columns.subarray(2 * s * CHANNEL_TAPS, 2 * (s + 1) * CHANNEL_TAPS), column)).toBeLessThan(-130);
        const got = rights.subarray(2 * s * EQUALIZER_TAPS, 2 * (s + 1) * EQUALIZER_TAPS);
        expect(got.every((value, i) => value === right[i])).toBe(true);
      }
      plan.destroy();
    },
  );

  it("has a reference that gives r = |a|² and ĝ = a* for one tap a", () => {
    const impulse = new Float64Array(2 * CHANNEL_TAPS);
    impulse.set([3, 4], 2 * CHANNEL_PRECURSORS);
    const { column, right } = normalEquations(impulse, 1);
    expect(column[0]).toBe(26);
    expect(column.subarray(1).every((value) => value === 0)).toBe(true);
    expect([...right.subarray(2 * PRECURSORS, 2 * PRECURSORS + 2)]).toEqual([3, -4]);
  });

  it.each([
    [{ slots: 0 }, "slots must be an integer from 1 to 65535, got 0"],
    [{ factor: -1 }, "ridge factor must be a number ≥ 0, got -1"],
  ])("refuses %o", async (change: { slots?: number; factor?: number }, message) => {
    const device = await testDevice();
    const { slots = 32, factor = 0 } = change;
    const buffer = upload(device, new Float32Array(2 * CHANNEL_TAPS));
    await expect(
      createNormalEquations(device, { slots, impulse: buffer, ridge: { noise: buffer, factor } }),
    ).rejects.toThrow(`equalizer/normal: ${message}`);
  });
});
