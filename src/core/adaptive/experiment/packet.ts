import type { Gpu } from "../../gpu/device.ts";
import { readBack } from "../../gpu/readback.ts";
import { ERROR_ONE } from "../counting/errors.ts";
import { decisionTables } from "../decision.ts";
import { type AdaptiveEqualizerName, ADAPTIVE_EQUALIZERS, type EqualizerInfo } from "../equalizers.ts";
import { MODULATIONS } from "../modulations.ts";
import { type AdaptiveChain, createAdaptiveChain } from "./chain.ts";
import {
  type AdaptiveExperiment,
  type AdaptivePointDb,
  channelOf,
  type ExperimentChannel,
  feedbackTapsOf,
} from "./experiment.ts";
import type { EqualizerStage } from "./factories.ts";
import { equalizerDelay, type FixedName, knownTaps } from "./known-taps.ts";
import { learningBin, learningCurve, learningSums, shownPoint } from "./learning.ts";
import { channelZeros, combinedTaps, type JoinedTaps, powerResponseDb, residualDb } from "./responses.ts";

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
}

/** Most points of a constellation, which are the packet's last ones. */
const MOST_POINTS = 1024;
/** Intervals of the responses. */
const FREQUENCIES = 256;

/** Returns a packet of the sweep at an Eb/N0. */
export async function packet(
  { device }: Gpu,
  config: AdaptiveExperiment,
  query: { ebn0Db: number; packet: number },
): Promise<AdaptivePacket> {
  const bin = learningBin(config);
  // These are figures of the equalizer, before a decoder.
  const chain = await createAdaptiveChain(device, { ...config, learning: bin, outer: "1" }, 1);
  try {
    const point = shownPoint(config, query.ebn0Db);
    chain.setBatch({ firstPacket: query.packet, snrDb: point.snrDb });
    const counted = await chain.run();
    const { symbols, training, modulation } = config;
    const { guard, samplesPerSymbol } = chain.batch;
    const drawn = Math.min(MOST_POINTS, symbols - training);
    const first = symbols - drawn;
    const read = await readPacket(device, chain, config, { first, drawn });
    const { channel: drawnTaps, received } = read;
    const known = channelOf(config);
    const frequency = Float64Array.from(
      { length: FREQUENCIES + 1 },
      (_, i) => samplesPerSymbol * (i / FREQUENCIES - 0.5),
    );
    const perSample = frequency.map((cycles) => cycles / samplesPerSymbol);
    const channel = known.turns ? null : drawnTaps;
    const decisions = decisionTables(modulation);
    return {
      ...point,
      packet: query.packet,
      bin,
      received: Float32Array.from(
        { length: 2 * drawn },
        (_, i) => received[2 * samplesPerSymbol * (guard + first + (i >> 1)) + (i % 2)],
      ),
      ideal: [...decisions.points],
      samplesPerSymbol,
      frequency,
      channel: channel && {
        taps: channel,
        responseDb: powerResponseDb(channel, perSample),
        zeros: Float64Array.from(channelZeros(channel).flatMap(({ re, im }) => [re, im])),
      },
      equalizers: config.equalizers.map((equalizer, i): EqualizedPacket => {
        const { estimates, finalTaps, scale, turns } = read.equalizers[i];
        const { mse, diverged, errors } = learningCurve(equalizer, learningSums(counted[i], 1));
        const joined = diverged > 0 ? undefined : tapsOf(equalizer, finalTaps, config, known, point.snrDb);
        return {
          equalizer,
          points: turned(estimates, (-2 * Math.PI * turns) / decisions.turns, scale),
          errors,
          bits: (symbols - training) * MODULATIONS[modulation],
          diverged: diverged > 0,
          steadyMse: mse && counted[i].counts[3] / ERROR_ONE,
          mse,
          taps: joined && withResponses(joined, channel, perSample, samplesPerSymbol),
        };
      }),
    };
  } finally {
    chain.destroy();
  }
}

/** Reads a chain of one packet: rows of one column are contiguous. */
async function readPacket(
  device: GPUDevice,
  { batch, branches }: AdaptiveChain,
  config: AdaptiveExperiment,
  { first, drawn }: { first: number; drawn: number },
) {
  const { received, taps, tapCount, samplesPerSymbol, symbols, guard } = batch;
  const equalizers = branches.map(({ equalizer }) => equalizer);
  const sources = equalizers.flatMap(({ estimates, finalTaps, scales, alignment }, i) => [
    ...(drawn > 0 ? [{ buffer: estimates, offset: 8 * first, size: 8 * drawn }] : []),
    ...(finalTaps ? [{ buffer: finalTaps, size: 8 * tapCountOf(config.equalizers[i], config) }] : []),
    ...(scales ? [{ buffer: scales, size: 4 }] : []),
    ...(alignment ? [{ buffer: alignment, size: 8 }] : []),
  ]);
  const [samples, channel, ...rest] = await readBack(device, [
    { buffer: received, size: 8 * samplesPerSymbol * (symbols + 2 * guard) },
    { buffer: taps, size: 8 * tapCount },
    ...sources,
  ]);
  const next = (has: unknown) => (has ? rest.shift()! : undefined);
  const floats = (bytes: ArrayBuffer | undefined) => bytes && new Float32Array(bytes);
  return {
    received: new Float32Array(samples),
    channel: Float64Array.from(new Float32Array(channel)),
    equalizers: equalizers.map(({ finalTaps, scales, alignment }: EqualizerStage) => ({
      estimates: floats(next(drawn > 0)) ?? new Float32Array(),
      finalTaps: floats(next(finalTaps)),
      scale: floats(next(scales))?.[0] ?? 1,
      turns: new Int32Array(next(alignment) ?? new ArrayBuffer(8))[1],
    })),
  };
}

const infoOf = (name: AdaptiveEqualizerName): EqualizerInfo => ADAPTIVE_EQUALIZERS[name];

const tapCountOf = (name: AdaptiveEqualizerName, config: AdaptiveExperiment) =>
  config.forwardTaps + (infoOf(name).feedback ? feedbackTapsOf(config, channelOf(config)) : 0);

/** The taps of an equalizer: its last ones, or the best ones for the known channel. */
function tapsOf(
  name: AdaptiveEqualizerName,
  final: Float32Array | undefined,
  config: AdaptiveExperiment,
  channel: ExperimentChannel,
  snrDb: number,
): JoinedTaps | undefined {
  const { kind, feedback = false } = infoOf(name);
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

/** Turns points by an angle, and divides them by a scale. */
function turned(points: Float32Array, angle: number, scale: number): Float32Array<ArrayBuffer> {
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  return Float32Array.from(points, (part, i) =>
    i % 2 ? points[i - 1] * sin + part * cos : part * cos - points[i + 1] * sin,
  );
}
