import { type AdaptiveEqualizerName, ADAPTIVE_EQUALIZERS, type EqualizerInfo } from "../equalizers.ts";
import type { AdaptiveExperiment, ExperimentChannel } from "./experiment.ts";
import { equalizerDelay, type FixedName, knownTaps } from "./known-taps.ts";
import type { ReadPacket } from "./read-packet.ts";
import { combinedTaps, type JoinedTaps, powerResponseDb, residualDb } from "./responses.ts";

/** The taps of an equalizer at a packet's end. */
export interface ShownTaps extends JoinedTaps {
  /** |C|², dB, over `frequency`. */
  responseDb: Float64Array<ArrayBuffer>;
  /** Channel and equalizer together, with the feedback of right decisions; null if the channel turns. */
  combined: {
    taps: Float64Array<ArrayBuffer>;
    responseDb: Float64Array<ArrayBuffer>;
    /** Interference that is left, relative to the decided symbol. */
    residualDb: number;
  } | null;
}

/**
 * Returns the taps that an equalizer has at a packet's end, with their responses; undefined for those without taps.
 *
 * @param final The last taps of those that adapt.
 */
export function equalizerTaps(
  name: AdaptiveEqualizerName,
  final: Float32Array | undefined,
  { known, point, channel, samplesPerSymbol }: ReadPacket,
  config: AdaptiveExperiment,
  perSample: Float64Array,
): ShownTaps | undefined {
  const joined = tapsOf(name, final, config, known, point.snrDb);
  return joined && withResponses(joined, channel, perSample, samplesPerSymbol);
}

/** The taps of an equalizer: its last ones, or the best ones for the known channel. */
function tapsOf(
  name: AdaptiveEqualizerName,
  final: Float32Array | undefined,
  config: AdaptiveExperiment,
  channel: ExperimentChannel,
  snrDb: number,
): JoinedTaps | undefined {
  const { kind, feedback = false } = ADAPTIVE_EQUALIZERS[name] as EqualizerInfo;
  if (kind === "fixed" && !channel.isRandom) return knownTaps(name as FixedName, config, channel, snrDb);
  if (!final) return undefined;
  return {
    forward: final.subarray(0, 2 * config.forwardTaps),
    feedback: final.subarray(2 * config.forwardTaps),
    delay: equalizerDelay(config, channel, snrDb, feedback),
  };
}

function withResponses(
  joined: JoinedTaps,
  channel: ArrayLike<number> | null,
  perSample: Float64Array,
  samplesPerSymbol: number,
): ShownTaps {
  const { forward, feedback, delay } = joined;
  // The filter's impulse response is w*.
  const filter = Float64Array.from(forward, (part, i) => (i % 2 ? -part : part));
  const combined = channel && combinedTaps(channel, joined, samplesPerSymbol);
  return {
    forward: Float64Array.from(forward),
    feedback: Float64Array.from(feedback),
    delay,
    responseDb: powerResponseDb(filter, perSample),
    combined: combined && {
      taps: combined,
      responseDb: powerResponseDb(combined, perSample),
      residualDb: residualDb(combined),
    },
  };
}
