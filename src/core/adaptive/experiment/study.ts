import { parseRange } from "../../configuration/fields.ts";
import type { Gpu } from "../../gpu/device.ts";
import { ERROR_ONE } from "../counting/errors.ts";
import { type AdaptiveEqualizerName, ADAPTIVE_EQUALIZERS, type EqualizerInfo } from "../equalizers.ts";
import { modulationPoints } from "../modulations.ts";
import { inputEigenvalues, lmsMisadjustment, momentsOf, stableSteps } from "../theory/adaptation.ts";
import { meanLearning } from "../theory/mean-taps.ts";
import { createAdaptiveChain, mostAdaptivePackets, type ReceiverCounts } from "./chain.ts";
import { ADAPTIVE, type AdaptiveExperiment, channelOf, feedbackTapsOf } from "./experiment.ts";
import { equalizerDelay, knownChannel, knownTaps } from "./known-taps.ts";
import { learningCurve, learningSums, shownPoint } from "./learning.ts";

/** What a study varies. */
export type StudyKind = keyof typeof STUDIES;

export interface StudyConfig {
  kind: StudyKind;
  config: AdaptiveExperiment;
  ebn0Db: number;
}

/** The result of one equalizer at one value of the parameter. */
export interface StudyRow {
  /** Step size, eigenvalue spread, or forgetting factor. */
  x: number;
  equalizer: AdaptiveEqualizerName;
  /** Misadjustment, symbols until the error has settled, mean squared error, or symbols until divergence; null without any. */
  value: number | null;
  /** 95 % confidence interval of a mean over packets. */
  value95: [number, number] | null;
  /** What theory says, by name. */
  theory: Readonly<Record<string, number>>;
  packets: number;
  diverged: number;
  /** The error still fell in the last half of the packets. */
  unsettled?: true;
  /** W of the channel, for a study of the spread. */
  width?: number;
}

export interface StudyState {
  config: StudyConfig;
  results: StudyRow[];
  /** Values of the parameter that are done. */
  done: number;
}

export interface StudyStep {
  state: StudyState;
  progress: number;
  done: boolean;
}

const PACKETS = 1024;
/** On a software adapter their number limits the time. */
const SOFTWARE_PACKETS = 16;

/** A kind of study: its experiments, one per value of the parameter, and what it reads from their counts. */
interface Study {
  /** @throws RangeError where the experiment does not support the study. */
  values(study: StudyConfig): readonly number[];
  at(study: StudyConfig, value: number): AdaptiveExperiment;
  bins: number;
  row(measured: Measured, value: number): Omit<StudyRow, "equalizer" | "packets" | "diverged">;
}

interface Measured extends ReceiverCounts {
  experiment: AdaptiveExperiment;
  equalizer: AdaptiveEqualizerName;
  snrDb: number;
  packets: number;
  bin: number;
}

/** The whole packet is known to the receiver, so that no wrong decision has an effect. */
const trained = (config: AdaptiveExperiment, change: Partial<AdaptiveExperiment>): AdaptiveExperiment =>
  ADAPTIVE.parse({ ...config, code: "none", outer: "1", afterTraining: "adapt", training: config.symbols, ...change });

const chosen = (
  config: AdaptiveExperiment,
  has: (name: AdaptiveEqualizerName) => boolean,
  none: AdaptiveEqualizerName,
) => {
  const found = config.equalizers.filter(has);
  return found.length > 0 ? found : [none];
};
const isRls = (name: AdaptiveEqualizerName) => name === "rls" || name === "dfe-rls";

/** Mean squared error of the last quarter, with its interval. */
function steadyError({ counts, packets }: Measured): { value: number | null; value95: [number, number] | null } {
  const errors = Array.from({ length: packets }, (_, p) => counts[3 * packets + p] / ERROR_ONE).filter(
    (_, p) => !counts[2 * packets + p],
  );
  if (errors.length === 0) return { value: null, value95: null };
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const variance = errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / Math.max(1, errors.length - 1);
  const half = 1.96 * Math.sqrt(variance / errors.length);
  return { value: mean, value95: [Math.max(0, mean - half), mean + half] };
}

/** Widths of Haykin's channel whose eigenvalues spread from 3 to 80 at 11 taps. */
const WIDTHS = parseRange("2.5:0.2:3.7");
const FORGETTING = [0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998];
const IMPRECISE = [0.9, 0.93, 0.95, 0.97, 0.98, 0.99];
/** Symbols in which one-sided RLS diverges at all of these. */
const LONG = 3000;
/** Step sizes, relative to the largest that is stable in the mean square. */
const STEPS = [1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 0.75, 1];
/** An error is settled once it is at most this many times its final value. */
const SETTLED = 2;
/** A curve that falls more than this from the third quarter to the last one has not settled. */
const FALLING = 1.05;

