import { parseJsonText } from "../configuration/json-text.ts";
import { unitsOf } from "./ledger.ts";
import type { Measurement } from "./measurement.ts";
import { mergeSweeps, parseSweep, sweepJson } from "./sweep-file.ts";
import { type SweepState, sweepStep, type SweepStep } from "./sweep.ts";

export interface LedgerFile {
  name: string;
  /** JSON that a sweep's command or the page wrote. */
  text: string;
}

/** The result of opening ledgers. */
export interface LedgersTaken<Config, Row> {
  /** The merged sweep; undefined if no file could be used. */
  step?: SweepStep<Config, Row>;
  /** The merged files. `units` counts the file's own units; `isNew` is false if all of them were known already. */
  taken: { name: string; units: number; isNew: boolean }[];
  /** The other files, each with the reason. */
  refused: { name: string; reason: string }[];
}

/**
 * Merges the ledgers in files, in any order. A damaged file, or one of another sweep, is refused and changes nothing.
 *
 * @param to The sweep to which the files belong. Without it, the first good file decides.
 */
export function takeLedgers<Config extends object, Row>(
  measurement: Measurement<Config, Row>,
  to: SweepState<Config> | undefined,
  files: readonly LedgerFile[],
): LedgersTaken<Config, Row> {
  let merged = to;
  const taken: LedgersTaken<Config, Row>["taken"] = [];
  const refused: LedgersTaken<Config, Row>["refused"] = [];
  for (const { name, text } of files) {
    try {
      const state = parseSweep(measurement, contentOf(text));
      const before = JSON.stringify(merged?.ledger.points ?? []);
      merged = mergeSweeps(measurement, merged ? [merged, state] : [state]);
      const isNew = JSON.stringify(merged.ledger.points) !== before;
      const units = state.ledger.points.reduce((sum, { db }) => sum + unitsOf(state.ledger, db), 0);
      taken.push({ name, units, isNew });
    } catch (error) {
      refused.push({ name, reason: (error as Error).message });
    }
  }
  const step = merged && taken.length > 0 ? sweepStep(measurement, merged) : undefined;
  return { step, taken, refused };
}

/** Returns a sweep's counts as the text of a file, in the format that every command writes. */
export function writeSweep<Config extends object, Row>(
  measurement: Measurement<Config, Row>,
  state: SweepState<Config>,
): string {
  const { done: complete } = sweepStep(measurement, state);
  return `${JSON.stringify(sweepJson({ measurement, state, complete }), undefined, 2)}\n`;
}

/** Returns a file's sweep. A run that the page saved holds its sweep in a field. */
function contentOf(text: string): unknown {
  const content = parsed(text) as { ledger?: unknown; sweep?: unknown } | null;
  return content?.ledger === undefined && content?.sweep !== undefined ? content.sweep : content;
}

function parsed(text: string): unknown {
  try {
    return parseJsonText(text);
  } catch (cause) {
    throw new SyntaxError(`The file is not JSON: ${(cause as Error).message}`, { cause });
  }
}
