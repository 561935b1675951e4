import {
  type EqualizerSize,
  type KnownChannel,
  solveBestDelay,
  type SolvedEqualizer,
  solveEqualizer,
} from "../theory/finite.ts";
import { type AdaptiveExperiment, type ExperimentChannel, feedbackTapsOf } from "./experiment.ts";

export type FixedName = "mmse" | "zf" | "dfe" | "dfe-genie";

/** Returns the channel as an equalizer knows it, for an SNR per sample. */
export const knownChannel = ({ taps, samplesPerSymbol }: ExperimentChannel, snrDb: number): KnownChannel => ({
  taps,
  samplesPerSymbol,
  noiseVariance: 10 ** (-snrDb / 10),
});

/** Returns the taps that an equalizer with knowledge of the channel has at an SNR. */
export function knownTaps(
  name: FixedName,
  config: AdaptiveExperiment,
  channel: ExperimentChannel,
  snrDb: number,
): SolvedEqualizer {
  const known = knownChannel(channel, snrDb);
  const hasFeedback = name === "dfe" || name === "dfe-genie";
  const size: EqualizerSize = {
    forwardTaps: config.forwardTaps,
    feedbackTaps: hasFeedback ? feedbackTapsOf(config, channel) : 0,
    criterion: name === "zf" ? "zf" : "mmse",
  };
  if (config.delay !== "auto") return solveEqualizer(known, { ...size, delay: Number(config.delay) });
  return solveBestDelay(known, size);
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