function linearOf(config: AdaptiveExperiment, snrDb: number) {
  const channel = channelOf(config);
  const known = knownChannel(channel, snrDb);
  const linear = knownTaps("mmse", config, channel, snrDb);
  return { channel, known, linear, eigenvalues: inputEigenvalues(known, linear) };
}

const snrOf = ({ config, ebn0Db }: StudyConfig) => shownPoint(config, ebn0Db).snrDb;

const STUDIES = {
  step: {
    values(study) {
      const { isRandom, turns } = channelOf(study.config);
      if (isRandom || turns) {
        throw new RangeError(
          "adaptive: the misadjustment needs a channel that is the same for all packets and at rest",
        );
      }
      const { eigenvalues, channel } = linearOf(study.config, snrOf(study));
      const { meanSquare } = stableSteps(eigenvalues, channel.isReal);
      return STEPS.map((part) => Number((part * meanSquare).toPrecision(3)));
    },
    at: ({ config }, step) => trained(config, { equalizers: ["lms"], step }),
    bins: 4,
    row(measured, x) {
      const { experiment, snrDb, learning, packets } = measured;
      const { channel, known, linear } = linearOf(experiment, snrDb);
      const { value, value95 } = steadyError(measured);
      const moments = momentsOf(modulationPoints(experiment.modulation));
      const { textbook, memory } = lmsMisadjustment(known, linear, moments, { step: x, isReal: channel.isReal });
      const excess = (error: number) => error / linear.mse - 1;
      const { mse } = learningCurve("lms", learningSums({ counts: measured.counts, learning }, packets));
      return {
        x,
        value: value === null ? null : excess(value),
        value95: value95 && [excess(value95[0]), excess(value95[1])],
        theory: { textbook, memory },
        ...(mse && isFalling(mse) ? { unsettled: true as const } : {}),
      };
    },
  },
  spread: {
    values: () => WIDTHS,
    at: ({ config }, width) => {
      const equalizers = chosen(config, (name) => name === "lms" || name === "nlms" || name === "rls", "lms");
      return trained(config, {
        frontEnd: "discrete",
        turns: "",
        equalizers,
        channel: `haykin:${width}`,
        normalize: "off",
      });
    },
    bins: 400,
    row({ experiment, equalizer, snrDb, packets, counts, learning, bin }, width) {
      const { channel, known, linear, eigenvalues } = linearOf(experiment, snrDb);
      const { mse } = learningCurve(equalizer, learningSums({ counts, learning }, packets));
      const theory: Record<string, number> = {};
      if (equalizer === "lms") {
        const { step, symbols, modulation } = experiment;
        const moments = momentsOf(modulationPoints(modulation));
        const { memory } = lmsMisadjustment(known, linear, moments, { step, isReal: channel.isReal });
        const final = linear.mse * (1 + memory);
        const curve = meanLearning(known, linear, { step, symbols });
        // The noise of the taps adds what the mean taps lack.
        const settled = curve.findIndex((error) => error + memory * linear.mse <= SETTLED * final);
        if (settled >= 0) theory["mean taps"] = settled;
      }
      return {
        x: eigenvalues.at(-1)! / eigenvalues[0],
        width,
        value: mse && settledAt(mse, bin),
        value95: null,
        theory,
        ...(mse && isFalling(mse) ? { unsettled: true as const } : {}),
      };
    },
  },
  forgetting: {
    values: () => FORGETTING,
    at: ({ config }, forgetting) =>
      trained(config, { equalizers: chosen(config, isRls, "rls"), forgetting, rlsUpdate: "hermitian" }),
    bins: 4,
    row(measured, x) {
      const { experiment, equalizer, snrDb } = measured;
      const { feedback = false } = ADAPTIVE_EQUALIZERS[equalizer] as EqualizerInfo;
      // At rest.
      const still = { ...experiment, turns: "" };
      const channel = channelOf(still);
      const theory: Record<string, number> = {};
      if (!channel.isRandom) {
        const taps = experiment.forwardTaps + (feedback ? feedbackTapsOf(still, channel) : 0);
        const delay = String(equalizerDelay(experiment, channelOf(experiment), snrDb, feedback));
        const { mse } = knownTaps(feedback ? "dfe" : "mmse", { ...still, delay }, channel, snrDb);
        theory.J = mse;
        theory["at rest"] = mse * (1 + (taps * (1 - x)) / (1 + x));
      }
      return { x, ...steadyError(measured), theory };
    },
  },
  precision: {
    values: () => IMPRECISE,
    at: ({ config }, forgetting) =>
      trained(config, {
        equalizers: chosen(config, isRls, "rls").slice(0, 1),
        forgetting,
        rlsUpdate: "one-sided",
        symbols: LONG,
        training: LONG,
      }),
    bins: 1000,
    row({ packets, counts, learning, bin }, x) {
      const at = Array.from({ length: packets }, (_, p) => {
        if (!counts[2 * packets + p]) return undefined;
        const bins = learning.length / packets;
        return Array.from({ length: bins }, (_, b) => b).find((b) => learning[b * packets + p] > BEYOND);
      }).flatMap((b) => (b === undefined ? [] : [b * bin]));
      const mean = at.reduce((sum, symbol) => sum + symbol, 0) / at.length;
      const spread = Math.sqrt(at.reduce((sum, symbol) => sum + (symbol - mean) ** 2, 0) / Math.max(1, at.length - 1));
      const half = (1.96 * spread) / Math.sqrt(at.length);
      return {
        x,
        value: at.length > 0 ? mean : null,
        value95: at.length > 0 ? [mean - half, mean + half] : null,
        // Rounding errors grow as λ^(−k) from 2^(−24).
        theory: { growth: Math.log(2 ** 24) / -Math.log(x) },
      };
    },
  },
} as const satisfies Record<string, Study>;

