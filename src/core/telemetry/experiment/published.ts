import type { StageTime } from "../../gpu/timing.ts";
import { BATCH_PACKETS } from "../packet.ts";
import type { EqualizerName } from "./scenario.ts";

/**
 * The published results that the page draws beside its own.
 * Source: J. T. Ravert, GPU Implementation of Data-Aided Equalizers, BYU 2017.
 */

/** Bit error rates measured in the laboratory. */
export interface PublishedCurve {
  equalizer: EqualizerName;
  /** [Eb/N0 in dB, BER], in rising Eb/N0, without points that had no error or no lock. */
  points: readonly (readonly [number, number])[];
}

/** The note for all figures with the laboratory's curves. */
const LAB_AXIS = "The laboratory's Eb/N0 axis is not calibrated.";

/** How the laboratory's order of the curves differs from what the default scenario gives, by the channel's name. */
const LAB_ORDERS: Readonly<Record<string, string>> = {
  none: "It saw ZF = MMSE = FDE1, and FDE2 worst; here MMSE is better than ZF, because it uses the noise variance.",
  "1": "It saw ZF = MMSE = FDE1 best and CMA worst; here CMA and FDE2 are best.",
  "2": "It saw CMA best, FDE2 worst, and ZF = MMSE; here ZF is far behind, and all rates are far higher.",
  "3": "It saw FDE2 best, CMA worst, and ZF = MMSE; here ZF is far behind.",
};

/** Returns the note for the laboratory's curves of a channel: see docs/laboratory.md. */
export function labNote(channel: string): string {
  const order = LAB_ORDERS[channel];
  return order === undefined
    ? LAB_AXIS
    : `${LAB_AXIS} ${order} The lecture “What the laboratory saw” says what explains it.`;
}

const ORDER = ["zf", "mmse", "cma", "fde1", "fde2", "none"] as const satisfies readonly EqualizerName[];

/**
 * Figs 4.12–4.14 (hardware measurements) and the set in white noise from the same sources, by the channel's name in a
 * scenario. Rows are Eb/N0 (dB), then the BER of ZF, MMSE, CMA, FDE1, FDE2 and none; 0 where no error was seen or, for none,
 * no lock was had.
 */
