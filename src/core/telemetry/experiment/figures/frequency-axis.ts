import { SAMPLE_RATE } from "../../packet.ts";

/** Points of the spectra. */
export const BINS = 512;

/** The signal counts as having power where Ψ is above −30 dB of its mean. Elsewhere the channel cannot be estimated. */
export const POWERED = 1e-3;

/** Baseband frequency of each bin in MHz, ascending. */
export function frequencies(): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: BINS }, (_, k) => ((k / BINS - 0.5) * SAMPLE_RATE) / 1e6);
}

/** Reorders FFT bins to ascending frequency. */
export function centred(values: ArrayLike<number>): Float32Array<ArrayBuffer> {
  const half = values.length / 2;
  return Float32Array.from({ length: values.length }, (_, k) => values[(k + half) % values.length]);
}

export const decibels = (power: number) => 10 * Math.log10(Math.max(power, 1e-12));

/** |X|² of complex pairs. */
export function powers(x: ArrayLike<number>): Float64Array {
  return Float64Array.from({ length: x.length / 2 }, (_, k) => x[2 * k] ** 2 + x[2 * k + 1] ** 2);
}