/** Fixed-point errors of packets that diverged are above this. */
const BEYOND = 1e9;

/** Returns true if the error falls from the third quarter of a curve to the last one. */
function isFalling(mse: readonly number[]): boolean {
  const quarter = (at: number) => {
    const part = mse.slice(Math.floor((at * mse.length) / 4), Math.floor(((at + 1) * mse.length) / 4));
    return part.reduce((sum, error) => sum + error, 0) / part.length;
  };
  return quarter(2) > FALLING * quarter(3);
}

/** Returns the first symbol of the first bin from which on the error is at most twice its final value; null if it still falls at the end. */
export function settledAt(mse: readonly number[], bin: number): number | null {
  const quarter = Math.floor(0.75 * mse.length);
  const final = mse.slice(quarter).reduce((sum, error) => sum + error / (mse.length - quarter), 0);
  const first = mse.findIndex((error) => error <= SETTLED * final);
  return first < quarter ? first * bin : null;
}

/** Begins a study. */
export const newStudy = (config: StudyConfig): StudyState => ({ config, results: [], done: 0 });

/**
 * Measures an equalizer at each value of a parameter, with packets whose symbols are all known to the receiver.
 *
 * @throws RangeError where the experiment does not support the study.
 */
export async function* runStudy(
  { device, adapter }: Gpu,
  state: StudyState,
  { signal }: { signal: AbortSignal },
): AsyncGenerator<StudyStep> {
  const { config: study } = state;
  const kind: Study = STUDIES[study.kind];
  const values = kind.values(study);
  let { results } = state;
  for (let done = state.done; done < values.length && !signal.aborted; done++) {
    const value = values[done];
    results = [
      ...results,
      ...(await measure(kind, study, value, { device, most: adapter.software ? SOFTWARE_PACKETS : PACKETS })),
    ];
    const isLast = done + 1 === values.length;
    yield { state: { config: study, results, done: done + 1 }, progress: (done + 1) / values.length, done: isLast };
  }
}

async function measure(
  kind: Study,
  study: StudyConfig,
  value: number,
  { device, most }: { device: GPUDevice; most: number },
): Promise<StudyRow[]> {
  const experiment = kind.at(study, value);
  const bin = Math.ceil(experiment.symbols / kind.bins);
  const packets = Math.min(most, study.config.packets, mostAdaptivePackets(device, experiment));
  const { snrDb } = shownPoint(experiment, study.ebn0Db);
  const chain = await createAdaptiveChain(device, { ...experiment, learning: bin }, packets);
  try {
    chain.setBatch({ firstPacket: 0, snrDb });
    return (await chain.run()).map((counts, i): StudyRow => {
      const equalizer = experiment.equalizers[i];
      const diverged = counts.counts.subarray(2 * packets, 3 * packets).reduce((sum, one) => sum + one, 0);
      const measured = { ...counts, experiment, equalizer, snrDb, packets, bin };
      return { ...kind.row(measured, value), equalizer, packets, diverged };
    });
  } finally {
    chain.destroy();
  }
}
