import { confidenceInterval } from "../../measurement/confidence.ts";
import { frameBounds } from "../../measurement/count-bounds.ts";
import { type ErrorRates, errorRates } from "../../measurement/error-rates.ts";
import { addFrames, CLUSTER_FIELDS, clusterOf, type Measurement } from "../../measurement/measurement.ts";
import { sumBetween } from "../../measurement/unit-counts.ts";
import { ERROR_ONE } from "../counting/errors.ts";
import { type AdaptiveEqualizerName, ADAPTIVE_EQUALIZERS, type EqualizerInfo } from "../equalizers.ts";
import { MODULATIONS } from "../modulations.ts";
import { createAdaptiveChain, mostAdaptivePackets } from "./chain.ts";
import {
  ADAPTIVE,
  type AdaptiveExperiment,
  type AdaptivePointDb,
  adaptiveAxis,
  adaptivePoint,
  adaptiveReceivers,
  channelOf,
  packetTapCount,
} from "./experiment.ts";
import { codedPacket } from "./coding.ts";
import { complexPairs, settingOf } from "./known-taps.ts";
import { theoryOf } from "./theory.ts";

/** The result of one receiver at one point. */
export interface AdaptivePoint extends ErrorRates, AdaptivePointDb {
  equalizer: AdaptiveEqualizerName;
  /** Exchanges with the decoder, this one included; 1 without a code, and for equalizers that take nothing from it. */
  outer: number;
  /** Mean |a − z|² of the last quarter of the packets that did not diverge; null without any. */
  steadyMse: number | null;
  steadyMse95: [number, number] | null;
  /** Share of the packets whose eye is open; null for equalizers with training. */
  openShare: number | null;
  openShare95: [number, number] | null;
  /** Packets whose taps grew without bound. */
  diverged: number;
  /** Mean |a − z|² per bin of symbols, of the packets that did not diverge; null without curves, or without such packets. */
  learning: { bin: number; mse: number[] } | null;
  /** δ in samples; null for equalizers without taps on samples. */
  delay: number | null;
  /**
   * w and then b in pairs [re, im]: from the known channel, or at the end of packet 0. Null if that packet is not counted or its taps are
   * not finite, and for equalizers without taps on samples.
   */
  taps: [number, number][] | null;
}

const OWN_FIELDS = ["symbolErrors", "diverged", "open", "steady", "steadySquares", "steadySquaresHigh"] as const;
const FIELDS = [...CLUSTER_FIELDS, ...OWN_FIELDS];
/** Places of the own fields. */
const AT = Object.fromEntries(OWN_FIELDS.map((name, i) => [name, CLUSTER_FIELDS.length + i])) as Record<
  (typeof OWN_FIELDS)[number],
  number
>;

/** Squares of errors are summed in a coarser unit and in two parts, the second in units of `HIGH`, so that sums stay exact. */
const COARSE = 2 ** 6;
const HIGH = 2 ** 27;
const MOST_ERROR = 2 ** 32 - 1;
const MOST_SQUARE = Math.round(MOST_ERROR / COARSE) ** 2;

/** Most numbers per page of counts. */
const MOST_COUNTS = 2 ** 24;

const binsOf = ({ symbols, learning }: AdaptiveExperiment) => (learning > 0 ? Math.ceil(symbols / learning) : 0);

/** Numbers for the taps of packet 0: two per tap, of the equalizer with the most. */
function tapWords(config: AdaptiveExperiment): number {
  const channel = channelOf(config);
  return 2 * Math.max(...config.equalizers.map((name) => packetTapCount(name, config, channel)));
}

/**
 * The counts' names. The bins of learning curves follow, and the bits of packet 0's taps: only its unit has them, so that sums over
 * units keep them.
 */
const fieldsOf = (config: AdaptiveExperiment): string[] => [
  ...FIELDS,
  ...Array.from({ length: binsOf(config) }, (_, bin) => `learning${bin}`),
  ...Array.from({ length: tapWords(config) }, (_, word) => `tap${word}`),
];

/** Counted bits of a packet: the information bits with a code. */
const bitsOf = (config: AdaptiveExperiment) =>
  codedPacket(config)?.information ?? (config.symbols - config.training) * MODULATIONS[config.modulation];

