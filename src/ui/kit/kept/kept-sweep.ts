import { equal } from "#core/configuration/equal.ts";
import type { SweepState, SweepStep } from "#core/measurement/sweep.ts";
import { say } from "../../elements/notices.ts";
import { worker } from "../engine.ts";
import type { Run } from "../run.ts";

/** Milliseconds between two writes. A crash loses the counts of this time. */
const WRITE_MS = 1000;
/** A sweep that was replaced before it had run as long as this is forgotten, ms. */
const WORTH_MS = 60_000;

/** A sweep that is kept. */
export interface KeptSweep {
  id: string;
  lab: string;
  config: unknown;
  /** Finished part, 0 to 1. */
  progress: number;
}

/** The sweep of the store that was opened last. Its lab continues it in its place. */
let opened: KeptSweep | undefined;

/** Makes the lab of a kept sweep continue it in its place. Call it when the sweep is opened. */
export function continueKept(sweep: KeptSweep): void {
  opened = sweep;
}

type SweepRun = Run<SweepStep<unknown, unknown>>;

/** Keeps the counts of a lab's sweeps in the browser's storage, once per second while they run and at their end. */
export function createSweepKeeper(
  lab: string,
  write: (state: SweepState<unknown>) => Promise<string>,
): (run: SweepRun) => void {
  let current: (KeptSweep & { begun: number; ms: number }) | undefined;
  let [isWriting, writtenAt, hasFailed] = [false, -Infinity, false];
  let newest: SweepRun | undefined;

  /** Returns the kept sweep of a step: the current one, the opened one, or a new one. */
  function keptOf({ state, progress }: SweepStep<unknown, unknown>) {
    const continues = (sweep: KeptSweep | undefined) =>
      sweep?.lab === lab && progress >= sweep.progress && equal(sweep.config, state.config);
    if (current && continues(current)) return current;
    if (current && current.progress < 1 && current.ms < WORTH_MS) void worker.dropSweep(current.id);
    const id = opened && continues(opened) ? opened.id : `sweep-${crypto.randomUUID()}`;
    current = { id, lab, config: state.config, progress, begun: Date.now(), ms: 0 };
    return current;
  }

  async function keep({ phase, step, ms = 0 }: SweepRun): Promise<void> {
    if (!step) return;
    const { state, progress, done } = step;
    const sweep = keptOf(step);
    Object.assign(sweep, { progress, ms });
    const { id, config, begun } = sweep;
    const isLast = done || phase !== "running";
    const ledger = await write(state);
    await worker.keepSweep(id, { kind: "sweep", lab, config, begun, ended: isLast, progress, ledger }, isLast);
  }

  async function keepNewest(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    try {
      for (let run = newest; run; run = newest) {
        newest = undefined;
        writtenAt = performance.now();
        await keep(run);
      }
    } catch (error) {
      // Said once: the sweep itself continues.
      const { message } = error as Error;
      if (!hasFailed) {
        const text = `The counts of this sweep are not kept in this browser: ${message.replace(/\.?$/, ".")}`;
        say(text, "warning", { brief: true });
      }
      hasFailed = true;
    } finally {
      isWriting = false;
    }
  }

  return (run) => {
    // The worker is gone. Its last write is whole.
    if (run.phase === "interrupted" || run.phase === "failed") return;
    if (run.phase === "running" && performance.now() - writtenAt < WRITE_MS) return;
    newest = run;
    void keepNewest();
  };
}
