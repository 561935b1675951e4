import type { CostasLoop } from "./costas-loop.ts";

/** Steps of the table per unit of amplitude. */
export const STEPS = 64;
/** Amplitude from which on a detector with soft decisions equals the one with hard decisions within 1 %. */
const LARGEST = 8;
/** Phases of the average. */
const PHASES = 1024;

/** Of the eighth-order detector, tan(π/8). */
const EIGHTH = Math.SQRT2 - 1;

/**
 * Returns how much a phase detector of a Costas loop counts samples when its decisions are soft, relative to hard ones: at
 * the amplitudes 0, 1/STEPS, 2/STEPS … 8. This is the ratio of the detectors' outputs, as the amplitude of their M-th
 * harmonic over the phase. Hard decisions are the signs of both parts, soft ones their hyperbolic tangents times the
 * signal-to-noise ratio |x|², for noise of power 1: GNU Radio's `costas_loop_cc` with `use_snr`.
 */
export function softWeights(order: CostasLoop["order"]): Float64Array {
  const hard = harmonic(order, 1, Math.sign);
  return Float64Array.from({ length: LARGEST * STEPS + 1 }, (_, step) => {
    const r = step / STEPS;
    return r === 0 ? 0 : harmonic(order, r, (part) => Math.tanh(r * r * part)) / (r * hard);
  });
}

/** Returns the amplitude of the harmonic of a detector's output over the phase of a sample with amplitude r. */
function harmonic(order: CostasLoop["order"], r: number, decide: (part: number) => number): number {
  let sum = 0;
  for (let i = 0; i < PHASES; i++) {
    const phase = (2 * Math.PI * (i + 0.5)) / PHASES;
    const [re, im] = [r * Math.cos(phase), r * Math.sin(phase)];
    const [a, b] = [decide(re) * im, decide(im) * re];
    const scale = order === "8" ? EIGHTH : 1;
    const error = order === "2" ? a : Math.abs(re) >= Math.abs(im) ? a - scale * b : scale * a - b;
    sum += error * Math.sin(Number(order) * phase);
  }
  return (2 * sum) / PHASES;
}
