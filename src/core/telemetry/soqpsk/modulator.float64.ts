import { PULSE_BITS, phasePulse } from "./pulse.ts";

/** Ternary precoder, α_k = (−1)^(k+1) a_(k−1)(a_k − a_(k−2))/2 with a_−1 = a_−2 = +1; bits are 0 or 1 (+1). */
export function precode(bits: ArrayLike<number>): Int8Array {
  const a = (k: number) => (k < 0 ? 1 : 2 * bits[k] - 1);
  return Int8Array.from({ length: bits.length }, (_, k) => {
    return ((k % 2 ? 1 : -1) * a(k - 1) * (a(k) - a(k - 2))) / 2;
  });
}

/**
 * SOQPSK-TG, s(t) = exp j(π/4 + π Σ α_k q(t − k)), at t = start + n/2 bits for n = 0 … count − 1.
 *
 * @param bits 0 or 1. For a start within a stream, start at an even bit and discard the first 9 bits' samples.
 * @returns Complex pairs.
 *
 * @example
 * ```ts
 * import { modulateSoqpsk } from "threeray/telemetry";
 *
 * // Two samples per bit, and a constant envelope.
 * const samples = modulateSoqpsk([0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0], 0, 24);
 * console.log(samples.length / 2, Math.hypot(samples[20], samples[21]).toFixed(6)); // 24 1.000000
 * ```
 */
export function modulate(bits: ArrayLike<number>, start: number, count: number): Float64Array {
  const alpha = precode(bits);
  const completed = new Int32Array(alpha.length + 1);
  for (const [k, value] of alpha.entries()) completed[k + 1] = completed[k] + value;
  const firstHalf = Math.floor(2 * start);
  const rest = start - firstHalf / 2;
  const q = [0, 0.5].map((half) => Array.from({ length: PULSE_BITS }, (_, i) => phasePulse(rest + half + i)));
  const samples = new Float64Array(2 * count);
  for (let n = 0; n < count; n++) {
    const half = firstHalf + n;
    const k = Math.floor(half / 2);
    let phase = 0.25 + 0.5 * completed[Math.min(Math.max(k - PULSE_BITS + 1, 0), alpha.length)];
    for (let i = 0; i < PULSE_BITS; i++) phase += (alpha[k - i] ?? 0) * q[half & 1][i];
    samples[2 * n] = Math.cos(Math.PI * phase);
    samples[2 * n + 1] = Math.sin(Math.PI * phase);
  }
  return samples;
}
