import { allocate } from "../gpu/pool.ts";
import { readFloats } from "../gpu/readback.ts";
import type { Fft } from "./pass.ts";

/** Largest error of a transform of N points in dB: 1e-6·log2(N), relative RMS. */
export const tolerance = (length: number) => 20 * Math.log10(1e-6 * Math.log2(length));

/** Runs a plan on float32 numbers and returns the first `count` numbers of its output. */
export async function transformed(
  device: GPUDevice,
  create: (input: GPUBuffer) => Promise<Fft>,
  x: Float64Array,
  count = x.length,
): Promise<Float32Array> {
  const memory = allocate(device);
  const input = memory.constant("test input", Float32Array.from(x));
  const plan = await create(input);
  if (plan.output !== input) {
    device.queue.writeBuffer(plan.output, 0, new Float32Array(plan.output.size / 4).fill(Number.NaN));
  }
  const encoder = device.createCommandEncoder();
  plan.encode(encoder);
  device.queue.submit([encoder.finish()]);
  const output = await readFloats(device, plan.output, count);
  plan.destroy();
  memory.release();
  return output;
}
