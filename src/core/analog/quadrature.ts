import quadratureKernel from "#shaders/analog/quadrature.wgsl?raw";
import angle from "#shaders/lib/angle.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { sequence } from "../gpu/timing.ts";
import type { Page, StreamPlan } from "../stream/block.ts";
import { createHistory } from "../stream/history.ts";
import { TILE, tilesOf } from "./tiles.ts";

export interface QuadratureConfig extends Page {
  /** Output for a radian of phase from one sample to the next: rate/(2π·deviation) gives 1 at full deviation. Default: 1. */
  gain?: number;
}

export interface Quadrature extends StreamPlan {
  /** Changes the gain for what is submitted afterwards. */
  setGain(gain: number): void;
}

/**
 * Demodulates FM, y[n] = gain·arg(x[n]·x*[n−1]), complex samples to real ones; the first sample of all gives 0. Accurate to
 * 1e-6 rad. GNU Radio's quadrature demodulator.
 *
 * @throws RangeError for a size or a gain out of its range.
 */
export async function createQuadrature(device: GPUDevice, config: QuadratureConfig): Promise<Quadrature> {
  const { signals, length, input, gain = 1 } = config;
  const label = "analog/quadrature";
  const before = await createHistory(device, { label, kind: "complex", signals, length, history: 1, input });
  if (!Number.isFinite(gain)) throw new RangeError(`${label}: gain must be a finite number, got ${gain}`);
  const wgsl = [quadratureKernel, angle, complex];
  const kernel = await compile(device, { label, wgsl, constants: TILE });
  const memory = allocate(device);
  const output = memory.storage("demodulated", signals * length * 4);
  const bound = kernel.bind({ input, history: before.buffer, output, params: { signals, length, gain } });
  const groups = tilesOf(device, signals, length);
  const demodulation = {
    label,
    encode: (encoder: GPUCommandEncoder, timing?: GPUComputePassTimestampWrites) =>
      bound.encode(encoder, groups, timing),
  };
  return {
    ...sequence(label, [demodulation, before]),
    output,
    outputs: length,
    setGain: (value) => bound.set({ gain: value }),
    reset: before.reset,
    destroy() {
      bound.destroy();
      before.destroy();
      memory.release();
    },
  };
}
