import { knownBits } from "../soqpsk/known-bits.ts";
import type { LoopGains } from "./loop.ts";

/**
 * OQPSK decisions of one packet with a phase-locked loop.
 *
 * @param y One complex sample per bit, interleaved.
 * @returns `bits` (0 or 1, one per bit), `theta` (rad, one per pair of bits, before its update), `symbols` (y·e^{−jθ}, interleaved).
 */
export function detectOqpsk(y: ArrayLike<number>, { k1, k2 }: LoopGains) {
  const bits: number[] = [];
  const theta: number[] = [];
  const symbols = new Float64Array(y.length);
  let phase = 0;
  let v = 0;
  for (let k = 0; k < y.length / 2; k += 2) {
    const [c, s] = [Math.cos(phase), Math.sin(phase)];
    theta.push(phase);
    for (let i = 2 * k; i < 2 * k + 4; i += 2) {
      symbols[i] = y[i] * c + y[i + 1] * s;
      symbols[i + 1] = y[i + 1] * c - y[i] * s;
    }
    const [uRe, uIm, qRe, qIm] = symbols.subarray(2 * k, 2 * k + 4);
    bits.push(Number(uRe > 0), Number(qIm > 0));
    const [even, odd] = [k, k + 1].map((n) => (knownBits[n] ?? bits[n]) * 2 - 1);
    const e = even * uIm - odd * qRe;
    v += k2 * e;
    phase += k1 * e + v;
  }
  return { bits, theta, symbols };
}
