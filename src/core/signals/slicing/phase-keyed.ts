import { nearestPoint } from "../../constellation/constellation.ts";
import type { Burst } from "../detection.ts";
import { LINEAR_KINDS, type LinearClass } from "../synchronizing/constellations.ts";
import { synchronize } from "../synchronizing/synchronize.ts";
import { basebandOf } from "./baseband.ts";
import { activeSpan } from "./span.ts";
import type { DecidedSymbols } from "./symbols.ts";

/** What is known of a burst of phase-shift keying or QAM. */
export interface KeyedPhase {
  class: LinearClass | "OQPSK";
  /** Part of the burst that holds the signal, in its samples. */
  start: number;
  stop: number;
  /** Hz in the burst. */
  carrierHz: number;
  symbolRateHz: number;
  symbolRateSdHz?: number;
  /** Symbols by which the decisions lie later than the clock says. */
  timingOffset: number;
}

/** Samples per symbol that decide where the signal begins and ends, and the cut-off of their filter in symbol rates. */
const [SAMPLES_PER_SYMBOL, CUTOFF] = [8, 0.75];
/** Symbols around the signal that the synchronization gets. */
const MARGIN = 4;
/** Symbols by which the ends may be wrong. */
const END = 3;
/** Gains of the loop that follows the phase: its noise bandwidth is 0.01 of the symbol rate, its damping 0.7. */
const [PROPORTIONAL, INTEGRAL] = [0.0266, 0.00036];
/** Symbols on each side that decide where the phase is surest. */
const REACH = 16;
/** Followed phases are taken if they reduce the mean square of the errors to this share. */
const GAIN = 0.9;

/**
 * Slices BPSK, QPSK, pi/4-DQPSK, OQPSK, 8-PSK or 16-QAM: the nearest point of each synchronized symbol. The phase follows the carrier if that makes the errors smaller.
 *
 * @returns The symbols, the first one first; undefined if the synchronization fails.
 */
export function slicePhaseKeyed(burst: Burst, signal: KeyedPhase): DecidedSymbols | undefined {
  const { symbolRateHz, symbolRateSdHz, carrierHz, timingOffset } = signal;
  const { samples, sampleRateHz } = burst;
  const { start, stop } = refined(burst, signal);
  const margin = (MARGIN * sampleRateHz) / symbolRateHz;
  const from = Math.max(0, Math.floor(start - margin));
  const to = Math.min(samples.length / 2, Math.ceil(stop + margin));
  const known = { class: signal.class, symbolRateHz, symbolRateSdHz, carrierHz, timingOffset };
  const found = synchronize({ samples: samples.subarray(2 * from, 2 * to), sampleRateHz }, known);
  if (!found || found.symbols.length === 0) return undefined;
  const { samplesPerSymbol } = found;
  const isOffset = signal.class === "OQPSK";
  const kind = LINEAR_KINDS[isOffset ? "QPSK" : (signal.class as LinearClass)];
  const about = [start - from, stop - from].map((at) => (at - found.first) / samplesPerSymbol + 0.5);
  const { symbols, first } = isOffset ? offsetSymbols(found.symbols, about) : within(found.symbols, kind.points, about);
  const decided = decide(symbols, kind.points);
  const turned = followPhase(symbols, kind.points, decided.distances);
  const followed = decide(turned, kind.points);
  const isFollowed = followed.error < GAIN * decided.error;
  const { labels } = isFollowed ? followed : decided;
  const bits = Math.log2(kind.points.length / 2);
  const text = (label: number) => label.toString(2).padStart(bits, "0");
  // The instant of OQPSK is the middle between I and Q.
  const middle = from + found.first + (first + (isOffset ? 0.25 : 0)) * samplesPerSymbol;
  return {
    of: "phase",
    at: Float64Array.from(labels, (_, k) => middle + k * samplesPerSymbol),
    values: isFollowed ? turned : symbols,
    bits: signal.class === "pi/4-DQPSK" ? ["", ...changesOf(labels).map(text)] : labels.map(text),
    samplesPerSymbol,
    timingSd: found.timingSd,
  };
}

/** Symbols, and the one with which they begin, which may be half a symbol later for OQPSK. */
interface Part {
  symbols: Float64Array;
  first: number;
}

/**
 * Returns the symbols of the signal, without the noise around it: the part whose likelihood ratio to noise is greatest.
 *
 * @param about About the first symbol, and the one after the last.
 */
function within(symbols: Float64Array, points: Float64Array, about: readonly number[]): Part {
  const count = symbols.length / 2;
  const { distances } = decide(symbols, points);
  const [low, high] = about.map((at) => Math.max(0, Math.min(count, Math.round(at))));
  const variance = varianceOf(distances.subarray(low, high), 2);
  const ratios = distances.map(
    (distance, k) =>
      (symbols[2 * k] ** 2 + symbols[2 * k + 1] ** 2 - distance) / variance - Math.log(points.length / 2),
  );
  const [first, last] = likeliest(ratios, [low, high], END, 1);
  return { symbols: symbols.slice(2 * first, 2 * last), first };
}

