import type { ReceivedBatch } from "../batch.ts";
import type { DecisionTables } from "../decision.ts";

/** Most states M^L. */
const MOST_STATES = 1024;
/** Most invocations of a workgroup, and those that small trellises share a workgroup with. */
const [MOST_LANES, SHARED_LANES] = [256, 64];

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
  /** The WGSL constants STATES, CHOICES and MEMORY. */
  trellis: string;
  /** The WGSL constants LANES, ROWS and OWNED. */
  lengths: string;
}

/**
 * Returns the trellis of a batch's channel.
 *
 * @throws RangeError when it has more than 1024 states, or the channel has two samples per symbol.
 */
export function trellisOf(
  label: string,
  { samplesPerSymbol, tapCount }: Pick<ReceivedBatch, "samplesPerSymbol" | "tapCount">,
  { labelOf }: Pick<DecisionTables, "labelOf">,
): Trellis {
  const choices = labelOf.length;
  const memory = memoryOf(tapCount);
  const states = statesOf(choices, tapCount);
  if (samplesPerSymbol !== 1) throw new RangeError(`${label}: needs one sample per symbol, got 2`);
  if (states > MOST_STATES) throw new RangeError(`${label}: at most ${MOST_STATES} states, got ${states}`);
  const lanes = Math.min(MOST_LANES, states);
  const rows = Math.max(1, Math.floor(SHARED_LANES / lanes));
  return {
    states,
    choices,
    memory,
    rows,
    trellis: `const STATES = ${states}u;\nconst CHOICES = ${choices}u;\nconst MEMORY = ${memory}u;\n`,
    lengths: `const LANES = ${lanes}u;\nconst ROWS = ${rows}u;\nconst OWNED = ${Math.ceil(states / lanes)}u;\n`,
  };
}
