import type { LoopGains } from "../detection/loop.ts";
import { decideInLoop } from "./decision-loop.reference.ts";
import { ADAPTIVE_REACH, ADAPTIVE_TAPS } from "./taps.ts";

/**
 * Decides a packet behind taps that follow the decisions: real vectors w = [Re; Im] of the taps, u = [Re; −Im] of the samples in the frame of a bit.
 *
 * @param x Samples from −15 on, two per bit: complex pairs.
 * @param update Returns the change of w from u and the error ε.
 */
export function followDecisions(
  x: Float64Array,
  loop: LoopGains,
  update: (u: Float64Array, error: number) => Float64Array,
) {
  const w = new Float64Array(2 * ADAPTIVE_TAPS);
  w[ADAPTIVE_REACH] = 1;
  let u = new Float64Array(w.length);
  let z = 0;
  const estimate = (k: number, [c, s]: [number, number]): [number, number] => {
    u = new Float64Array(w.length);
    let quadrature = 0;
    z = 0;
    for (let i = 0; i < ADAPTIVE_TAPS; i++) {
      const n = 2 * (2 * k + ADAPTIVE_TAPS - 1 - i);
      const [re, im] = [x[n] * c - x[n + 1] * s, x[n] * s + x[n + 1] * c];
      u[i] = re;
      u[i + ADAPTIVE_TAPS] = -im;
      z += w[i] * re - w[i + ADAPTIVE_TAPS] * im;
      quadrature += w[i] * im + w[i + ADAPTIVE_TAPS] * re;
    }
    return [z, quadrature];
  };
  const learn = (_: number, wanted: number) => {
    const change = update(u, wanted - z);
    for (let i = 0; i < w.length; i++) w[i] += change[i];
  };
  const count = (x.length / 2 - 2 * ADAPTIVE_REACH) / 2;
  return { ...decideInLoop(count, loop, estimate, learn), taps: w };
}
