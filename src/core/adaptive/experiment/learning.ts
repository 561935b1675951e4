import type { Gpu } from "../../gpu/device.ts";
import { ERROR_ONE } from "../counting/errors.ts";
import { type AdaptiveEqualizerName, ADAPTIVE_EQUALIZERS, type EqualizerInfo } from "../equalizers.ts";
import { MODULATIONS, modulationPoints } from "../modulations.ts";
import { lmsMisadjustment, type Misadjustment, momentsOf } from "../theory/adaptation.ts";
import { createAdaptiveChain, mostAdaptivePackets, type ReceiverCounts } from "./chain.ts";
import { type AdaptiveExperiment, type AdaptivePointDb, adaptivePoint, channelOf } from "./experiment.ts";
import { knownTaps } from "./known-taps.ts";

/** The mean squared error of an equalizer along the packet. */
export interface LearningCurve {
  equalizer: AdaptiveEqualizerName;
  /** E|a − z|² of each bin of symbols, over the packets that did not diverge; null without any. */
  mse: number[] | null;
  diverged: number;
  /** Wrong bits after the training, in all packets. */
  errors: number;
}

/** What theory says of the error; null on channels without a single answer. */
export interface ErrorLevels {
  /** J of the MMSE equalizer with the experiment's taps. */
  mmse: number;
  /** J with decision feedback, if past decisions are right; null if no equalizer has feedback. */
  dfe: number | null;
  /** Excess error of LMS relative to `mmse`; null without LMS. */
  lms: Misadjustment | null;
}

export interface Learning extends AdaptivePointDb {
  packets: number;
  /** Bits after the training, in all packets. */
  bits: number;
  /** Symbols per bin. */
  bin: number;
  curves: LearningCurve[];
  levels: ErrorLevels | null;
}

/** Most bins of a curve. */
const MOST_BINS = 200;
/** Packets to average: whole batches, as many as end within a time in which a slider still follows the hand. */
const [MOST_PACKETS, BATCH, MOST_MS] = [4096, 1024, 80];
/** On a software adapter their number limits the time. */
const SOFTWARE_PACKETS = 64;

/** Returns the number of symbols per bin of the curves that a lab shows. */
export const learningBin = ({ symbols, learning: bin }: Pick<AdaptiveExperiment, "symbols" | "learning">) =>
  bin || Math.ceil(symbols / MOST_BINS);

/** Returns an experiment's point at an Eb/N0, with any axis of its sweep. */
export const shownPoint = (config: AdaptiveExperiment, ebn0Db: number): AdaptivePointDb =>
  adaptivePoint({ ...config, esn0: "", snr: "" }, ebn0Db);

/** Returns the learning curves of the first packets of a sweep. */
export async function learning(
  { device, adapter }: Gpu,
  config: AdaptiveExperiment,
  ebn0Db: number,
): Promise<Learning> {
  const point = shownPoint(config, ebn0Db);
  const bin = learningBin(config);
  const begin = performance.now();
  const most = Math.min(adapter.software ? SOFTWARE_PACKETS : MOST_PACKETS, config.packets);
  const batch = Math.min(BATCH, most, mostAdaptivePackets(device, config));
  // These are figures of the equalizer, before a decoder.
  const chain = await createAdaptiveChain(device, { ...config, learning: bin, outer: "1" }, batch);
  try {
    const sums = config.equalizers.map(() => NO_ERRORS);
    let packets = 0;
    let now = performance.now();
    let lasted = 0;
    do {
      chain.setBatch({ firstPacket: packets, snrDb: point.snrDb });
      for (const [i, counts] of (await chain.run()).entries()) sums[i] = plus(sums[i], learningSums(counts, batch));
      packets += batch;
      lasted = performance.now() - now;
      now += lasted;
    } while (packets + batch <= most && now - begin + lasted < MOST_MS);
    return {
      ...point,
      packets,
      bits: packets * (config.symbols - config.training) * MODULATIONS[config.modulation],
      bin,
      curves: sums.map((one, i) => learningCurve(config.equalizers[i], one)),
      levels: errorLevels(config, point.snrDb),
    };
  } finally {
    chain.destroy();
  }
}

/** Sums over packets. */
interface LearningSums {
  /** Wrong bits. */
  errors: number;
  diverged: number;
  /** Packets that did not diverge, and their |a − z|² per bin in units of 2⁻²⁰. */
  settled: number;
  bins: readonly number[];
}

const NO_ERRORS: LearningSums = { errors: 0, diverged: 0, settled: 0, bins: [] };

const plus = (a: LearningSums, b: LearningSums): LearningSums => ({
  errors: a.errors + b.errors,
  diverged: a.diverged + b.diverged,
  settled: a.settled + b.settled,
  bins: b.bins.map((sum, bin) => sum + (a.bins[bin] ?? 0)),
});

/** Returns the sums over a batch of packets. */
export function learningSums(
  { counts, learning: rows }: Pick<ReceiverCounts, "counts" | "learning">,
  packets: number,
): LearningSums {
  const hasDiverged = counts.subarray(2 * packets, 3 * packets);
  const sum = (row: Uint32Array) => row.reduce((total, one) => total + one, 0);
  const [errors, diverged] = [sum(counts.subarray(0, packets)), sum(hasDiverged)];
  const bins = Array.from({ length: rows.length / packets }, (_, bin) => {
    let total = 0;
    for (let packet = 0; packet < packets; packet++) {
      if (!hasDiverged[packet]) total += rows[bin * packets + packet];
    }
    return total;
  });
  return { errors, diverged, settled: packets - diverged, bins };
}

/** Returns the mean learning curve of packets. Equalizers that detect sequences have no estimates, and no curve. */
export function learningCurve(
  equalizer: AdaptiveEqualizerName,
  { errors, diverged, settled, bins }: LearningSums,
): LearningCurve {
  const hasCurve = ADAPTIVE_EQUALIZERS[equalizer].kind !== "sequence" && settled > 0;
  const mse = hasCurve ? bins.map((total) => total / settled / ERROR_ONE) : null;
  return { equalizer, mse, diverged, errors };
}

/** Returns what theory says of the errors of an experiment's equalizers. */
export function errorLevels(config: AdaptiveExperiment, snrDb: number): ErrorLevels | null {
  const channel = channelOf(config);
  if (channel.isRandom || channel.turns) return null;
  const linear = knownTaps("mmse", config, channel, snrDb);
  const hasFeedback = config.equalizers.some((name) => (ADAPTIVE_EQUALIZERS[name] as EqualizerInfo).feedback);
  const known = { ...channel, noiseVariance: 10 ** (-snrDb / 10) };
  const moments = momentsOf(modulationPoints(config.modulation));
  const { step } = config;
  return {
    mmse: linear.mse,
    dfe: hasFeedback ? knownTaps("dfe", config, channel, snrDb).mse : null,
    lms: config.equalizers.includes("lms")
      ? lmsMisadjustment(known, linear, moments, { step, isReal: channel.isReal })
      : null,
  };
}