const LAB_TABLES: Readonly<Record<string, readonly (readonly number[])[]>> = {
  none: [
    [4, 2.93e-3, 2.93e-3, 2.62e-3, 2.93e-3, 3.56e-3, 1.94e-3],
    [5, 1.72e-3, 1.72e-3, 1.46e-3, 1.72e-3, 2.08e-3, 1.01e-3],
    [6, 9.94e-4, 9.94e-4, 7.91e-4, 9.92e-4, 1.18e-3, 5.05e-4],
    [7, 5.03e-4, 5.03e-4, 3.78e-4, 5.01e-4, 5.92e-4, 2.11e-4],
    [8, 2.23e-4, 2.23e-4, 1.56e-4, 2.21e-4, 2.58e-4, 7.15e-5],
    [9, 8.87e-5, 8.87e-5, 6.54e-5, 8.79e-5, 1.02e-4, 2.07e-5],
    [10, 3.01e-5, 3.01e-5, 1.78e-5, 2.98e-5, 3.34e-5, 4.69e-6],
    [11, 8.25e-6, 8.26e-6, 4.14e-6, 8.13e-6, 8.94e-6, 7.06e-7],
    [12, 2.06e-6, 2.06e-6, 8.88e-7, 2.02e-6, 2.19e-6, 9.02e-8],
    [13, 3.78e-7, 3.79e-7, 1.36e-7, 3.72e-7, 3.99e-7, 8.82e-9],
    [14, 4.9e-8, 4.88e-8, 1.37e-8, 4.67e-8, 5.22e-8, 0],
    [15, 7.65e-9, 7.45e-9, 2.35e-9, 6.86e-9, 6.67e-9, 0],
  ],
  "1": [
    [10, 1.22e-3, 1.22e-3, 1.57e-3, 1.23e-3, 1.35e-3, 0.02],
    [11, 7.23e-4, 7.23e-4, 1e-3, 7.19e-4, 7.92e-4, 3.7e-3],
    [12, 4.11e-4, 4.11e-4, 6.27e-4, 4.11e-4, 4.64e-4, 2.02e-3],
    [13, 2.13e-4, 2.13e-4, 3.81e-4, 2.12e-4, 2.47e-4, 1.37e-3],
    [14, 1.02e-4, 1.02e-4, 2.14e-4, 1.01e-4, 1.24e-4, 1.18e-3],
    [15, 4.65e-5, 4.65e-5, 1.13e-4, 4.68e-5, 6.14e-5, 9.98e-4],
    [16, 1.92e-5, 1.93e-5, 5.42e-5, 1.9e-5, 2.64e-5, 8.33e-4],
    [17, 7.55e-6, 7.56e-6, 2.4e-5, 7.53e-6, 1.13e-5, 6.86e-4],
    [18, 2.22e-6, 2.22e-6, 7.89e-6, 2.22e-6, 3.51e-6, 5.31e-4],
    [19, 6.76e-7, 6.77e-7, 2.57e-6, 6.83e-7, 1.16e-6, 4.03e-4],
    [20, 1.53e-7, 1.52e-7, 7.31e-7, 1.46e-7, 2.72e-7, 3e-4],
    [21, 2.84e-8, 2.92e-8, 1.43e-7, 2.69e-8, 5.65e-8, 2.1e-4],
    [22, 5.69e-9, 5.69e-9, 2.94e-8, 5.1e-9, 8.82e-9, 1.43e-4],
  ],
  "2": [
    [10, 1.11e-3, 1.11e-3, 9.95e-4, 1.11e-3, 1.83e-3, 0],
    [11, 6.29e-4, 6.29e-4, 5.54e-4, 6.27e-4, 1.12e-3, 0],
    [12, 3.11e-4, 3.11e-4, 2.67e-4, 3.09e-4, 5.96e-4, 0.019],
    [13, 1.42e-4, 1.42e-4, 1.19e-4, 1.42e-4, 2.99e-4, 0],
    [14, 5.83e-5, 5.83e-5, 4.75e-5, 5.78e-5, 1.27e-4, 0.0237],
    [15, 1.99e-5, 1.99e-5, 1.56e-5, 1.95e-5, 4.37e-5, 0.0145],
    [16, 6.01e-6, 6e-6, 4.54e-6, 5.98e-6, 1.48e-5, 0.0112],
    [17, 1.36e-6, 1.36e-6, 9.6e-7, 1.34e-6, 3.31e-6, 0.0226],
    [18, 2.27e-7, 2.28e-7, 1.58e-7, 2.18e-7, 5.72e-7, 0.024],
    [19, 3.39e-8, 3.33e-8, 2.31e-8, 3.33e-8, 7.88e-8, 6.96e-3],
    [20, 2.75e-9, 2.75e-9, 1.18e-9, 3.14e-9, 9.61e-9, 0.0207],
    [21, 1.96e-10, 1.96e-10, 0, 1.96e-10, 7.84e-10, 0],
  ],
  "3": [
    [10, 2.72e-3, 2.72e-3, 3.16e-3, 2.72e-3, 2.58e-3, 0],
    [11, 1.96e-3, 1.96e-3, 2.38e-3, 1.95e-3, 1.83e-3, 0],
    [12, 1.4e-3, 1.4e-3, 1.77e-3, 1.39e-3, 1.29e-3, 0],
    [13, 9.61e-4, 9.6e-4, 1.3e-3, 9.68e-4, 8.81e-4, 0],
    [14, 6.26e-4, 6.26e-4, 9.11e-4, 6.24e-4, 5.64e-4, 0],
    [15, 4.08e-4, 4.08e-4, 6.31e-4, 4.1e-4, 3.63e-4, 0],
    [16, 2.5e-4, 2.5e-4, 4.13e-4, 2.51e-4, 2.19e-4, 0],
    [17, 1.46e-4, 1.46e-4, 2.61e-4, 1.47e-4, 1.26e-4, 0],
    [18, 7.58e-5, 7.57e-5, 1.47e-4, 7.77e-5, 6.4e-5, 0],
    [19, 3.89e-5, 3.89e-5, 7.96e-5, 3.98e-5, 3.17e-5, 0],
    [20, 1.96e-5, 1.95e-5, 4.4e-5, 2.05e-5, 1.56e-5, 0],
    [21, 8.91e-6, 8.9e-6, 2.08e-5, 9.69e-6, 6.94e-6, 0],
    [22, 3.64e-6, 3.65e-6, 9.65e-6, 4.23e-6, 2.74e-6, 0],
    [23, 1.47e-6, 1.47e-6, 3.97e-6, 1.77e-6, 1.07e-6, 0],
    [24, 5.41e-7, 5.41e-7, 1.73e-6, 6.86e-7, 3.52e-7, 0],
    [25, 2.28e-7, 2.27e-7, 7.6e-7, 2.69e-7, 1.24e-7, 0],
    [26, 9.02e-8, 9.02e-8, 4.04e-7, 9.2e-8, 4.04e-8, 0],
  ],
};