/**
 * Error rates and mean squared errors of equalizers. A unit is a packet.
 *
 * @example
 * ```ts
 * import { adaptiveSweep } from "threeray/sweeps";
 *
 * const { equalizers } = adaptiveSweep.parse({ equalizers: ["mmse", "lms"] });
 * console.log(equalizers.join(", ")); // mmse, lms
 * ```
 */
export const adaptiveSweep: Measurement<AdaptiveExperiment, AdaptivePoint> = {
  name: "adaptive",
  parse: ADAPTIVE.parse,
  axis: adaptiveAxis,
  fields: fieldsOf,
  bounds(config, { first, count }, sums) {
    const packets = sums[0];
    const symbols = config.symbols - config.training;
    return [
      ...frameBounds(sums, { frames: count, bits: bitsOf(config) }),
      { at: AT.symbolErrors, least: 0, most: packets * symbols },
      { at: AT.diverged, least: 0, most: packets },
      { at: AT.open, least: 0, most: packets },
      { at: AT.steady, least: 0, most: packets * MOST_ERROR },
      { at: AT.steadySquares, least: 0, most: packets * HIGH },
      { at: AT.steadySquaresHigh, least: 0, most: packets * Math.floor(MOST_SQUARE / HIGH) },
      ...sums.slice(FIELDS.length).map((_, i) => {
        const most = i < binsOf(config) ? packets * MOST_ERROR : first === 0 ? MOST_ERROR : 0;
        return { at: FIELDS.length + i, least: 0, most };
      }),
    ];
  },
  stop: ({ stopErrors }) => ({ field: "frameErrors", errors: stopErrors }),
  receivers: (config) => adaptiveReceivers(config).length,
  units: ({ packets }) => packets,
  most({ device }, config) {
    const counts = fieldsOf(config).length * adaptiveReceivers(config).length;
    return Math.min(mostAdaptivePackets(device, config), Math.max(1, Math.floor(MOST_COUNTS / counts)));
  },
  async open({ device }, config, page) {
    const chain = await createAdaptiveChain(device, config, page);
    // The first time, the device's kernels compile meanwhile. At each point the device would wait.
    solveKnownTaps(config);
    const [bins, width] = [binsOf(config), fieldsOf(config).length];
    const bits = bitsOf(config);
    return {
      async run(db, firstPacket, count) {
        chain.setBatch({ firstPacket, snrDb: adaptivePoint(config, db).snrDb });
        const counted = await chain.run();
        const receivers = counted.map(({ decoded, ...counts }) => ({
          ...counts,
          wrong: decoded && perPacket(decoded, page),
        }));
        return {
          units: count,
          add(sums, from, to) {
            for (const [receiver, { counts, wrong, isOpen, learning, firstTaps }] of receivers.entries()) {
              const at = receiver * width;
              addFrames(sums, at, bits, { errors: wrong ?? counts, from, to });
              sums[at + AT.symbolErrors] += sumBetween(counts, page + from, page + to);
              sums[at + AT.diverged] += sumBetween(counts, 2 * page + from, 2 * page + to);
              if (isOpen) sums[at + AT.open] += sumBetween(isOpen, from, to);
              addSteady(sums, at, { counts, page, from, to });
              const settled = { diverged: counts.subarray(2 * page, 3 * page), from, to };
              for (let bin = 0; bin < bins; bin++) {
                const curve = learning.subarray(bin * page, (bin + 1) * page);
                sums[at + FIELDS.length + bin] += sumOfSettled(curve, settled);
              }
              // Only packet 0 has taps.
              if (firstTaps && from === 0)
                for (const [i, word] of firstTaps.entries()) sums[at + FIELDS.length + bins + i] += word;
            }
          },
        };
      },
      destroy: chain.destroy,
    };
  },
  row(config, db, receiver, sums) {
    const count = clusterOf(sums);
    const { equalizer, outer } = adaptiveReceivers(config)[receiver];
    const { kind, blind } = ADAPTIVE_EQUALIZERS[equalizer] as EqualizerInfo;
    const diverged = sums[AT.diverged];
    const settled = count.frames - diverged;
    const hasError = kind !== "sequence" && settled > 0;
    const open = blind && count.frames > 0 ? count.frames : 0;
    const point = adaptivePoint(config, db);
    const { delay, taps } = settingOf(equalizer, config, point.snrDb);
    const bins = binsOf(config);
    const errors = sums.slice(FIELDS.length, FIELDS.length + bins);
    return {
      ...point,
      equalizer,
      outer,
      ...errorRates(count),
      ...(hasError ? meanOf(sums, settled) : { steadyMse: null, steadyMse95: null }),
      openShare: open ? sums[AT.open] / open : null,
      openShare95: open ? confidenceInterval(sums[AT.open], open) : null,
      diverged,
      learning:
        hasError && bins > 0 ? { bin: config.learning, mse: errors.map((sum) => sum / settled / ERROR_ONE) } : null,
      delay,
      taps: taps ?? finalTaps(config, equalizer, sums.slice(FIELDS.length + bins)),
    };
  },
  beside: (config) => ({ theory: theoryOf(config) }),
};

