import { choleskyFactor, solveFactored } from "../../adaptive/theory/hermitian.ts";
import { CHANNEL_PRECURSORS } from "../estimation/span.ts";
import { PRINCIPAL_PULSES, PULSE_REACH } from "../soqpsk/principal-pulses.ts";
import { FORWARD_PRECURSORS, FORWARD_TAPS } from "./taps.ts";

/** Bits before and after a bit that may reach its samples. */
const REACH = 64;

/**
 * The vectors [Re; −Im] that a stream contributes to the samples of a bit, by the number of bits before it: j^(−i)·(ĥ ∗ p)(2i + 20 − m), m = 0 … 31.
 *
 * @param impulse ĥ(n) from n = −12 on, complex pairs.
 */
export function streamVectors(impulse: Float64Array, pulse: readonly number[]): (i: number) => Float64Array {
  const first = -CHANNEL_PRECURSORS - PULSE_REACH;
  const q = Array.from({ length: impulse.length / 2 + pulse.length - 1 }, (_, n) => {
    const sum = (part: number) => pulse.reduce((total, p, l) => total + p * (impulse[2 * (n - l) + part] ?? 0), 0);
    return [sum(0), sum(1)];
  });
  return (i) => {
    const x = new Float64Array(2 * FORWARD_TAPS);
    for (let m = 0; m < FORWARD_TAPS; m++) {
      const [re, im] = q[2 * i + FORWARD_PRECURSORS - m - first] ?? [0, 0];
      // (−j)^i
      const turned = [
        [re, im],
        [im, -re],
        [-re, -im],
        [-im, re],
      ][((i % 4) + 4) % 4];
      x[m] = turned[0];
      x[m + FORWARD_TAPS] = -turned[1];
    }
    return x;
  };
}

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);

/**
 * Taps of the MMSE decision-feedback equalizer: A·w = x₀(0), A = Σ x·xᵀ + variance·I over what is not fed back.
 *
 * @param variance Noise variance of a real dimension.
 * @param feedback Nb.
 * @returns f, complex pairs; b(1) … b(Nb); c(2) … c(Nb − 1); the mean squared error.
 */
export function decisionFeedbackTaps(impulse: Float64Array, variance: number, feedback: number) {
  const [bits, products] = PRINCIPAL_PULSES.map((pulse) => streamVectors(impulse, pulse));
  const size = 2 * FORWARD_TAPS;
  const matrix = new Float64Array(2 * size * size);
  for (let a = 0; a < size; a++) matrix[2 * (a * size + a)] = variance;
  for (let i = -REACH; i <= REACH; i++) {
    const vectors = [
      ...(i >= 1 && i <= feedback ? [] : [bits(i)]),
      ...(i >= 2 && i < feedback ? [] : [products(i)]),
    ].filter((x) => x.some((value) => value !== 0));
    for (const x of vectors) {
      for (let a = 0; a < size; a++) for (let b = 0; b < size; b++) matrix[2 * (a * size + b)] += x[a] * x[b];
    }
  }
  const wanted = bits(0);
  const right = new Float64Array(2 * size);
  for (const [a, value] of wanted.entries()) right[2 * a] = value;
  const w = solveFactored(choleskyFactor(matrix, size)!, right).filter((_, i) => i % 2 === 0);
  return {
    forward: Float64Array.from({ length: size }, (_, n) => w[(n >> 1) + (n % 2) * FORWARD_TAPS]),
    bits: Array.from({ length: feedback }, (_, j) => -dot(w, bits(j + 1))),
    products: Array.from({ length: Math.max(0, feedback - 2) }, (_, j) => -dot(w, products(j + 2))),
    error: 1 - dot(w, wanted),
  };
}
