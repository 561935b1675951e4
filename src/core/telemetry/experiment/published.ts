import { csvRows } from "../../csv-rows.ts";
import type { StageTime } from "../../gpu/timing.ts";
import { BATCH_PACKETS } from "../packet.ts";
import laboratory from "./laboratory.table.csv?raw";
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

/** The equalizers in the order of the laboratory's table. */
const ORDER = ["zf", "mmse", "cma", "fde1", "fde2", "none"] as const satisfies readonly EqualizerName[];

/** The laboratory's curves for a channel, by its name in a scenario; empty if the thesis has none. */
export function labCurves(channel: string): PublishedCurve[] {
  const rows = csvRows(laboratory).filter(([name]) => name === channel);
  return ORDER.map((equalizer, column): PublishedCurve => {
    const points = rows.map((row) => [Number(row[1]), Number(row[column + 2])] as const).filter(([, ber]) => ber > 0);
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
 * here that do the same work. The thesis used one Tesla K40c and two K20c. Where each equalizer has its own share of the
 * work, the row is for one. A row for several others is their sum.
 */
const CHAIN: readonly { name: string; stages: RegExp; one?: boolean; isSum?: boolean; publishedMs?: number }[] = [
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
  { name: "FDE1 and FDE2", stages: /^equalizer\/fde-pair/, isSum: true, publishedMs: 116 },
  { name: "Filter before LMS, RLS", stages: /^equalizer\/adaptation/ },
  { name: "LMS", stages: /^equalizer\/lms/ },
  { name: "RLS", stages: /^equalizer\/rls/ },
  { name: "DFE", stages: /^equalizer\/dfe/ },
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
  return CHAIN.flatMap(({ name, one, isSum, publishedMs }) => {
    if (publishedMs === undefined || isSum) return [];
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
    const equalizers = mine.reduce((sum, { kernel }) => sum + namedIn(kernel), 0);
    return [{ name, ms: one ? total / equalizers : total, publishedMs }];
  });
}

/** The number of equalizers that a stage works for: they stand in parentheses behind the kernel. */
const namedIn = (kernel: string) => kernel.split(",").length;

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
