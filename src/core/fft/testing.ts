import { allocate } from "../gpu/pool.ts";
import { readFloats } from "../gpu/readback.ts";
import { errorDb, testDevice, testNormals } from "../gpu/testing.ts";
import type { Fft } from "./pass.ts";
import { realFft } from "./real.reference.ts";

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

interface RealTransform {
  length: number;
  batch: number;
  input: GPUBuffer;
  inverse?: boolean;
}

/** Errors of a transform of real signals and of its inverse beside float64, in dB. */
export async function realErrors(
  create: (device: GPUDevice, config: RealTransform) => Promise<Fft>,
  length: number,
  batch: number,
): Promise<{ forward: number; inverse: number }> {
  const device = await testDevice();
  const x = testNormals(length, length * batch);
  const rows = Array.from({ length: batch }, (_, b) => [...realFft(x.subarray(b * length, (b + 1) * length))]);
  const bins = Float64Array.from(rows.flat());
  const sizes = { length, batch };
  const spectra = await transformed(device, (input) => create(device, { ...sizes, input }), x, bins.length);
  const back = await transformed(device, (input) => create(device, { ...sizes, input, inverse: true }), bins, x.length);
  return { forward: errorDb(spectra, bins), inverse: errorDb(back, x) };
}
