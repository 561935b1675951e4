import { allocate } from "../gpu/pool.ts";
import { readBack } from "../gpu/readback.ts";
import { errorDb, poison, run, testDevice, testNormals, testRandom } from "../gpu/testing.ts";
import type { StreamPlan } from "../flow/graph/block.ts";
import type { ElementKind } from "./elementwise.ts";

export const KINDS: readonly ElementKind[] = ["real", "complex", "integer"];

/** Noise of `count` elements, in float32; i32 numbers of any size, the ends of their range and −1, 0, 1 among them. */
export function noiseOf(kind: ElementKind, seed: number, count: number): Float64Array {
  if (kind !== "integer")
    return Float64Array.from(Float32Array.from(testNormals(seed, kind === "real" ? count : 2 * count)));
  const random = testRandom(seed);
  const edges = [-(2 ** 31), 2 ** 31 - 1, -1, 0, 1];
  return Float64Array.from({ length: count }, () => {
    const [which, sign] = [Math.floor(40 * random()), random() < 0.5 ? -1 : 1];
    return edges[which] ?? Math.trunc(sign * 2 ** (31 * random()));
  });
}

/** Error of what a plan makes of signals, over a poisoned output, in dB; i32 are right to the bit, −∞, or wrong, ∞. */
export async function elementsError(
  kind: ElementKind,
  signals: readonly Float64Array[],
  expected: Float64Array,
  create: (device: GPUDevice, buffers: readonly GPUBuffer[]) => Promise<StreamPlan>,
): Promise<number> {
  const device = await testDevice();
  const memory = allocate(device);
  const Numbers = kind === "integer" ? Int32Array : Float32Array;
  const plan = await create(
    device,
    signals.map((signal) => memory.constant("signal", Numbers.from(signal))),
  );
  poison(device, plan.output);
  await run(device, plan);
  const [bytes] = await readBack(device, [{ buffer: plan.output, size: 4 * expected.length }]);
  plan.destroy();
  memory.release();
  const found = new Numbers(bytes);
  if (kind !== "integer") return errorDb(found, expected);
  return found.every((value, n) => value === expected[n]) ? -Infinity : Infinity;
}
