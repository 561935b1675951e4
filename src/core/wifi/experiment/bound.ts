import { eventSpectrum, puncturingPeriod } from "../../codes/convolutional/spectrum.ts";
import { SERVICE_BITS } from "../frame/data-field.ts";
import { type Modulation, type Rate } from "../frame/rates.ts";

/** Weights of error events that are counted, from 0. Heavier ones add little where the bound is of use. */
const MOST_WEIGHT = 18;

/**
 * Half the distance from a point to the nearest one with another bit, squared, in steps of the constellation's own half
 * distance: each value with its share among all points and bits of an axis.
 */
const DISTANCES: Readonly<Record<Modulation, readonly (readonly [squared: number, share: number])[]>> = {
  BPSK: [[1, 1]],
  QPSK: [[1, 1]],
  "16-QAM": [
    [1, 3 / 4],
    [9, 1 / 4],
  ],
  "64-QAM": [
    [1, 7 / 12],
    [9, 1 / 4],
    [25, 1 / 12],
    [49, 1 / 12],
  ],
};

/** Half the smallest distance of a constellation with unit mean energy, squared. */
const STEP: Readonly<Record<Modulation, number>> = { BPSK: 1, QPSK: 1 / 2, "16-QAM": 1 / 10, "64-QAM": 1 / 42 };

/**
 * Returns the union bound of the packet error rate in white noise with a known channel. For BPSK and QPSK it is a bound; for
 * 16-QAM and 64-QAM it takes the nearest point with another bit as the only competitor, as max-log does at high SNR.
 * Source: A. J. Viterbi, Convolutional codes and their performance in communication systems, IEEE Trans. Commun. 19 (1971).
 *
 * @param snrDb SNR per carrier.
 * @param octets Octets of the PSDU.
 * @returns May exceed 1 at low SNR.
 */
export function unionBound(rate: Rate, octets: number, snrDb: number): number {
  const { modulation, codeRate } = rate;
  const snr = 10 ** (snrDb / 10);
  const steps = SERVICE_BITS + 8 * octets;
  const spectrum = spectrumOf(codeRate);
  let sum = 0;
  // Shares of the sums of d squared distances.
  let sums = new Map([[0, 1]]);
  for (let weight = 1; weight <= MOST_WEIGHT; weight++) {
    const next = new Map<number, number>();
    for (const [total, share] of sums) {
      for (const [squared, part] of DISTANCES[modulation]) {
        next.set(total + squared, (next.get(total + squared) ?? 0) + share * part);
      }
    }
    sums = next;
    if (!spectrum[weight]) continue;
    for (const [total, share] of sums)
      sum += spectrum[weight] * share * tail(Math.sqrt(2 * snr * STEP[modulation] * total));
  }
  return (sum * steps) / puncturingPeriod(codeRate);
}

/** The union bound of a rate where it is of use. */
export interface Bound {
  rateMbps: number;
  /** [SNR per carrier in dB, bound of the packet error rate]. */
  points: [snrDb: number, bound: number][];
}

/** Returns the union bound of a rate between 1 and 10⁻⁷. */
export function boundOf(rate: Rate, octets: number): Bound {
  const snrs = Array.from({ length: 161 }, (_, i) => i / 4 - 8);
  const points = snrs.map((snrDb): [number, number] => [snrDb, unionBound(rate, octets, snrDb)]);
  return { rateMbps: rate.mbps, points: points.filter(([, bound]) => bound < 1 && bound > 1e-7) };
}

const spectra = new Map<Rate["codeRate"], number[]>();

function spectrumOf(codeRate: Rate["codeRate"]): number[] {
  const spectrum = spectra.get(codeRate) ?? eventSpectrum(codeRate, MOST_WEIGHT);
  spectra.set(codeRate, spectrum);
  return spectrum;
}

/** P(x > value) of a standard normal x, by Craig's integral. */
function tail(value: number): number {
  const parts = 64;
  let sum = 0;
  for (let i = 0; i < parts; i++) {
    const angle = ((i + 0.5) * Math.PI) / 2 / parts;
    sum += Math.exp((-value * value) / (2 * Math.sin(angle) ** 2));
  }
  return sum / 2 / parts;
}
