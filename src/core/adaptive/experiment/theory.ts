import { parseRange } from "../../configuration/fields.ts";
import { axisLevels, type BitsPerSymbol } from "../../constellation/constellation.ts";
import { foldedPower } from "../channel/pulse.ts";
import { areReal } from "../channel/responses.ts";
import { MODULATIONS, modulationPoints } from "../modulations.ts";
import {
  inputEigenvalues,
  lmsMisadjustment,
  type Misadjustment,
  momentsOf,
  stableSteps,
} from "../theory/adaptation.ts";
import { minimumDistance, sequenceErrorBound } from "../theory/error-events.ts";
import { snrOfError } from "../theory/finite.ts";
import { infiniteSnr, powerOf } from "../theory/infinite.ts";
import {
  type AdaptiveExperiment,
  type AdaptivePointDb,
  adaptiveAxis,
  channelOf,
  type ExperimentChannel,
  adaptivePoint,
  raysOf,
} from "./experiment.ts";
import { knownTaps } from "./known-taps.ts";

/** What theory says of a channel at one point; null where it says nothing. */
export interface AdaptiveTheory extends AdaptivePointDb {
  /** Matched-filter bound: no receiver decides a symbol with a higher SNR. */
  mfbDb: number | null;
  /** SNRs of equalizers with any number of taps: zero forcing, MMSE, and both with decision feedback. */
  zfDb: number | null;
  mmseDb: number | null;
  zfDfeDb: number | null;
  dfeDb: number | null;
  /** SNRs with the experiment's number of taps. */
  finiteMmseDb: number | null;
  finiteDfeDb: number | null;
  /** What the closest pair of sequences costs MLSE, compared with one symbol alone. */
  mlseLossDb: number | null;
  /** Bit error rate of a symbol alone after a matched filter, without a code: exact for BPSK and QPSK, a union bound else. */
  mfbBer: number | null;
  /** Union bound of MLSE's bit error rate without a code. */
  unionBer: number | null;
  /** Largest over smallest eigenvalue of the linear equalizer's input. */
  eigenvalueSpread: number | null;
  /** Excess error of LMS over the best, for the experiment's step. */
  misadjustment: Misadjustment | null;
  /** Steps up to which LMS stays finite. */
  stableStep: { mean: number; meanSquare: number } | null;
}

/** Returns the theory of each point of an experiment. The points of "auto" are every second dB from 0 to 20. */
export function theoryOf(config: AdaptiveExperiment): AdaptiveTheory[] {
  const channel = channelOf(config);
  const distance = channel.isRandom ? undefined : distanceOf(config, channel);
  return pointsOf(config).map((point) => theoryAt(config, channel, point, distance));
}

/** The error rates of theory at one point. */
export type ErrorBounds = AdaptivePointDb & Pick<AdaptiveTheory, "mfbBer" | "unionBer">;

/** Returns the error rates of theory at each point of an experiment. */
export function errorBounds(config: AdaptiveExperiment): ErrorBounds[] {
  const channel = channelOf(config);
  const isOpen = channel.isRandom || channel.turns;
  return pointsOf(config).map((point) => ({
    ...point,
    ...(isOpen ? { mfbBer: null, unionBer: null } : boundsAt(config, channel, point)),
  }));
}

function pointsOf(config: AdaptiveExperiment): AdaptivePointDb[] {
  const { points } = adaptiveAxis(config);
  return (Array.isArray(points) ? points : parseRange("0:2:20")).map((db) => adaptivePoint(config, db));
}

const NOTHING: Omit<AdaptiveTheory, keyof AdaptivePointDb> = {
  mfbDb: null,
  zfDb: null,
  mmseDb: null,
  zfDfeDb: null,
  dfeDb: null,
  finiteMmseDb: null,
  finiteDfeDb: null,
  mlseLossDb: null,
  mfbBer: null,
  unionBer: null,
  eigenvalueSpread: null,
  misadjustment: null,
  stableStep: null,
};

function theoryAt(
  config: AdaptiveExperiment,
  channel: ExperimentChannel,
  point: AdaptivePointDb,
  distance: number | undefined,
): AdaptiveTheory {
  const { snrDb } = point;
  // A random or a turning channel has no single answer.
  if (channel.isRandom || channel.turns) return { ...point, ...NOTHING };
  const snr = 10 ** (snrDb / 10);
  const energy = energyOf(channel);
  const isPulse = config.frontEnd === "pulse";
  const power = isPulse ? foldedPower(raysOf(config), config.rolloff) : powerOf(channel.taps);
  const infinite = infiniteSnr(power, snr);
  const mmse = knownTaps("mmse", config, channel, snrDb);
  const eigenvalues = inputEigenvalues({ ...channel, noiseVariance: 1 / snr }, mmse);
  const moments = momentsOf(modulationPoints(config.modulation));
  return {
    ...point,
    mfbDb: matchedDb(config, channel, snrDb),
    zfDb: infinite.zf,
    mmseDb: infinite.mmse,
    zfDfeDb: infinite.zfDfe,
    dfeDb: infinite.dfe,
    finiteMmseDb: snrOfError(mmse.mse),
    finiteDfeDb: snrOfError(knownTaps("dfe", config, channel, snrDb).mse),
    mlseLossDb: distance === undefined ? null : -10 * Math.log10(distance / energy),
    ...boundsAt(config, channel, point),
    eigenvalueSpread: eigenvalues[eigenvalues.length - 1] / eigenvalues[0],
    misadjustment: lmsMisadjustment({ ...channel, noiseVariance: 1 / snr }, mmse, moments, {
      step: config.step,
      isReal: channel.isReal,
    }),
    stableStep: stableSteps(eigenvalues, channel.isReal),
  };
}

/** The points between which errors happen. Where the axes do not mix, one axis suffices. */
function errorPoints({ modulation }: AdaptiveExperiment, { taps }: ExperimentChannel): Float64Array {
  const bits = MODULATIONS[modulation];
  if (!areReal(taps) || bits % 2 === 1) return modulationPoints(modulation);
  return Float64Array.from([...axisLevels(bits as BitsPerSymbol, "38.211")].flatMap((level) => [level, 0]));
}

function distanceOf(config: AdaptiveExperiment, channel: ExperimentChannel): number | undefined {
  if (channel.samplesPerSymbol === 2) return undefined;
  return minimumDistance(channel.taps, errorPoints(config, channel));
}

const energyOf = ({ taps }: ExperimentChannel) => taps.reduce((sum, part) => sum + part * part, 0);

/** γ of a symbol alone after the matched filter. Pulses have the energy 1 in all samples together. */
const matchedDb = ({ frontEnd }: AdaptiveExperiment, channel: ExperimentChannel, snrDb: number) =>
  snrDb + (frontEnd === "pulse" ? 0 : 10 * Math.log10(energyOf(channel)));

const ALONE = Float64Array.of(1, 0);

function boundsAt(config: AdaptiveExperiment, channel: ExperimentChannel, { snrDb }: AdaptivePointDb) {
  // They bound no information bits behind a code.
  if (config.code !== "none") return { mfbBer: null, unionBer: null };
  const bound = (of: ExperimentChannel, db: number) => {
    const variance = 10 ** (-db / 10);
    return sequenceErrorBound(of.taps, errorPoints(config, of), of.isReal ? variance : variance / 2);
  };
  return {
    mfbBer: bound({ ...channel, taps: ALONE }, matchedDb(config, channel, snrDb)),
    unionBer: channel.samplesPerSymbol === 2 ? null : bound(channel, snrDb),
  };
}
