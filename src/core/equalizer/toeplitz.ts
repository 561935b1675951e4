import toeplitz from "#shaders/equalizer/toeplitz.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedSlots } from "../preamble/page.ts";
import { CHANNEL_PRECURSORS, CHANNEL_TAPS, EQUALIZER_TAPS, PRECURSORS, type TapsPlan } from "./taps.ts";

/** Slots solved by one workgroup, a divisor of 32: four complex numbers side by side are one memory sector of 32 bytes. */
const SYSTEMS = 4;

export interface ToeplitzConfig {
  /** Names the plan in errors and timings. */
  label?: string;
  /** Slots in the page: a multiple of 32. */
  slots: number;
  /** Channel estimates ĥ(n), vec2f [slot][38]; zeros where no packet was found. */
  impulse: GPUBuffer;
  /** What R's diagonal is raised by: `factor` ≥ 0 times the noise variance σ̂² per real dimension, f32 [slot]. Default: 0. */
  ridge?: { noise: GPUBuffer; factor: number };
}

/**
 * Solves (R + ridge·I) c = ĝ for each packet, R and ĝ made of the channel estimate (thesis eqs 2.17 and 2.22), in float32
 * by Schur's algorithm: a backward stable factorization. Where float32 sees no positive definite matrix (condition numbers
 * above 1e7), c is zero.
 *
 * @throws RangeError when `slots` is not a positive multiple of 32 or `ridge.factor` is not a number ≥ 0.
 */
export async function createToeplitz(device: GPUDevice, config: ToeplitzConfig): Promise<TapsPlan> {
  const { label = "equalizer/toeplitz", impulse, ridge } = config;
  const slots = checkedSlots(label, config.slots);
  const factor = ridge?.factor ?? 0;
  if (!Number.isFinite(factor) || factor < 0) {
    throw new RangeError(`${label}: ridge factor must be a number ≥ 0, got ${factor}`);
  }
  const kernel = await compile(device, {
    label: "equalizer/toeplitz",
    wgsl: [toeplitz, complex],
    constants: {
      TAPS: EQUALIZER_TAPS,
      WIDTH: CHANNEL_TAPS,
      ORIGIN: PRECURSORS + CHANNEL_PRECURSORS,
      SYSTEMS,
      GROUP: CHANNEL_TAPS * SYSTEMS,
    },
  });
  const memory = allocate(device);
  const noise = ridge?.noise ?? memory.constant("no ridge", new Float32Array(slots));
  const columns = memory.storage("columns of L", slots * EQUALIZER_TAPS * CHANNEL_TAPS * 8);
  const taps = memory.storage(`${label} taps`, slots * EQUALIZER_TAPS * 8);
  const bound = kernel.bind({ impulse, noise, columns, taps, params: { ridge: factor } });
  return {
    label,
    taps,
    encode: (encoder, timestampWrites) => bound.encode(encoder, slots / SYSTEMS, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
