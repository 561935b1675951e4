import type { Column } from "../configuration/fields.ts";
import { kaiserSinc, SINC_REACH } from "./kaiser-sinc.ts";

/** One propagation path in a person's units, relative to the first path. */
export interface Ray {
  /** Attenuation in dB, positive for a weaker ray. */
  attenuationDb: number;
  phaseDeg: number;
  delayNs: number;
}

/** The numbers of a ray, with their limits. */
export const RAY_COLUMNS: Readonly<Record<keyof Ray, Column>> = {
  attenuationDb: { unit: "dB", min: 0, max: 80 },
  phaseDeg: { unit: "deg", min: -360, max: 360 },
  delayNs: { unit: "ns", min: -500, max: 1200 },
};

/** One propagation path in the channel's units. */
export interface Path {
  /** Complex gain. */
  gain: readonly [re: number, im: number];
  /** Delay in samples. Fractions are exact; a negative delay arrives early. */
  delay: number;
}

/**
 * Returns the gains and delays of rays. A ray's phase does not change with its delay.
 *
 * @param sampleRate Samples/s.
 *
 * @example
 * ```ts
 * import { pathsOf } from "threeray/channel";
 *
 * const rays = [{ attenuationDb: 20, delayNs: 100, phaseDeg: 0 }];
 * const [path] = pathsOf(rays, 20e6);
 * console.log(path.delay, path.gain[0].toFixed(2)); // 2 0.10
 * ```
 */
export function pathsOf(rays: readonly Ray[], sampleRate: number): Path[] {
  return rays.map(({ attenuationDb, phaseDeg, delayNs }) => {
    const magnitude = 10 ** (-attenuationDb / 20);
    const angle = (phaseDeg * Math.PI) / 180;
    return { gain: [magnitude * Math.cos(angle), magnitude * Math.sin(angle)], delay: delayNs * 1e-9 * sampleRate };
  });
}

/**
 * Returns the frequency response H at `bins` FFT bins, complex pairs in FFT order: H(f) = Σ g·e^{−j2πf·delay}, −½ ≤ f <
 * ½.
 */
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

/** A channel as taps at delays of whole samples. */
export interface Taps {
  /** Complex. */
  gains: Float64Array;
  /** Tap at the arrival of the earliest path. */
  arrival: number;
}

/**
 * Returns the taps of paths. A fraction of a sample becomes 32 taps: see {@link kaiserSinc}.
 *
 * @example
 * ```ts
 * import { tapsOf } from "threeray/channel";
 *
 * const { arrival, gains } = tapsOf([
 *   { delay: 0, gain: [1, 0] },
 *   { delay: 2, gain: [0, 0.5] },
 * ]);
 * console.log(arrival, [...gains]); // 0 [ 1, 0, 0, 0, 0, 0.5 ]
 * ```
 */
export function tapsOf(paths: readonly Path[]): Taps {
  const earliest = Math.min(...paths.map(({ delay }) => delay));
  const delays = paths.map(({ delay }) => delay - earliest);
  const whole = delays.every(Number.isInteger);
  const arrival = whole ? 0 : SINC_REACH - 1;
  const last = Math.floor(Math.max(...delays)) + (whole ? 0 : SINC_REACH);
  const gains = new Float64Array(2 * (arrival + last + 1));
  for (const [i, { gain }] of paths.entries()) {
    for (let tap = 0; tap < gains.length / 2; tap++) {
      const weight = kaiserSinc(tap - arrival - delays[i]);
      gains[2 * tap] += weight * gain[0];
      gains[2 * tap + 1] += weight * gain[1];
    }
  }
  return { gains, arrival };
}

/** Returns the power gain of one path. */
export function pathPower({ gain }: Path): number {
  return gain[0] ** 2 + gain[1] ** 2;
}
