import type { Gpu } from "../../gpu/device.ts";
import { ERROR_ONE } from "../counting/errors.ts";
import { type AdaptiveEqualizerName, ADAPTIVE_EQUALIZERS } from "../equalizers.ts";
import { MODULATIONS } from "../modulations.ts";
import { equalizerTaps, type ShownTaps } from "./equalizer-taps.ts";
import type { AdaptiveExperiment, AdaptivePointDb } from "./experiment.ts";
import { type BowlPaths, bowlPaths } from "./figures/bowl-paths.ts";
import type { EyeTraces } from "./figures/eye.ts";
import { estimatesEye, receivedEye } from "./figures/packet-eyes.ts";
import { sequenceTrellis, type SequenceTrellis } from "./figures/survivors.ts";
import { learningBin, learningCurve, learningSums } from "./learning.ts";
import { labelAt, type OnePacketQuery, withPacket, wrongOf } from "./read-packet.ts";
import { channelZeros, powerResponseDb } from "./responses.ts";

/** One packet after an equalizer. */
export interface EqualizedPacket {
  equalizer: AdaptiveEqualizerName;
  /** Estimates z as decisions see them, of the symbols after the training, upright; complex. */
  points: Float32Array<ArrayBuffer>;
  /** Wrong bits after the training. */
  errors: number;
  bits: number;
  diverged: boolean;
  /** E|a − z|² of the last quarter; null for those that detect sequences, and of a packet that diverged. */
  steadyMse: number | null;
  /** |a − z|² of each bin of symbols; null as above. */
  mse: number[] | null;
  /** Undefined for those without taps, and where they diverged. */
  taps: ShownTaps | undefined;
  /** Wrong symbols after the training; null of loaded carriers, which send others. */
  wrong: number[] | null;
  /** Null for those that detect sequences, of carriers, and of a packet that diverged. */
  eye: EyeTraces | null;
}

/** One packet, before and after each equalizer. */
export interface AdaptivePacket extends AdaptivePointDb {
  packet: number;
  /** Symbols per bin of `mse`. */
  bin: number;
  /** Received samples, the first of each symbol after the training; complex. */
  received: Float32Array<ArrayBuffer>;
  /** The constellation, complex. */
  ideal: number[];
  samplesPerSymbol: number;
  /** Cycles per symbol of the responses. */
  frequency: Float64Array<ArrayBuffer>;
  /** The packet's channel; null if it turns. */
  channel: {
    taps: Float64Array<ArrayBuffer>;
    responseDb: Float64Array<ArrayBuffer>;
    /** Complex, in pairs. */
    zeros: Float64Array<ArrayBuffer>;
  } | null;
  equalizers: EqualizedPacket[];
  /** Before the equalizers, turned and scaled by the strongest tap of a channel at rest. */
  eye: EyeTraces;
  /** Null unless two real taps equalize a real channel. */
  bowl: BowlPaths | null;
}

/** Most points of a constellation, which are the packet's last ones. */
const MOST_POINTS = 1024;
/** Intervals of the responses. */
const FREQUENCIES = 256;

/** Returns a packet of the sweep at an Eb/N0. */
export async function packet(
  { device }: Gpu,
  config: AdaptiveExperiment,
  query: OnePacketQuery,
): Promise<AdaptivePacket> {
  const bin = learningBin(config);
  return withPacket(device, { ...config, learning: bin }, query, (read) => {
    const { counted, point, channel, points } = read;
    const { symbols, training, modulation } = config;
    const { guard, samplesPerSymbol, received } = read;
    const drawn = Math.min(MOST_POINTS, symbols - training);
    const first = symbols - drawn;
    const frequency = Float64Array.from(
      { length: FREQUENCIES + 1 },
      (_, i) => samplesPerSymbol * (i / FREQUENCIES - 0.5),
    );
    const perSample = frequency.map((cycles) => cycles / samplesPerSymbol);
    return {
      ...point,
      packet: query.packet,
      bin,
      received: Float32Array.from(
        { length: 2 * drawn },
        (_, i) => received[2 * samplesPerSymbol * (guard + first + (i >> 1)) + (i % 2)],
      ),
      ideal: [...points],
      samplesPerSymbol,
      frequency,
      channel: channel && {
        taps: channel,
        responseDb: powerResponseDb(channel, perSample),
        zeros: Float64Array.from(channelZeros(channel).flatMap(({ re, im }) => [re, im])),
      },
      eye: receivedEye(read, config),
      bowl: bowlPaths(read, config),
      equalizers: config.equalizers.map((equalizer, i): EqualizedPacket => {
        const own = read.equalizers[i];
        const { mse, diverged, errors } = learningCurve(equalizer, learningSums(counted[i], 1));
        const hasDiverged = diverged > 0;
        return {
          equalizer,
          points: own.estimates.subarray(2 * first),
          errors,
          bits: (symbols - training) * MODULATIONS[modulation],
          diverged: hasDiverged,
          steadyMse: mse && counted[i].counts[3] / ERROR_ONE,
          mse,
          taps: hasDiverged ? undefined : equalizerTaps(equalizer, own.finalTaps, read, config, perSample),
          wrong: equalizer === "ofdm-loaded" ? null : wrongOf(own, read, config),
          eye:
            hasDiverged || ADAPTIVE_EQUALIZERS[equalizer].kind === "sequence" || MULTICARRIER.has(equalizer)
              ? null
              : estimatesEye(own, read, config),
        };
      }),
    };
  });
}

/** Equalizers whose symbols are carriers. */
const MULTICARRIER: ReadonlySet<string> = new Set(["ofdm", "ofdm-loaded"]);

/** Returns steps of the trellis of MLSE in a packet. */
export const trellis = (
  { device }: Gpu,
  config: AdaptiveExperiment,
  query: OnePacketQuery & { from: number; steps: number },
): Promise<SequenceTrellis> =>
  withPacket(
    device,
    { ...config, equalizers: ["mlse"] },
    query,
    ({ received, sent, guard, points, channel, equalizers }) => {
      const [{ estimates }] = equalizers;
      const decided = Array.from({ length: estimates.length / 2 }, (_, k) => labelAt(points, estimates, k));
      return sequenceTrellis({ received, sent, decided, guard }, { taps: channel!, points }, query);
    },
  );
