import {
  type EqualizerSize,
  type KnownChannel,
  solveBestDelay,
  type SolvedEqualizer,
  solveEqualizer,
} from "../theory/finite.ts";
import { type AdaptiveEqualizerName, ADAPTIVE_EQUALIZERS, type EqualizerInfo } from "../equalizers.ts";
import { type AdaptiveExperiment, channelOf, type ExperimentChannel, feedbackTapsOf } from "./experiment.ts";

export type FixedName = "mmse" | "zf" | "dfe" | "dfe-genie";

/** Returns the channel as an equalizer knows it, for an SNR per sample. */
export const knownChannel = ({ taps, samplesPerSymbol }: ExperimentChannel, snrDb: number): KnownChannel => ({
  taps,
  samplesPerSymbol,
  noiseVariance: 10 ** (-snrDb / 10),
});

/** Solutions of the configurations that are still in use: one takes milliseconds, and every point needs it several times. */
const solutions = new WeakMap<AdaptiveExperiment, Map<string, SolvedEqualizer>>();

/** Returns the taps that an equalizer with knowledge of the channel has at an SNR. */
export function knownTaps(
  name: FixedName,
  config: AdaptiveExperiment,
  channel: ExperimentChannel,
  snrDb: number,
): SolvedEqualizer {
  const hasFeedback = name === "dfe" || name === "dfe-genie";
  const size: EqualizerSize = {
    forwardTaps: config.forwardTaps,
    feedbackTaps: hasFeedback ? feedbackTapsOf(config, channel) : 0,
    criterion: name === "zf" ? "zf" : "mmse",
  };
  const found = solutions.get(config) ?? new Map<string, SolvedEqualizer>();
  solutions.set(config, found);
  const key = `${size.feedbackTaps} ${size.criterion} ${snrDb}`;
  const known = knownChannel(channel, snrDb);
  const solved =
    found.get(key) ??
    (config.delay === "auto"
      ? solveBestDelay(known, size)
      : solveEqualizer(known, { ...size, delay: Number(config.delay) }));
  found.set(key, solved);
  return solved;
}

/** Returns δ of an adaptive equalizer: the delay of least mean squared error at an SNR; the middle tap's on random channels. */
export function equalizerDelay(
  config: AdaptiveExperiment,
  channel: ExperimentChannel,
  snrDb: number,
  hasFeedback: boolean,
): number {
  if (config.delay !== "auto") return Number(config.delay);
  if (channel.isRandom) return Math.floor(config.forwardTaps / 2);
  return knownTaps(hasFeedback ? "dfe" : "mmse", config, channel, snrDb).delay;
}

/** Returns the tap of a blind equalizer that starts as 1. */
export const startOf = ({ start, forwardTaps }: AdaptiveExperiment): number =>
  start === "middle" ? Math.floor(forwardTaps / 2) : Number(start);

/** What the configuration fixes of an equalizer: all with taps have δ, and one with a known channel also has its taps. */
interface Setting {
  /** δ in samples; null for equalizers without taps on samples. */
  delay: number | null;
  /** w and then b, complex pairs; undefined if each packet has its own. */
  taps: [number, number][] | undefined;
}

/** Returns what an equalizer of an experiment has before it receives anything. */
export function settingOf(name: AdaptiveEqualizerName, config: AdaptiveExperiment, snrDb: number): Setting {
  const { kind, blind, feedback } = ADAPTIVE_EQUALIZERS[name] as EqualizerInfo;
  const channel = channelOf(config);
  if (kind === "fixed" && !channel.isRandom) {
    const { forward, feedback: past, delay } = knownTaps(name as FixedName, config, channel, snrDb);
    return { delay, taps: complexPairs([...forward, ...past]) };
  }
  if (kind !== "fixed" && kind !== "adaptive") return { delay: null, taps: undefined };
  const delay = blind ? startOf(config) : equalizerDelay(config, channel, snrDb, feedback === true);
  return { delay, taps: undefined };
}

/** Returns interleaved complex numbers in pairs. */
export const complexPairs = (parts: ArrayLike<number>): [number, number][] =>
  Array.from({ length: parts.length / 2 }, (_, i) => [parts[2 * i], parts[2 * i + 1]]);
