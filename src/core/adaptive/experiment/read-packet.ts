import { nearestPoint } from "../../constellation/constellation.ts";
import { compileAhead } from "../../gpu/compile-ahead.ts";
import { readBack } from "../../gpu/readback.ts";
import { decisionTables } from "../decision.ts";
import { type AdaptiveEqualizerName, ADAPTIVE_EQUALIZERS, type EqualizerInfo } from "../equalizers.ts";
import { modulationPoints } from "../modulations.ts";
import { type AdaptiveChain, createAdaptiveChain, type ReceiverCounts } from "./chain.ts";
import {
  type AdaptiveExperiment,
  type AdaptivePointDb,
  channelOf,
  type ExperimentChannel,
  feedbackTapsOf,
} from "./experiment.ts";
import type { EqualizerStage } from "./factories.ts";
import { shownPoint } from "./learning.ts";

/** One packet of the sweep. */
export interface OnePacketQuery {
  ebn0Db: number;
  packet: number;
}

/** Returns the label of the point that is nearest to estimate k. */
export const labelAt = (points: Float64Array, estimates: ArrayLike<number>, k: number) =>
  nearestPoint(points, estimates[2 * k], estimates[2 * k + 1]).label;

/** Runs a chain on one packet, and gives what it has sent, received and estimated. */
export async function withPacket<T>(
  device: GPUDevice,
  config: AdaptiveExperiment,
  { ebn0Db, packet: number }: OnePacketQuery,
  use: (read: ReadPacket) => T,
): Promise<T> {
  // These are figures of the equalizer, before a decoder.
  const create = (device: GPUDevice) => createAdaptiveChain(device, { ...config, outer: "1" }, 1);
  await compileAhead(device, create);
  const chain = await create(device);
  try {
    const point = shownPoint(config, ebn0Db);
    chain.setBatch({ firstPacket: number, snrDb: point.snrDb });
    const counted = await chain.run();
    const known = channelOf(config);
    const read = await readPacket(device, chain, config);
    const { guard, samplesPerSymbol } = chain.batch;
    const points = modulationPoints(config.modulation);
    return use({
      ...read,
      channel: known.turns ? null : read.taps,
      counted,
      point,
      known,
      guard,
      samplesPerSymbol,
      points,
    });
  } finally {
    chain.destroy();
  }
}

export interface ReadPacket extends Awaited<ReturnType<typeof readPacket>> {
  counted: ReceiverCounts[];
  point: AdaptivePointDb;
  known: ExperimentChannel;
  /** The packet's taps; null if they turn. */
  channel: Float64Array<ArrayBuffer> | null;
  points: Float64Array;
  guard: number;
  samplesPerSymbol: 1 | 2;
}

/** Reads a chain of one packet: rows of one column are contiguous. */
async function readPacket(device: GPUDevice, { batch, branches }: AdaptiveChain, config: AdaptiveExperiment) {
  const equalizers = branches.map(({ equalizer }) => equalizer);
  const { received, labels, taps, tapCount, samplesPerSymbol, symbols, guard } = batch;
  const all = symbols + 2 * guard;
  const sources = equalizers.flatMap(({ estimates, finalTaps, scales, alignment }, i) => [
    { buffer: estimates, size: 8 * symbols },
    ...(finalTaps ? [{ buffer: finalTaps, size: 8 * tapCountOf(config.equalizers[i], config) }] : []),
    ...(scales ? [{ buffer: scales, size: 4 }] : []),
    ...(alignment ? [{ buffer: alignment, size: 8 }] : []),
  ]);
  const [samples, words, channel, ...rest] = await readBack(device, [
    { buffer: received, size: 8 * samplesPerSymbol * all },
    { buffer: labels, size: 4 * Math.ceil(all / 4) },
    { buffer: taps, size: 8 * tapCount },
    ...sources,
  ]);
  const next = (has: unknown) => (has ? rest.shift()! : undefined);
  const floats = (bytes: ArrayBuffer | undefined) => bytes && new Float32Array(bytes);
  const { turns: circle } = decisionTables(config.modulation);
  return {
    received: new Float32Array(samples),
    /** Labels of all symbols, four per word with the first in the low byte. */
    sent: new Uint8Array(words).subarray(0, all),
    taps: Float64Array.from(new Float32Array(channel)),
    equalizers: equalizers.map(({ finalTaps, scales, alignment }: EqualizerStage) => {
      const estimates = floats(next(true))!;
      const final = floats(next(finalTaps));
      const scale = floats(next(scales))?.[0] ?? 1;
      const [ahead, turns] = new Int32Array(next(alignment) ?? new ArrayBuffer(8));
      return {
        /** z as decisions see them: upright, and without bias. */
        estimates: turned(estimates, (-2 * Math.PI * turns) / circle, scale),
        finalTaps: final,
        /** Symbols by which estimates are ahead. */
        ahead,
      };
    }),
  };
}

export type Estimated = ReadPacket["equalizers"][number];

/** Returns the wrong symbols after the training. */
export const wrongOf = (
  { estimates, ahead }: Estimated,
  { points, sent, guard }: ReadPacket,
  config: AdaptiveExperiment,
) =>
  Array.from({ length: config.symbols }, (_, k) => k).filter(
    (k) => k >= config.training && labelAt(points, estimates, k) !== sent[guard + k + ahead],
  );

const tapCountOf = (name: AdaptiveEqualizerName, config: AdaptiveExperiment) =>
  config.forwardTaps +
  ((ADAPTIVE_EQUALIZERS[name] as EqualizerInfo).feedback ? feedbackTapsOf(config, channelOf(config)) : 0);

/** Turns points by an angle, and divides them by a scale. */
function turned(points: Float32Array, angle: number, scale: number): Float32Array<ArrayBuffer> {
  const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
  return Float32Array.from(points, (part, i) =>
    i % 2 ? points[i - 1] * sin + part * cos : part * cos - points[i + 1] * sin,
  );
}
