import { errorOnGpu } from "../measurement/timed-task.ts";
import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import type { Fft, FftPassConfig } from "./pass.ts";
import { createWorkgroupFft } from "./workgroup.ts";

/** Complex samples in 128 MiB, the largest binding of every device. */
const SAMPLES = 2 ** 24;
/** Most products and sums for the checked bins. */
const CHECKED_TERMS = 2 ** 22;

/** Transforms of one length that fill 128 MiB; `row` is the most points of one transform in a buffer. */
export function fftCase(
  label: string,
  length: number,
  create: (device: GPUDevice, config: Pick<FftPassConfig, "length" | "batch" | "input">) => Promise<Fft>,
  row = length,
): BenchCase {
  const jobs = Math.floor(SAMPLES / length);
  return {
    name: `${label} ${length} points, 128 MiB`,
    bytes: jobs * length * 16,
    batch: { jobs, bytes: row * 8 },
    async create(device, batch) {
      const memory = allocate(device);
      const plan = await create(device, { length, batch, input: memory.storage("samples", batch * length * 8) });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
    error(gpu) {
      const task = {
        batch: 3,
        inputs: [{ name: "samples", row: length }],
        outputRow: length,
        seed: length,
        expected: ([x]: readonly Float32Array[], k: number) => bin(x, k),
        samples: Math.min(256, Math.ceil(CHECKED_TERMS / length)),
      };
      return errorOnGpu(gpu, task, (signals, [input]) => create(gpu.device, { length, batch: signals, input }));
    },
  };
}

/** X[k] = Σn x[n]·e^{−j2πkn/N} in float64. */
function bin(x: Float32Array, k: number): [number, number] {
  const N = x.length / 2;
  let [re, im] = [0, 0];
  for (let n = 0; n < N; n++) {
    const angle = (-2 * Math.PI * ((k * n) % N)) / N;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    re += x[2 * n] * cos - x[2 * n + 1] * sin;
    im += x[2 * n] * sin + x[2 * n + 1] * cos;
  }
  return [re, im];
}

export const cases = [64, 128, 256, 512, 1024, 2048, 4096].map((length) =>
  fftCase("fft/workgroup", length, createWorkgroupFft),
);
