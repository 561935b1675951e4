import { raisedCosinePulse } from "../../channel/pulse.ts";

/** Traces of a signal around its decisions: from one symbol before to one after. */
export interface EyeTraces {
  /** Real and imaginary part, [trace][point]. */
  i: Float32Array<ArrayBuffer>;
  q: Float32Array<ArrayBuffer>;
  /**
   * 1 less the distance that 95 % of the decision points keep to the sent point, relative to half the least distance of two symbols.
   * 0 or less: closed.
   */
  opening: number;
}

/** Points per symbol. */
export const EYE_FINENESS = 16;
/** Points of a trace, including its ends. */
export const TRACE_POINTS = 2 * EYE_FINENESS + 1;
/** Most traces, two symbols apart. */
const MOST_TRACES = 96;
/** Samples on each side that an interpolated value depends on. */
const REACH = 16;

/** Complex samples, and how to read them between. */
export interface SampledSignal {
  samples: ArrayLike<number>;
  samplesPerSymbol: number;
  /** β of the raised cosine between samples: of the pulses at one sample per symbol. */
  rolloff: number;
}

/** Returns weights of the samples −REACH … REACH around a point that is `fraction` of a sample after sample 0. */
const weightsAt = (fraction: number, rolloff: number) =>
  Float64Array.from({ length: 2 * REACH + 1 }, (_, m) => raisedCosinePulse(fraction - (m - REACH), rolloff));

/** Returns what gives a signal's complex value at a number of points after a sample, EYE_FINENESS per symbol. */
export function interpolator({ samples, samplesPerSymbol, rolloff }: SampledSignal) {
  const perSample = EYE_FINENESS / samplesPerSymbol;
  const weights = Array.from({ length: perSample }, (_, p) => weightsAt(p / perSample, rolloff));
  return (sample: number, points: number): [number, number] => {
    const whole = sample + Math.floor(points / perSample);
    const own = weights[points - perSample * Math.floor(points / perSample)];
    let [re, im] = [0, 0];
    for (let m = -REACH; m <= REACH; m++) {
      const at = 2 * (whole + m);
      re += own[m + REACH] * (samples[at] ?? 0);
      im += own[m + REACH] * (samples[at + 1] ?? 0);
    }
    return [re, im];
  };
}

/**
 * Returns the eye of the last symbols of a packet.
 *
 * @param at Gives the signal at a number of points after the decision of symbol k, on the scale of the symbols.
 * @param sent Gives the sent point of symbol k.
 * @param options `symbols` in the packet, the first that counts, half the least distance of two points, and whether decisions use the real
 * part only.
 */
export function eyeTraces(
  at: (symbol: number, points: number) => readonly [number, number],
  sent: (symbol: number) => readonly [number, number],
  { symbols, first, half, isReal = false }: { symbols: number; first: number; half: number; isReal?: boolean },
): EyeTraces {
  // Interpolation needs neighbours after the last decision.
  const last = symbols - REACH - 2;
  const traces = Math.max(0, Math.min(MOST_TRACES, Math.floor((last - Math.max(first, REACH + 1)) / 2)));
  const [i, q] = [new Float32Array(traces * TRACE_POINTS), new Float32Array(traces * TRACE_POINTS)];
  for (let trace = 0; trace < traces; trace++) {
    for (let p = 0; p < TRACE_POINTS; p++) {
      const [re, im] = at(last - 2 * trace, p - EYE_FINENESS);
      i[trace * TRACE_POINTS + p] = re;
      q[trace * TRACE_POINTS + p] = im;
    }
  }
  const distances = Array.from({ length: 2 * traces }, (_, n) => {
    const [re, im] = at(last - n, 0);
    const [a, b] = sent(last - n);
    return isReal ? Math.abs(re - a) : Math.hypot(re - a, im - b);
  }).toSorted((a, b) => a - b);
  const most = distances[Math.floor(0.95 * distances.length)];
  return { i, q, opening: most === undefined ? Number.NaN : 1 - most / half };
}
