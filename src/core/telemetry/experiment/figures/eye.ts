import { DETECTION_FILTER } from "../../detection/detection-filter.ts";
import { PHASE_PAIRS } from "../../detection/phase-trace.ts";
import { fft } from "../../../fft/fft.float64.ts";
import { WINDOW_ORIGIN } from "../../blocks.ts";
import { KNOWN_BITS, SAMPLES_PER_BIT } from "../../packet.ts";

/** Traces of two symbol times each, around even bits: one symbol (two bits) before and after. */
export interface Eye {
  /** Real and imaginary part, [trace][point], 1 on average where bits are decided: I at −1, 0, 1 symbols, Q at ±½. */
  i: Float32Array<ArrayBuffer>;
  q: Float32Array<ArrayBuffer>;
  /** The distance from zero that 95 % of the decision points exceed, relative to the ideal point. */
  opening: number;
}

/** Points of the transforms, and samples of the window per eye. */
export const EYE_LENGTH = 1024;
/** Points per sample after interpolation, which is exact for a band-limited signal. */
const FINER = 4;
const PER_BIT = SAMPLES_PER_BIT * FINER;
export const EYE_TRACES = 96;
/** Points of a trace, including its ends. */
export const EYE_POINTS = 4 * PER_BIT + 1;
/** The even bit of the first trace: in the data, after the loop has settled. */
const FIRST_BIT = KNOWN_BITS + 64;
/** Bits from the start of the first trace to the end of the last, in the middle of the transform, because its ends wrap around. */
const SPAN = SAMPLES_PER_BIT * (2 * EYE_TRACES + 2);
const MARGIN = (EYE_LENGTH - SPAN) / 2;
/** First sample of the window that is used. */
export const EYE_START = WINDOW_ORIGIN + SAMPLES_PER_BIT * (FIRST_BIT - 2) - MARGIN;

/** Spectrum of the centred detection filter: real. */
const DETECTION = Float64Array.from({ length: EYE_LENGTH }, (_, k) => {
  const delay = (DETECTION_FILTER.length - 1) / 2;
  return DETECTION_FILTER.reduce(
    (sum, tap, i) => sum + tap * Math.cos((2 * Math.PI * k * (i - delay)) / EYE_LENGTH),
    0,
  );
});

/**
 * Returns the eye after equalizer, detection filter and loop.
 *
 * @param samples EYE_LENGTH samples of a packet's window from EYE_START on, complex pairs.
 * @param response The equalizer's, at as many bins.
 * @param phase The loop's θ at every 64th bit, rad.
 */
export function eyeOf(samples: ArrayLike<number>, response: Float64Array, phase: ArrayLike<number>): Eye {
  const X = fft(Float64Array.from(samples));
  const Y = new Float64Array(2 * EYE_LENGTH * FINER);
  for (let k = 0; k < EYE_LENGTH; k++) {
    const [a, b, c, d] = [X[2 * k], X[2 * k + 1], response[2 * k], response[2 * k + 1]];
    const at = 2 * (k < EYE_LENGTH / 2 ? k : k + (FINER - 1) * EYE_LENGTH);
    Y[at] = FINER * DETECTION[k] * (a * c - b * d);
    Y[at + 1] = FINER * DETECTION[k] * (a * d + b * c);
  }
  const y = fft(Y, true);
  const [i, q] = [new Float32Array(EYE_TRACES * EYE_POINTS), new Float32Array(EYE_TRACES * EYE_POINTS)];
  for (let t = 0; t < EYE_TRACES; t++) {
    for (let p = 0; p < EYE_POINTS; p++) {
      const point = 2 * PER_BIT * t + p;
      const theta = phaseAt(phase, FIRST_BIT - 2 + point / PER_BIT);
      const [cos, sin] = [Math.cos(theta), Math.sin(theta)];
      const at = 2 * (MARGIN * FINER + point);
      i[t * EYE_POINTS + p] = y[at] * cos + y[at + 1] * sin;
      q[t * EYE_POINTS + p] = y[at + 1] * cos - y[at] * sin;
    }
  }
  const decided = Array.from({ length: 2 * EYE_TRACES }, (_, n) => {
    const first = (n >> 1) * EYE_POINTS;
    return Math.abs(n % 2 ? q[first + 3 * PER_BIT] : i[first + 2 * PER_BIT]);
  }).toSorted((a, b) => a - b);
  const mean = decided.reduce((sum, value) => sum + value, 0) / decided.length;
  const scale = mean > 0 ? 1 / mean : 0;
  return {
    i: i.map((value) => value * scale),
    q: q.map((value) => value * scale),
    opening: scale * decided[Math.floor(0.05 * decided.length)],
  };
}

/** θ at a bit, interpolated linearly between the stored values. */
function phaseAt(phase: ArrayLike<number>, bit: number): number {
  const at = bit / (2 * PHASE_PAIRS);
  const before = Math.floor(at);
  return phase[before] + (at - before) * (phase[before + 1] - phase[before]);
}