/** Solves for the taps and delays that the equalizers have at the points of a configuration. They are kept for it. */
function solveKnownTaps(config: AdaptiveExperiment): void {
  const { points } = adaptiveAxis(config);
  if (!Array.isArray(points)) return;
  for (const db of points) {
    for (const name of config.equalizers) settingOf(name, config, adaptivePoint(config, db).snrDb);
  }
}

/** Returns the wrong bits of each packet: the sums over its codewords. */
function perPacket(decoded: Uint32Array, packets: number): Float64Array {
  const codewords = decoded.length / packets;
  return Float64Array.from({ length: packets }, (_, packet) =>
    sumBetween(decoded, packet * codewords, (packet + 1) * codewords),
  );
}

/** Adds the squared errors of the packets that did not diverge, and the squares of those, from `from` to `to` (exclusive). */
function addSteady(
  sums: Float64Array,
  at: number,
  { counts, page, from, to }: { counts: Uint32Array; page: number; from: number; to: number },
): void {
  let [errors, low, high] = [0, 0, 0];
  for (let i = from; i < to; i++) {
    if (counts[2 * page + i] > 0) continue;
    const error = counts[3 * page + i];
    const coarse = Math.round(error / COARSE);
    // The operator ** takes several times as long.
    const square = coarse * coarse;
    const carry = Math.floor(square / HIGH);
    errors += error;
    // A remainder of floating-point numbers takes longer than all else here.
    low += square - carry * HIGH;
    high += carry;
  }
  sums[at + AT.steady] += errors;
  sums[at + AT.steadySquares] += low;
  sums[at + AT.steadySquaresHigh] += high;
}

/** Returns the sum of a bin's squared errors over the packets that did not diverge. */
function sumOfSettled(
  curve: Uint32Array,
  { diverged, from, to }: { diverged: Uint32Array; from: number; to: number },
): number {
  let sum = 0;
  for (let i = from; i < to; i++) if (diverged[i] === 0) sum += curve[i];
  return sum;
}

/** Returns the taps of packet 0 from their bits; null without any, and where one is not finite. */
function finalTaps(config: AdaptiveExperiment, equalizer: AdaptiveEqualizerName, words: readonly number[]) {
  const count = 2 * packetTapCount(equalizer, config, channelOf(config));
  const taps = new Float32Array(Uint32Array.from(words.slice(0, count)).buffer);
  // The sums of a shard without packet 0 hold only zeros.
  return taps.some((part) => part !== 0) && taps.every(Number.isFinite) ? complexPairs(taps) : null;
}

/** Mean and 95 % confidence interval over packets, which are independent. */
function meanOf(sums: readonly number[], packets: number) {
  const mean = sums[AT.steady] / packets;
  const squares = sums[AT.steadySquares] + HIGH * sums[AT.steadySquaresHigh];
  const variance = Math.max(0, (squares * COARSE ** 2) / packets - mean ** 2);
  const half = 1.96 * Math.sqrt(variance / Math.max(1, packets - 1));
  return {
    steadyMse: mean / ERROR_ONE,
    steadyMse95: [Math.max(0, mean - half) / ERROR_ONE, (mean + half) / ERROR_ONE] as [number, number],
  };
}
