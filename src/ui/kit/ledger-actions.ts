import type { StoreApi } from "zustand";
import { equal } from "#core/configuration/equal.ts";
import type { LedgerFile, LedgersTaken } from "#core/measurement/ledger-files.ts";
import type { SweepStep } from "#core/measurement/sweep.ts";
import { namesOf } from "../elements/attempt.ts";
import { say } from "../elements/notices.ts";
import { download } from "../figures/download.ts";
import { plain } from "../format.ts";
import type { Ledgers, LedgersOptions, OpenedLedgers } from "./ledgers.ts";

/** Largest size of a file. A sweep of 10⁹ units has a ledger of some kilobytes per point. */
const MOST_BYTES = 2 ** 26;

/** Creates the actions on a sweep's ledgers, and forgets these when a new run counts from zero. */
export function createLedgerActions<Config, Row>(
  options: LedgersOptions<Config, Row>,
  store: StoreApi<OpenedLedgers>,
  file: string,
): Pick<Ledgers, "open" | "close" | "save"> {
  const { sweep, adopt, stop } = options;
  /** What was shown before the first file. */
  let before: { config: Config; step?: SweepStep<Config, Row>; follow: boolean } | undefined;

  const forget = () => {
    before = undefined;
    store.setState({ taken: [], refused: [] });
  };
  // A new run counts from zero.
  sweep.store.subscribe(({ step }, { step: last }) => {
    if (last && !step) forget();
  });

  /** Returns the shown sweep once it stands still. */
  async function shown(): Promise<SweepStep<Config, Row> | undefined> {
    if (sweep.store.getState().phase === "running") {
      stop();
      await new Promise<void>((resolve) => {
        const unsubscribe = sweep.store.subscribe(({ phase }) => {
          if (phase === "running") return;
          unsubscribe();
          resolve();
        });
      });
    }
    return sweep.store.getState().step;
  }

  function show(config: Config, step: SweepStep<Config, Row> | undefined): void {
    if (!equal(config, sweep.config())) adopt(config);
    if (step) sweep.take(step);
    else sweep.clear();
  }

  async function merge(files: readonly File[]): Promise<void> {
    const own = await shown();
    const [read, tooLarge] = await readAll(files);
    const attempt = await options.take(own?.state, read);
    const another = own && !before && attempt.taken.length === 0;
    const { step, taken, refused } = another ? await options.take(undefined, read) : attempt;
    if (step) {
      const { config, store: run } = sweep;
      before ??= { config: config(), step: own, follow: run.getState().follow };
      // A change of the settings must not start a run that drops the counts.
      sweep.setFollow(false);
      show(step.state.config, step);
    }
    const known = step ? store.getState().taken : [];
    const all = [...refused, ...tooLarge];
    store.setState({ taken: [...known, ...taken], refused: all });
    if (step) say(`${ledgersMerged(taken.length)}: ${percent(step.progress)} of the sweep is counted.`);
    if (all.length > 0) {
      say(`Not merged: ${namesOf(all)}. ${all[0].reason}`, "warning");
    }
  }

  return {
    async open(files) {
      try {
        await merge(files);
      } catch (error) {
        say(`Not merged: ${namesOf(files)}. ${(error as Error).message}`, "warning");
      }
    },
    async close() {
      const previous = before;
      forget();
      if (!previous) return;
      show(previous.config, previous.step);
      sweep.setFollow(previous.follow);
    },
    async save() {
      const { step } = sweep.store.getState();
      if (step) download(file, await options.write(step.state), "application/json");
    },
  };
}

async function readAll(files: readonly File[]): Promise<[LedgerFile[], LedgersTaken<unknown, unknown>["refused"]]> {
  const small = files.filter(({ size }) => size <= MOST_BYTES);
  const large = files.filter(({ size }) => size > MOST_BYTES);
  const read = await Promise.all(small.map(async (one) => ({ name: one.name, text: await one.text() })));
  const reason = `A ledger has at most ${MOST_BYTES / 2 ** 20} MiB.`;
  return [read, large.map(({ name }) => ({ name, reason }))];
}

/** Returns how many ledgers were merged, as the beginning of a sentence. */
export const ledgersMerged = (count: number) => (count === 1 ? "One ledger merged" : `${count} ledgers merged`);

/** Returns a share as text. Only a complete sweep has 100 %. */
export const percent = (share: number) => `${plain(Math.floor(1000 * share) / 10)} %`;
