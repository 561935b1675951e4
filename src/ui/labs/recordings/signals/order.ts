import type { Detection } from "#core/signals/detection.ts";
import { fixed } from "../../../format.ts";

/** A column of the table of signals. */
export type SignalColumn = keyof typeof VALUES;

const VALUES = {
  id: ({ id }: Detection) => id,
  start: ({ start }: Detection) => start,
  length: ({ start, stop }: Detection) => stop - start,
  centreHz: ({ centreHz, absoluteHz }: Detection) => absoluteHz ?? centreHz,
  bandwidthHz: ({ bandwidthHz }: Detection) => bandwidthHz,
  snrDb: ({ snrDb }: Detection) => snrDb,
  class: (signal: Detection) => `${signal.class} ${fixed(1 - signal.confidence, 4)}`,
  symbolRateHz: ({ symbolRateHz }: Detection) => symbolRateHz ?? -1,
} satisfies Record<string, (signal: Detection) => number | string>;

/** Returns signals in the order of a column; equal ones in the order of their ids. */
export function orderedBy(signals: readonly Detection[], column: SignalColumn, down: boolean): readonly Detection[] {
  const value = VALUES[column];
  const sign = down ? -1 : 1;
  // Each value is computed once: a sort compares a signal many times, and a class's value is a formatted text.
  const keyed = signals.map((signal) => ({ signal, at: value(signal) }));
  keyed.sort((a, b) => sign * (a.at < b.at ? -1 : a.at > b.at ? 1 : a.signal.id - b.signal.id));
  return keyed.map(({ signal }) => signal);
}
