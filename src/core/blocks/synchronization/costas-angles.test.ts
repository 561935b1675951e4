import { describe, expect, it } from "vitest";
import { poison, readWords, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { costasAngles, type ExpectedAngle } from "./costas-angles.reference.ts";
import { createCostasAngles } from "./costas-angles.ts";

const POISON = 0x7fc0dead;

/** Returns how far a fraction of a turn lies from the expected one, relative to the allowed error. */
function excess(found: number, { turns, error }: ExpectedAngle): number {
  const distance = found - turns;
  return Math.abs(distance - Math.round(distance)) / error;
}

describe("blocks/synchronization/costas-angles", () => {
  // Workgroups have 256 invocations; the last window is wider.
  it.each([
    { order: "2", weight: "amplitude", half: 1, length: 1, count: 1 },
    { order: "4", weight: "amplitude", half: 7, length: 256, count: 255 },
    { order: "8", weight: "reliability", half: 5, length: 257, count: 257 },
    { order: "2", weight: "reliability", half: 40, length: 700, count: 513 },
    { order: "4", weight: "reliability", half: 300, length: 511, count: 511 },
    { order: "8", weight: "amplitude", half: 2, length: 300, count: 0 },
  ] as const)("agree with float64: %o", async ({ order, weight, half, length, count }) => {
    const device = await testDevice();
    const samples = Float32Array.from(testNormals(length + half, 2 * (2 * half + 1 + length)));
    // Samples of 0 have no angle, and large ones have the weight 1.
    samples.fill(0, 2, 6);
    samples.set([9, -4], samples.length - 4);
    const before = samples.slice(0, 2 * (2 * half + 1));
    const plan = await createCostasAngles(device, {
      order,
      weight,
      half,
      length,
      recent: upload(device, before),
      x: upload(device, samples.slice(before.length)),
      count: upload(device, Uint32Array.of(count)),
    });
    poison(device, plan.angles);
    poison(device, plan.frequency);
    await run(device, plan);
    const [angles, frequency] = [await readWords(device, plan.angles), await readWords(device, plan.frequency)];
    const radians = new Float32Array(frequency.buffer);
    const expected = costasAngles(samples.subarray(0, before.length + 2 * count), { order, weight, half });
    expect(expected).toHaveLength(count + 1);
    const errors = expected.flatMap(({ angle, slope }, j) => [
      excess(angles[j] / 2 ** 32, angle),
      // There is no frequency before the first output.
      ...(j > 0 ? [excess((radians[j - 1] * Number(order) * (half + 1)) / (2 * Math.PI), slope)] : []),
    ]);
    expect(Math.max(...errors)).toBeLessThan(1);
    // A sum that is nearly 0 may have any angle: there are few.
    const loose = expected.filter(({ angle, slope }) => Math.max(angle.error, slope.error) > 0.01);
    expect(loose.length).toBeLessThanOrEqual(0.02 * expected.length);
    const untouched = [...angles.subarray(count + 1), ...frequency.subarray(count)];
    expect(untouched.every((word) => word === POISON)).toBe(true);
    plan.destroy();
  });
});
