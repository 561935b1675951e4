import { deinterleave } from "../../codes/interleaving/llrs.float64.ts";
import { constellation } from "../../constellation/constellation.ts";
import { depunctured } from "../frame/convolutional.float64.ts";
import { maxLogLlrs } from "../frame/demapper.float64.ts";
import { interleaverOrder } from "../frame/interleaver.ts";
import type { Rate } from "../frame/rates.ts";
import { binOf, DATA_CARRIERS, FFT_LENGTH, PILOT_CARRIERS } from "../frame/symbol.ts";
import { pilotSent, trackingAfter, trackingDecided, trackingStart } from "./tracking.float64.ts";

/** A symbol as an estimator sees it. */
export interface ReceivedSymbol {
  number: number;
  /** Carriers after the correction of phase and timing, complex [64] by bin. */
  carriers: Float64Array;
  noise: number;
  /** With `decided`: E[X | Y] of what is sent, complex [64], and E[|X|² | Y], [64]; 0 on unused carriers. */
  means?: Float64Array;
  energies?: Float64Array;
}

/** A channel estimator. H is complex [64] by bin. */
export interface Float64Estimator {
  /** Whether pilots correct phase and timing. */
  tracked: boolean;
  /** Whether decided points correct them, too, before \`after\`. */
  decided?: boolean;
  /** E|error|² of the first H at a pilot, relative to the noise. */
  pilotError?: number;
  begin(training: Float64Array, noise: number): Float64Array;
  /** H of a symbol before its equalization. */
  before?(H: Float64Array, symbol: ReceivedSymbol): Float64Array;
  /** H after a symbol; `sent` is complex [64], 0 on unused carriers. */
  after?(H: Float64Array, symbol: ReceivedSymbol, sent: Float64Array): Float64Array;
}

/** A frame before its equalization. */
export interface FrameToEqualize {
  /** Complex [64] by bin for each symbol of data. */
  symbols: readonly Float64Array[];
  /** H from the training, or the true H, complex [64] by bin. */
  channel: Float64Array;
  noise: number;
  rate: Rate;
}

export interface EqualizedSymbol {
  /** Complex [48]. */
  points: Float64Array;
  /** Complex [64] by bin. */
  channel: Float64Array;
  phase: number;
  slope: number;
  /** A and B per step, 0 where a bit is not sent. */
  llr: Float64Array;
  /** Least distance of a point from a decision's boundary, relative to the point's magnitude where that exceeds 1. */
  margin: number;
}

const PILOT_BINS = PILOT_CARRIERS.map(binOf);
const DATA_BINS = DATA_CARRIERS.map(binOf);
/** Signed number of the carrier of each bin. */
export const CARRIERS: readonly number[] = Array.from({ length: FFT_LENGTH }, (_, bin) =>
  bin < FFT_LENGTH / 2 ? bin : bin - FFT_LENGTH,
);

/** y·h*, complex. */
export function correlated(y: ArrayLike<number>, h: ArrayLike<number>): Float64Array {
  return Float64Array.from(y, (_, i) => {
    const c = i - (i % 2);
    return i % 2 ? y[c + 1] * h[c] - y[c] * h[c + 1] : y[c] * h[c] + y[c + 1] * h[c + 1];
  });
}

/** e^{j(phase + slope·k)} by bin, complex [64]. */
const turnsOf = (phase: number, slope: number) =>
  Float64Array.from({ length: 2 * FFT_LENGTH }, (_, i) => {
    const psi = phase + slope * CARRIERS[i >> 1];
    return i % 2 ? Math.sin(psi) : Math.cos(psi);
  });

/** Returns the values of some bins. */
const at = (bins: readonly number[], values: Float64Array) =>
  Float64Array.from({ length: 2 * bins.length }, (_, i) => values[2 * bins[i >> 1] + (i % 2)]);
export const energies = (h: Float64Array) =>
  Array.from({ length: h.length / 2 }, (_, c) => h[2 * c] ** 2 + h[2 * c + 1] ** 2);

/** Returns the nearest points of a constellation, and how far the point that is nearest to a boundary is from it. */
function decide(points: Float64Array, rate: Rate): { decided: Float64Array; margin: number } {
  const all = constellation(rate.bitsPerCarrier, "802.11");
  const decided = new Float64Array(points.length);
  let margin = Infinity;
  for (let c = 0; c < points.length; c += 2) {
    const distances = energies(all.map((value, i) => value - points[c + (i % 2)]));
    const nearest = distances.indexOf(Math.min(...distances));
    decided.set(all.subarray(2 * nearest, 2 * nearest + 2), c);
    for (const [label, distance] of distances.entries()) {
      if (label === nearest) continue;
      const apart = Math.hypot(all[2 * label] - decided[c], all[2 * label + 1] - decided[c + 1]);
      margin = Math.min(
        margin,
        (distance - distances[nearest]) / (2 * apart) / Math.max(1, Math.hypot(points[c], points[c + 1])),
      );
    }
  }
  return { decided, margin };
}

