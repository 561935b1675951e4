import {
  type Candidate,
  candidateFrom,
  type CandidateList,
  CHECKED,
  HEAD_WORDS,
  MOST_READINGS,
  READINGS,
  REMAINDERS,
} from "./candidate-rows.ts";
import { modeSRemainder } from "./crc.ts";
import type { Tuning } from "./pulse-sums.ts";

/** Returns the octets of a frame in hexadecimal digits. */
export const octetsOf = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));

/** Returns a frame of an extended squitter or another format: these octets, then the parity XOR `overlay`. */
export function withParity(octets: readonly number[], overlay = 0): Uint8Array {
  const parity = modeSRemainder(Uint8Array.of(...octets, 0, 0, 0)) ^ overlay;
  return Uint8Array.of(...octets, parity >> 16, (parity >> 8) & 255, parity & 255);
}

/** A frame in a made recording. */
export interface MadeFrame {
  octets: Uint8Array;
  /** First sample of the preamble, with a fraction. */
  at: number;
  amplitude?: number;
  /** Carrier offset, cycles per sample. */
  carrier?: number;
}

/**
 * Returns complex noise with exact pulses of half a microsecond, at their value in each sample's instant. The noise has power
 * sigma² per sample. The SNR of pulses of amplitude 1 in 2 MHz is rate/(2 MHz · sigma²).
 */
export function madeModeS(
  random: () => number,
  { length, rate, sigma }: { length: number; rate: number; sigma: number },
  frames: readonly MadeFrame[] = [],
): Float32Array {
  const samples = new Float32Array(2 * length);
  for (let i = 0; i < samples.length; i += 2) {
    const radius = sigma * Math.sqrt(-Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    samples[i] = radius * Math.cos(angle);
    samples[i + 1] = radius * Math.sin(angle);
  }
  const chip = rate / 2e6;
  for (const { octets, at, amplitude = 1, carrier = 0 } of frames) {
    const on = new Uint8Array(16 + 16 * octets.length);
    for (const pulse of [0, 2, 7, 9]) on[pulse] = 1;
    for (let k = 0; k < 8 * octets.length; k++) on[16 + 2 * k + ((octets[k >> 3] >> (7 - (k & 7))) & 1 ? 0 : 1)] = 1;
    const phase = 2 * Math.PI * random();
    for (let n = Math.ceil(at); n < Math.min(length, at + on.length * chip); n++) {
      if (!on[Math.floor((n - at) / chip)]) continue;
      samples[2 * n] += amplitude * Math.cos(phase + 2 * Math.PI * carrier * n);
      samples[2 * n + 1] += amplitude * Math.sin(phase + 2 * Math.PI * carrier * n);
    }
  }
  return samples;
}

/** Returns the readings of all candidates as objects. @throws Error if a reading's remainder is wrong. */
export function candidatesOf(tuning: Tuning, list: CandidateList): Candidate[] {
  const { count, rows } = list;
  const { heads } = rows;
  return Array.from({ length: count }, (_, row) => {
    const at = HEAD_WORDS * row;
    return Array.from({ length: MOST_READINGS }, (__, k) => k)
      .filter((k) => (heads[at + READINGS] >> k) & 1)
      .map((k) => {
        const candidate = candidateFrom(tuning, rows, row, k);
        const remainder = heads[at + REMAINDERS + k];
        const right = modeSRemainder(candidate.octets);
        const isChecked = [11, 17, 18].includes(candidate.octets[0] >> 3);
        if (remainder === right && ((heads[at + READINGS] >> (CHECKED + k)) & 1) === Number(isChecked))
          return candidate;
        throw new Error(`the remainder of ${candidate.octets.join(" ")} is ${right}, got ${remainder}`);
      });
  }).flat();
}
