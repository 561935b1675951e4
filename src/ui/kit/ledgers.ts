import { create, type StoreApi } from "zustand";
import type { LedgerFile, LedgersTaken } from "#core/measurement/ledger-files.ts";
import type { SweepState, SweepStep } from "#core/measurement/sweep.ts";
import type { Runner } from "./run.ts";

/** Ledgers that the person opened: files with the counts of a sweep, from other machines or earlier runs. */
export interface Ledgers {
  readonly store: Pick<StoreApi<OpenedLedgers>, "getState" | "subscribe">;
  /**
   * Merges files into the shown sweep. Files of another sweep replace the shown one, unless it holds other files; then
   * they are refused.
   */
  open(files: readonly File[]): Promise<void>;
  /** Removes the opened counts, and shows again what was shown before. */
  close(): Promise<void>;
  /** Saves the shown counts as a file that the command line continues. */
  save(): Promise<void>;
  /** Name of the saved file. */
  readonly file: string;
}

export type OpenedLedgers = Pick<LedgersTaken<unknown, unknown>, "taken" | "refused">;

export interface LedgersOptions<Config, Row> {
  /** The lab's name, for the saved file. */
  lab: string;
  sweep: Runner<SweepStep<Config, Row>>;
  /** Gives the lab the configuration of a file. */
  adopt(config: Config): void;
  take(to: SweepState<Config> | undefined, files: readonly LedgerFile[]): Promise<LedgersTaken<Config, Row>>;
  write(state: SweepState<Config>): Promise<string>;
  /** Stops the running sweep. */
  stop(): void;
}

/** Creates the actions on a sweep's ledgers. */
export function createLedgers<Config, Row>(options: LedgersOptions<Config, Row>): Ledgers {
  const store = create<OpenedLedgers>()(() => ({ taken: [], refused: [] }));
  const file = `threeray-${options.lab}-counts.json`;
  const load = async () => (await import("./ledger-actions.ts")).createLedgerActions(options, store, file);
  let loading: ReturnType<typeof load> | undefined;
  // Fetched with the first file.
  const actions = () => (loading ??= load());
  return {
    store,
    file,
    open: async (files) => (await actions()).open(files),
    close: async () => (await actions()).close(),
    save: async () => (await actions()).save(),
  };
}
