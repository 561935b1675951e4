import { precode } from "./modulator.float64.ts";
import { frequencyPulse, PULSE_BITS } from "./pulse.ts";

/** Phase of SOQPSK-TG at f/20 bits, f = 0 … 20·(bits + 8): the frequency summed at the centres of 20 steps per bit. */
export function finePhase(bits: ArrayLike<number>): Float64Array {
  const STEPS = 20;
  const pulse = Array.from({ length: PULSE_BITS * STEPS }, (_, i) => frequencyPulse((i + 0.5) / STEPS) / STEPS);
  const phase = new Float64Array(STEPS * (bits.length + PULSE_BITS) + 1);
  for (const [k, alpha] of precode(bits).entries()) {
    for (const [i, g] of pulse.entries()) phase[STEPS * k + i + 1] += Math.PI * alpha * g;
  }
  phase[0] = Math.PI / 4;
  for (let f = 1; f < phase.length; f++) phase[f] += phase[f - 1];
  return phase;
}
