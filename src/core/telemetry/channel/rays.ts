import type { Column } from "../../configuration/fields.ts";
import { SAMPLE_RATE } from "../packet.ts";
import { psd } from "../soqpsk/spectrum.ts";
import { MEASURED_CHANNELS } from "./measured.ts";

/** One propagation path as people describe it, relative to the first one listed. */
export interface Ray {
  /** Loss in dB, positive for a weaker ray. */
  attenuationDb: number;
  phaseDeg: number;
  delayNs: number;
}

/** What a ray is made of, and within which limits. */
export const RAY_COLUMNS: Readonly<Record<keyof Ray, Column>> = {
  attenuationDb: { unit: "dB", min: 0, max: 80 },
  phaseDeg: { unit: "deg", min: -360, max: 360 },
  delayNs: { unit: "ns", min: -500, max: 1200 },
};

/** One propagation path as the channel applies it. */
export interface Path {
  /** Complex gain. */
  gain: readonly [re: number, im: number];
  /** Samples; fractions are exact, negative ones arrive early. */
  delay: number;
}

/** Most paths of a channel. */
export const MAX_PATHS = 16;
/** Longest delay, early or late, in samples. */
const MAX_DELAY = 64;

/** Gains and delays of rays. The phase is the ray's own: it does not turn with the delay. */
export function pathsOf(rays: readonly Ray[]): Path[] {
  return rays.map(({ attenuationDb, phaseDeg, delayNs }) => {
    const magnitude = 10 ** (-attenuationDb / 20);
    const angle = (phaseDeg * Math.PI) / 180;
    return { gain: [magnitude * Math.cos(angle), magnitude * Math.sin(angle)], delay: delayNs * 1e-9 * SAMPLE_RATE };
  });
}

/** Three-ray channels 1, 2, 3 of the thesis's Figs 4.12 to 4.14. */
export const THREE_RAYS: readonly (readonly Ray[])[] = [180, 150, 120].map((phaseDeg) => [
  { attenuationDb: 0, phaseDeg: 0, delayNs: 0 },
  { attenuationDb: 1.5, phaseDeg, delayNs: 50 },
  { attenuationDb: 20, phaseDeg: 90, delayNs: 155 },
]);

/**
 * Channels by name: "none", "1" to "3" (three rays), "measured-1" to "measured-11". The direct path comes first: ray 1, or
 * the strongest measured tap.
 */
export const NAMED_PATHS: Readonly<Record<string, readonly Path[]>> = {
  none: [{ gain: [1, 0], delay: 0 }],
  ...Object.fromEntries(THREE_RAYS.map((rays, i) => [`${i + 1}`, pathsOf(rays)])),
  ...Object.fromEntries(
    MEASURED_CHANNELS.map((taps, i) => {
      const paths = taps.map(([delay, re, im]): Path => ({ gain: [re, im], delay }));
      return [`measured-${i + 1}`, paths.toSorted((a, b) => power(b) - power(a))];
    }),
  ),
};

/**
 * Returns `paths` when a channel can be made of them.
 *
 * @throws RangeError when there are none or more than 16, a gain is not finite, or a delay exceeds 64 samples.
 */
export function checkedPaths(label: string, paths: readonly Path[]): readonly Path[] {
  if (paths.length < 1 || paths.length > MAX_PATHS) {
    throw new RangeError(`${label}: paths must number 1 to ${MAX_PATHS}, got ${paths.length}`);
  }
  for (const { gain, delay } of paths) {
    if (!gain.every(Number.isFinite)) throw new RangeError(`${label}: a gain must be finite, got ${gain.join(", ")}`);
    if (!(Math.abs(delay) <= MAX_DELAY)) {
      throw new RangeError(`${label}: a delay must be −${MAX_DELAY} to ${MAX_DELAY} samples, got ${delay}`);
    }
  }
  return paths;
}

/** Frequency response H at `bins` FFT bins, complex pairs in FFT order: H(f) = Σ g·e^{−j2πf·delay}, −½ ≤ f < ½. */
export function response(paths: readonly Path[], bins: number): Float64Array {
  const H = new Float64Array(2 * bins);
  for (const { gain, delay } of paths) {
    for (let k = 0; k < bins; k++) {
      const f = (k < bins / 2 ? k : k - bins) / bins;
      const [cos, sin] = [Math.cos(2 * Math.PI * f * delay), Math.sin(2 * Math.PI * f * delay)];
      H[2 * k] += gain[0] * cos + gain[1] * sin;
      H[2 * k + 1] += gain[1] * cos - gain[0] * sin;
    }
  }
  return H;
}

/** Mean received power of a signal of unit power over all paths together, P = Σ Ψ|H|² / N. */
export function receivedPower(paths: readonly Path[]): number {
  const BINS = 1024;
  const H = response(paths, BINS);
  return psd(BINS).reduce((sum, value, k) => sum + value * (H[2 * k] ** 2 + H[2 * k + 1] ** 2), 0) / BINS;
}

/** Received power of the direct path, the first one, alone. */
export function directPower(paths: readonly Path[]): number {
  return power(paths[0]);
}

function power({ gain }: Path): number {
  return gain[0] ** 2 + gain[1] ** 2;
}

/** Variance of the complex noise for Eb/N0 in dB, at two samples a bit: 2P/(Eb/N0). */
export function noiseVariance(power: number, ebn0Db: number): number {
  return 2 * power * 10 ** (-ebn0Db / 10);
}
