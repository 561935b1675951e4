import { lengthConstants } from "../../gpu/lengths.ts";
import type { ReceivedBatch } from "../batch.ts";
import type { DecisionTables } from "../decision.ts";

/** Most states M^L. */
const MOST_STATES = 1024;
/** Invocations of a workgroup that packets with small trellises share, and states of an invocation where at least 8 invocations share them. */
const [GROUP, OWNED, LEAST_LANES] = [32, 4, 8];
/** Most instants of a window in which the best states are looked for together, and most pairs of a metric and a state in it. */
const [WINDOW, WINDOW_WORDS] = [16, 512];

/** Returns L of a trellis: a channel with one tap has the memory 1 too. */
export const memoryOf = (tapCount: number): number => Math.max(1, tapCount - 1);

/** Returns the states M^L of a trellis. */
export const statesOf = (size: number, tapCount: number): number => size ** memoryOf(tapCount);

/** The trellis of a channel, and how a workgroup divides it. */
export interface Trellis {
  states: number;
  /** M. */
  choices: number;
  /** L. */
  memory: number;
  /** Packets per workgroup. */
  rows: number;
  /** The WGSL constants STATES, CHOICES, BITS and MEMORY. */
  trellis: string;
  /** The WGSL constants LANES, ROWS, OWNED and WINDOW. */
  division: string;
}

/**
 * Returns the trellis of a batch's channel.
 *
 * @param hasBest Whether the best state of each instant is looked for.
 * @throws RangeError when it has more than 1024 states, or the channel has two samples per symbol.
 */
export function trellisOf(
  label: string,
  { samplesPerSymbol, tapCount }: Pick<ReceivedBatch, "samplesPerSymbol" | "tapCount">,
  { labelOf }: Pick<DecisionTables, "labelOf">,
  hasBest = false,
): Trellis {
  const choices = labelOf.length;
  const memory = memoryOf(tapCount);
  const states = statesOf(choices, tapCount);
  if (samplesPerSymbol !== 1) throw new RangeError(`${label}: needs one sample per symbol, got 2`);
  if (states > MOST_STATES) throw new RangeError(`${label}: at most ${MOST_STATES} states, got ${states}`);
  const owned = Math.max(1, Math.min(OWNED, Math.floor(states / LEAST_LANES)));
  const lanes = states / owned;
  const rows = Math.max(1, Math.floor(GROUP / lanes));
  const window = hasBest ? Math.max(1, Math.min(WINDOW, Math.floor(WINDOW_WORDS / (lanes * rows)))) : 1;
  return {
    states,
    choices,
    memory,
    rows,
    trellis: lengthConstants({ STATES: states, CHOICES: choices, BITS: Math.log2(choices), MEMORY: memory }),
    division: lengthConstants({ LANES: lanes, ROWS: rows, OWNED: owned, WINDOW: window }),
  };
}
