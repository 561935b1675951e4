import { outputLines } from "../../lectures/lab-outputs.ts";
import { ADAPTIVE_EQUALIZERS, type EqualizerInfo } from "../equalizers.ts";
import { inputEigenvalues } from "../theory/adaptation.ts";
import { type AdaptiveExperiment, channelOf, type ExperimentChannel } from "./experiment.ts";
import { type FixedName, knownChannel, knownTaps } from "./known-taps.ts";
import { channelZeros, combinedTaps, powerResponseDb, residualDb } from "./responses.ts";
import { strongestTap, symbolResponse } from "./symbol-response.ts";

/** An experiment at an SNR. */
interface Known {
  config: AdaptiveExperiment;
  /** γ */
  snrDb: number;
}

const { number, curve } = outputLines<Pick<Known, "config">, Known>();

/** Intervals of a response from −1/2 to 1/2 cycles per symbol. */
const FREQUENCIES = 256;
const CYCLES = Float64Array.from({ length: FREQUENCIES + 1 }, (_, i) => i / FREQUENCIES - 0.5);

/** Returns a value of the channel's taps; NaN if they change. */
const ofChannel =
  (value: (taps: Float64Array, channel: ExperimentChannel) => number) =>
  ({ config }: Known): number => {
    const channel = channelOf(config);
    return channel.isRandom || channel.turns ? Number.NaN : value(channel.taps, channel);
  };

/** Returns a value of the taps that an equalizer has on a known channel; NaN if the channel changes. */
const ofTaps =
  (value: (solved: ReturnType<typeof knownTaps>, channel: ExperimentChannel, known: Known) => number) =>
  (known: Known, name = "mmse"): number => {
    const channel = channelOf(known.config);
    if (channel.isRandom || channel.turns) return Number.NaN;
    return value(knownTaps(name as FixedName, known.config, channel, known.snrDb), channel, known);
  };

const ofEigenvalues = (value: (rising: number[]) => number) =>
  ofTaps((solved, channel, { snrDb }) => value(inputEigenvalues(knownChannel(channel, snrDb), solved)));

const magnitudes = (taps: Float64Array) => channelZeros(taps).map(({ re, im }) => Math.hypot(re, im));
const toDb = (power: number) => 10 * Math.log10(power);

/** Equalizers whose taps follow from the known channel. */
const fixed = ({ config }: Pick<Known, "config">) =>
  config.equalizers.filter((name) => (ADAPTIVE_EQUALIZERS[name] as EqualizerInfo).kind === "fixed");

/** Outputs that follow from the channel alone, computed in float64. A channel that changes has none. */
export const KNOWN_OUTPUTS = {
  pulse: curve(
    "Real part of the response to one symbol, relative to the strongest tap, over symbols from that tap",
    "",
    ({ config }) => symbolResponse(config),
  ),
  "channel.gainDb": curve("Gain of the channel over cycles per symbol", "dB", ({ config }) => {
    const { taps, isRandom, turns } = channelOf(config);
    return isRandom || turns ? { x: [], y: [] } : { x: CYCLES, y: powerResponseDb(taps, CYCLES) };
  }),
  "channel.nullDb": number(
    "Least gain of the channel",
    "dB",
    ofChannel((taps) => Math.min(...powerResponseDb(taps, CYCLES))),
  ),
  "channel.peakDb": number(
    "Largest gain of the channel",
    "dB",
    ofChannel((taps) => Math.max(...powerResponseDb(taps, CYCLES))),
  ),
  "channel.zerosOutside": number(
    "Zeros of the channel outside the unit circle",
    "zeros",
    ofChannel((taps) => magnitudes(taps).filter((one) => one > 1).length),
  ),
  "channel.nearestZero": number(
    "Magnitude of the zero nearest the unit circle",
    "",
    ofChannel((taps) =>
      magnitudes(taps).reduce(
        (best, one) => (Math.abs(one - 1) < Math.abs(best - 1) ? one : best),
        Number.POSITIVE_INFINITY,
      ),
    ),
  ),
  "channel.distortion": number(
    "Sum of the magnitudes of all taps but the strongest, relative to it",
    "",
    ofChannel((taps) => {
      const sizes = Array.from({ length: taps.length / 2 }, (_, l) => Math.hypot(taps[2 * l], taps[2 * l + 1]));
      return sizes.reduce((sum, one) => sum + one, 0) / sizes[strongestTap(taps)] - 1;
    }),
  ),
  mseDb: number(
    "Mean squared error of the taps for the known channel",
    "dB",
    ofTaps(({ mse }) => toDb(mse)),
    fixed,
  ),
  residualDb: number(
    "Interference that the taps for the known channel leave, relative to the symbol",
    "dB",
    ofTaps((solved, { taps, samplesPerSymbol }) => residualDb(combinedTaps(taps, solved, samplesPerSymbol))),
    fixed,
  ),
  noiseGainDb: number(
    "Gain of the noise by the taps for the known channel",
    "dB",
    ofTaps(({ forward }) => toDb(forward.reduce((sum, part) => sum + part * part, 0))),
    fixed,
  ),
  delay: number(
    "Delay of the taps for the known channel",
    "samples",
    ofTaps(({ delay }) => delay),
    fixed,
  ),
  taps: curve(
    "Real parts of the taps for the known channel, by their numbers",
    "",
    ({ config, snrDb }, name) => {
      const channel = channelOf(config);
      if (channel.isRandom || channel.turns) return { x: [], y: [] };
      const { forward } = knownTaps(name as FixedName, config, channel, snrDb);
      const y = [...forward].filter((_, part) => part % 2 === 0);
      return { x: y.map((_, n) => n), y };
    },
    fixed,
  ),
  "theory.mse": number(
    "J: mean squared error of MMSE with the scenario's taps",
    "",
    ofTaps(({ mse }) => mse),
  ),
  "theory.leastEigenvalue": number(
    "Least eigenvalue of the input",
    "",
    ofEigenvalues((all) => all[0]),
  ),
  "theory.largestEigenvalue": number(
    "Largest eigenvalue of the input",
    "",
    ofEigenvalues((all) => all.at(-1)!),
  ),
  "theory.slowestMode": number(
    "Time constant of the slowest mode of LMS: 1/(μλ) with the least eigenvalue",
    "symbols",
    (known) => 1 / (known.config.step * ofEigenvalues((all) => all[0])(known)),
  ),
  "theory.divergence": number(
    "Symbols until one-sided RLS diverges in float32: ln 2²⁴/−ln λ",
    "symbols",
    ({ config }) => Math.log(2 ** 24) / -Math.log(config.forgetting),
  ),
};