/** The laboratory's curves for a channel, by its name in a scenario; empty if the thesis has none. */
export function labCurves(channel: string): PublishedCurve[] {
  const rows = LAB_TABLES[channel] ?? [];
  return ORDER.map((equalizer, column): PublishedCurve => {
    const points = rows.map((row) => [row[0], row[column + 1]] as const).filter(([, ber]) => ber > 0);
    return { equalizer, points };
  }).filter(({ points }) => points.length > 0);
}

/** Milliseconds that one batch of 3104 packets lasts on the air: a receiver that takes less works in real time. */
export const REAL_TIME_MS = 1907;

/** A row of the receiver's chain, to be compared with the published time. */
export interface ChainTime {
  name: string;
  /** Milliseconds for one batch of 3104 packets. */
  ms: number;
  publishedMs?: number;
}

/**
 * The rows of Table 4.5, with the published milliseconds for one batch (CMA with 12 passes), and the labels of the stages
 * here that do the same work. The thesis used one Tesla K40c and two K20c. Where each equalizer has its own stage, the row is
 * for one.
 */
const CHAIN: readonly { name: string; stages: RegExp; one?: boolean; publishedMs?: number }[] = [
  { name: "Transmitter, channel", stages: /^(soqpsk|channel)\// },
  { name: "Receive filter", stages: /^front-end\// },
  { name: "Preamble detector", stages: /^preamble\//, publishedMs: 113 },
  { name: "Estimators", stages: /^estimation\//, publishedMs: 18 },
  { name: "No equalizer", stages: /^equalizer\/none/ },
  { name: "ZF", stages: /^equalizer\/zf/, publishedMs: 406 },
  { name: "MMSE", stages: /^equalizer\/mmse/, publishedMs: 355 },
  { name: "CMA", stages: /^equalizer\/cma/, publishedMs: 1070 },
  { name: "FDE1", stages: /^equalizer\/fde1/, publishedMs: 58 },
  { name: "FDE2", stages: /^equalizer\/fde2/, publishedMs: 58 },
  { name: "Filters, one equalizer", stages: /^convolution\//, one: true, publishedMs: 44 },
  { name: "Detector, one equalizer", stages: /^detection\/oqpsk/, one: true, publishedMs: 14 },
  { name: "Error count, one equalizer", stages: /^detection\/errors/, one: true },
];

/** Equalizers of the thesis, each with its own filter and detector. */
const PUBLISHED_EQUALIZERS = 5;
/** The longest transfer of Table 4.5: a batch of 3104 packets between GPU and host, ms. */
export const PUBLISHED_TRANSFER_MS = 220;

/** Returns the thesis's receiver with its five equalizers as stages, ms for one batch of 3104 packets. */
export function publishedStages(): { name: string; ms: number }[] {
  return CHAIN.flatMap(({ name, one, publishedMs }) => {
    if (publishedMs === undefined) return [];
    return [{ name: nameForAll(name), ms: one ? PUBLISHED_EQUALIZERS * publishedMs : publishedMs }];
  });
}

const nameForAll = (row: string) => row.replace(", one equalizer", "");

/** Stage times of `packets` packets as rows of the chain, for one batch of 3104. Rows without a stage are left out. */
export function chainTimes(stages: readonly StageTime[], packets: number): ChainTime[] {
  return CHAIN.flatMap(({ name, stages: labels, one, publishedMs }) => {
    const mine = stages.filter(({ kernel }) => labels.test(kernel));
    if (mine.length === 0) return [];
    const total = (mine.reduce((sum, { ms }) => sum + ms, 0) * BATCH_PACKETS) / packets;
    return [{ name, ms: one ? total / mine.length : total, publishedMs }];
  });
}

/** The receiver's stages, with all equalizers and the error count: every stage except transmitter and channel. */
export function receiverStages(stages: readonly StageTime[]): StageTime[] {
  return stages.filter(({ kernel }) => !CHAIN[0].stages.test(kernel));
}

/** The share of the receiver's time that each row of the chain takes. */
export function chainShares(stages: readonly StageTime[]): { name: string; share: number }[] {
  const total = receiverStages(stages).reduce((sum, { ms }) => sum + ms, 0);
  const rows = CHAIN.slice(1).flatMap(({ name, stages: labels }) => {
    const ms = stages.filter(({ kernel }) => labels.test(kernel)).reduce((sum, stage) => sum + stage.ms, 0);
    return ms > 0 ? [{ name: nameForAll(name), ms }] : [];
  });
  return rows.map(({ name, ms }) => ({ name, share: ms / total }));
}