/** The same for OQPSK: a symbol is I and then Q, half a symbol later, and either may be the first bit found. */
function offsetSymbols(symbols: Float64Array, about: readonly number[]): Part {
  const away = symbols.map((value) => (Math.abs(value) - Math.SQRT1_2) ** 2);
  // I of the first symbol lies a quarter of a symbol after the start.
  const [low, high] = about.map((at) => Math.max(0, Math.min(symbols.length, Math.round(2 * at - 0.5))));
  const variance = varianceOf(away.subarray(low, high), 1);
  const ratios = away.map((distance, k) => (symbols[k] ** 2 - distance) / variance - Math.LN2);
  const [first, last] = likeliest(ratios, [low, high], 2 * END, 2);
  // The carrier's phase turns by 90 degrees per bit of these symbols.
  return { symbols: symbols.slice(first, last).map((value, i) => (i % 4 < 2 ? value : -value)), first: first / 2 };
}

/** Returns the variance of Gaussian noise from squares of distances, at least −25 dB: tails of pulses and echoes remain. */
function varianceOf(distances: Float64Array, dimensions: number): number {
  const mean = distances.reduce((sum, value) => sum + value, 0) / Math.max(1, distances.length);
  return Math.max((2 * mean) / dimensions, 0.003);
}

/** Returns the part with the greatest sum whose ends are near the given ones, and whose length is a multiple. */
function likeliest(
  ratios: Float64Array,
  [low, high]: readonly number[],
  reach: number,
  multiple: number,
): [first: number, last: number] {
  const sums = new Float64Array(ratios.length + 1);
  for (let k = 0; k < ratios.length; k++) sums[k + 1] = sums[k] + ratios[k];
  let [best, most] = [[low, high] as [number, number], -Infinity];
  for (let first = Math.max(0, low - reach); first <= Math.min(low + reach, ratios.length); first++) {
    for (let last = Math.max(first, high - reach); last <= Math.min(high + reach, ratios.length); last++) {
      const sum = sums[last] - sums[first];
      if ((last - first) % multiple === 0 && sum > most) [best, most] = [[first, last], sum];
    }
  }
  return best;
}

/** Returns where the signal begins and ends, in samples of the burst. */
function refined(burst: Burst, signal: KeyedPhase): { start: number; stop: number } {
  const { start, stop, symbolRateHz, carrierHz: shiftHz } = signal;
  const margin = (6 * burst.sampleRateHz) / symbolRateHz + 0.03 * (stop - start);
  const baseband = basebandOf(burst, {
    from: Math.max(0, start - margin),
    to: Math.min(burst.samples.length / 2 - 1, stop + margin),
    shiftHz,
    cutoffHz: CUTOFF * symbolRateHz,
    rateHz: SAMPLES_PER_SYMBOL * symbolRateHz,
  });
  const span = activeSpan(baseband, signal, SAMPLES_PER_SYMBOL);
  return { start: baseband.from + span.first * baseband.step, stop: baseband.from + span.last * baseband.step };
}

interface Decided {
  labels: number[];
  /** Squares of the distances to the nearest points, and their mean. */
  distances: Float64Array;
  error: number;
}

function decide(symbols: Float64Array, points: Float64Array): Decided {
  const labels: number[] = [];
  const distances = new Float64Array(symbols.length / 2);
  for (let k = 0; k < distances.length; k++) {
    const { label, distance } = nearestPoint(points, symbols[2 * k], symbols[2 * k + 1]);
    labels.push(label);
    distances[k] = distance;
  }
  return { labels, distances, error: distances.reduce((sum, value) => sum + value, 0) / Math.max(1, distances.length) };
}

/** Turns symbols by a decision-directed loop of second order, in both directions from where the decisions are surest. */
function followPhase(symbols: Float64Array, points: Float64Array, distances: Float64Array): Float64Array {
  let [surest, least] = [0, Infinity];
  for (let k = 0; k < distances.length; k++) {
    const near = distances.subarray(Math.max(0, k - REACH), k + REACH + 1);
    // The window is shorter at the ends, where less is known.
    const mean = near.reduce((sum, value) => sum + value, 0) / near.length / Math.sqrt(near.length);
    if (mean < least) [surest, least] = [k, mean];
  }
  const turned = new Float64Array(symbols.length);
  for (const direction of [1, -1]) {
    let [phase, step] = [0, 0];
    for (let k = surest; k >= 0 && k < distances.length; k += direction) {
      const [c, s] = [Math.cos(phase), Math.sin(phase)];
      const re = symbols[2 * k] * c + symbols[2 * k + 1] * s;
      const im = symbols[2 * k + 1] * c - symbols[2 * k] * s;
      turned.set([re, im], 2 * k);
      const { label } = nearestPoint(points, re, im);
      const [x, y] = [points[2 * label], points[2 * label + 1]];
      const error = im * x - re * y;
      step += INTEGRAL * error;
      phase += step + PROPORTIONAL * error;
    }
  }
  return turned;
}

/** The labels of the changes of pi/4-DQPSK. Its symbols lost 45 degrees each when they were synchronized. */
function changesOf(labels: readonly number[]): number[] {
  // The Gray code is its own inverse for two bits.
  const gray = (value: number) => value ^ (value >> 1);
  return labels.slice(1).map((label, k) => gray((gray(label) - gray(labels[k]) + 4) % 4));
}
