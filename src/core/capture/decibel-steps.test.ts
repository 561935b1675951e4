import { expect, it } from "vitest";
import { allocate } from "../gpu/pool.ts";
import { poison, run, testDevice, testRandom } from "../gpu/testing.ts";
import { readBack } from "../gpu/readback.ts";
import { createDecibelSteps } from "./decibel-steps.ts";

it.each([
  [2, 0],
  [130, -12.5],
  [512 * 37, 6.0206],
])("rounds %d powers to steps of 1/32 dB, moved by %d dB", async (length, offset) => {
  const device = await testDevice();
  const random = testRandom(length);
  // Both ends of the range, and numbers halfway between two steps.
  const decibels = Float32Array.from(
    { length },
    (_, i) => [-1000, 1000, -0.015625, 0.046875][i] ?? 600 * (random() - 0.5),
  );
  const memory = allocate(device);
  const plan = await createDecibelSteps(device, memory.constant("decibels", decibels), length);
  plan.set({ offset });
  poison(device, plan.rounded);
  await run(device, plan);
  const [bytes] = await readBack(device, [{ buffer: plan.rounded, size: 2 * length }]);
  const steps = new Int16Array(bytes);
  for (const [i, step] of steps.entries()) {
    const exact = 32 * (decibels[i] + offset);
    // Float32 rounds the sum, of at most 1024 dB.
    expect(Math.abs(step - exact)).toBeLessThanOrEqual(0.5 + 32 * 2 ** -14);
    if (offset === 0) expect(step).toBe(Math.round(exact));
  }
  plan.destroy();
  memory.release();
});
