import type { LoopGains } from "../detection/loop.ts";
import { knownBits } from "../soqpsk/known-bits.ts";

/** Largest change of θ per update. */
const LARGEST_TURN = 0.2;
const within = (x: number) => Math.min(LARGEST_TURN, Math.max(-LARGEST_TURN, x));

/**
 * Decides a packet bit by bit, with a loop that follows e = 2(ε·Im z + ε'·Im z') per pair of bits.
 *
 * @param estimate Returns z of bit k in its frame, given e^{−jθ} in that frame: times −j for odd bits.
 * @param learn Takes the wanted value ±1 of bit k: known, then decided.
 * @returns As `detectOqpsk`.
 */
export function decideInLoop(
  bits: number,
  { k1, k2 }: LoopGains,
  estimate: (k: number, rotation: [number, number]) => [number, number],
  learn: (k: number, wanted: number) => void,
): { bits: number[]; theta: number[]; symbols: Float64Array } {
  const decided: number[] = [];
  const theta: number[] = [];
  const symbols = new Float64Array(2 * bits);
  let [phase, v, e] = [0, 0, 0];
  for (let k = 0; k < bits; k++) {
    if (k % 2 === 0) theta.push(phase);
    const [c, s] = [Math.cos(phase), Math.sin(phase)];
    const [re, im] = estimate(k, k % 2 ? [-s, -c] : [c, -s]);
    symbols.set(k % 2 ? [-im, re] : [re, im], 2 * k);
    decided.push(Number(re > 0));
    const wanted = 2 * (knownBits[k] ?? decided[k]) - 1;
    e += 2 * (wanted - re) * im;
    learn(k, wanted);
    if (k % 2) {
      v = within(v + k2 * e);
      phase += within(k1 * e + v);
      e = 0;
    }
  }
  return { bits: decided, theta, symbols };
}
