import quadratureKernel from "#shaders/analog/quadrature.wgsl?raw";
import angle from "#shaders/lib/angle.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import powerUnit from "#shaders/lib/power-unit.wgsl?raw";
import { createElementwise } from "../arithmetic/elementwise.ts";
import { sequence } from "../gpu/timing.ts";
import { type Page, SAMPLE_BYTES, type StreamPlan } from "../flow/graph/block.ts";
import { createHistory } from "../flow/build/history.ts";

export interface QuadratureConfig extends Page {
  /** Output per radian of phase between two samples: rate/(2π·deviation) gives 1 at full deviation. Default: 1. */
  gain?: number;
}

export interface Quadrature extends StreamPlan {
  /** Changes the gain for later submissions. */
  setGain(gain: number): void;
}

/**
 * Demodulates FM, y[n] = gain·arg(x[n]·x*[n−1]), complex samples to real ones; the very first output is 0. Accurate to
 * 1e-6 rad. GNU Radio's quadrature demodulator.
 *
 * @throws RangeError for a size or a gain out of its range.
 */
export async function createQuadrature(device: GPUDevice, config: QuadratureConfig): Promise<Quadrature> {
  const { signals, length, input, gain = 1 } = config;
  const label = "analog/quadrature";
  if (!Number.isFinite(gain)) throw new RangeError(`${label}: gain must be a finite number, got ${gain}`);
  const before = await createHistory(device, { label, kind: "complex", signals, length, history: 1, input });
  const { set, ...demodulation } = await createElementwise(device, {
    signals,
    length,
    kernel: { label, wgsl: [quadratureKernel, angle, complex, powerUnit] },
    inputs: { input: { buffer: input, bytes: SAMPLE_BYTES.complex } },
    tables: { history: before.buffer },
    output: { name: "output", bytes: SAMPLE_BYTES.real },
    params: { length, gain },
  });
  return {
    ...demodulation,
    ...sequence(label, [demodulation, before]),
    setGain: (value) => set({ gain: value }),
    reset: before.reset,
    destroy() {
      demodulation.destroy();
      before.destroy();
    },
  };
}