/** Returns what is known of a point after y = H·x + noise was received, all points being equally likely before. */
function beliefOf([y, z]: Float64Array, [g, h]: Float64Array, noise: number, rate: Rate) {
  const all = constellation(rate.bitsPerCarrier, "802.11");
  const labels = Array.from({ length: all.length / 2 }, (_, label) => {
    const [a, b] = all.subarray(2 * label, 2 * label + 2);
    const [re, im] = [g * a - h * b, g * b + h * a];
    // y·(H·x)*, and the point's logarithmic likelihood.
    return { a, b, along: y * re + z * im, across: z * re - y * im, log: -((y - re) ** 2 + (z - im) ** 2) / noise };
  });
  const most = Math.max(...labels.map(({ log }) => log));
  const weights = labels.map(({ log }) => Math.exp(log - most));
  const total = weights.reduce((sum, weight) => sum + weight);
  const expected = (value: (one: (typeof labels)[0]) => number) =>
    labels.reduce((sum, one, i) => sum + weights[i] * value(one), 0) / total;
  const residual = expected(({ across }) => across);
  const doubt = expected(({ across }) => (across - residual) ** 2);
  return {
    mean: [expected(({ a }) => a), expected(({ b }) => b)],
    energy: expected(({ a, b }) => a ** 2 + b ** 2),
    residual,
    // The second derivative of the logarithmic likelihood in the phase, times noise/2.
    information: Math.max(expected(({ along }) => along) - (2 * doubt) / noise, 0),
  };
}

/** Equalizes the data of a frame. */
export function equalize({ symbols, channel, noise, rate }: FrameToEqualize, estimator: Float64Estimator) {
  const interleaving = { length: rate.codedBits, order: interleaverOrder(rate) };
  let H = estimator.begin(channel, noise);
  const energy = energies(H).reduce((sum, one) => sum + one) / noise;
  let tracking = trackingStart(energy, energies(at(PILOT_BINS, H)), (estimator.pilotError ?? 1) * noise);
  let error = 0;
  const equalized = symbols.map((carriers, number): EqualizedSymbol => {
    if (estimator.tracked) {
      const sent = at(PILOT_BINS, carriers).map((value, i) => value * pilotSent(number, i >> 1));
      const h = at(PILOT_BINS, H);
      tracking = trackingAfter(tracking, correlated(sent, h), energies(h), noise);
    }
    const [phase, , slope] = tracking.state;
    const turns = turnsOf(phase, slope);
    const symbol: ReceivedSymbol = { number, noise, carriers: correlated(carriers, turns) };
    if (estimator.before) H = estimator.before(H, symbol);
    const [y, h] = [at(DATA_BINS, symbol.carriers), at(DATA_BINS, H)];
    const weights = energies(h);
    const points = correlated(y, h).map((value, i) => value / Math.max(weights[i >> 1], 1e-30));
    const { decided, margin } = decide(points, rate);
    error += points.reduce((sum, value, i) => sum + (value - decided[i]) ** 2, 0);
    const llr = depunctured(deinterleave(maxLogLlrs(y, h, noise, rate.modulation), interleaving), rate.codeRate);
    const used = H;
    if (estimator.after) {
      const sent = new Float64Array(2 * FFT_LENGTH);
      for (const [c, bin] of DATA_BINS.entries()) sent.set(decided.subarray(2 * c, 2 * c + 2), 2 * bin);
      for (const [i, bin] of PILOT_BINS.entries()) sent[2 * bin] = pilotSent(number, i);
      if (estimator.decided) {
        const beliefs = DATA_CARRIERS.map((carrier, c) => {
          return { carrier, ...beliefOf(y.subarray(2 * c, 2 * c + 2), h.subarray(2 * c, 2 * c + 2), noise, rate) };
        });
        const shown = beliefs.map(({ carrier, information, residual }) => ({ carrier, energy: information, residual }));
        tracking = trackingDecided(tracking, shown, noise);
        const [means, energy] = [sent.slice(), energies(sent)];
        for (const { carrier, mean, energy: one } of beliefs) {
          means.set(mean, 2 * binOf(carrier));
          energy[binOf(carrier)] = one;
        }
        const change = turnsOf(tracking.state[0] - phase, tracking.state[2] - slope);
        symbol.carriers = correlated(symbol.carriers, change);
        Object.assign(symbol, { means, energies: Float64Array.from(energy) });
      }
      H = estimator.after(H, symbol, sent);
    }
    return { points, channel: used, phase, slope, llr, margin };
  });
  return { symbols: equalized, error: error / (48 * symbols.length) };
}
