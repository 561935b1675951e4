import { create } from "zustand";
import type { AdapterDescription } from "#core/gpu/device.ts";
import { TUNING } from "#core/tuning/config.ts";
import {
  type KeptTuning,
  keptTuning,
  readTunings,
  tuningOf,
  withoutTuning,
  writeTunings,
} from "#core/tuning/kept-tunings.ts";
import { version } from "../../../../package.json";
import { recall, remember } from "../../elements/memory.ts";
import { say } from "../../elements/notices.ts";
import { TUNINGS_KEY, useGpu, worker } from "../engine.ts";
import { createRunner } from "../run.ts";

interface TuningStore {
  /** The tuning of the adapter in use. */
  kept?: KeptTuning;
  /** False if the browser stores nothing: the choice then lasts until the page is closed. */
  isStored: boolean;
}

/** What is kept for the adapter in use. */
export const useTuning = create<TuningStore>()(() => ({ isStored: true }));

/** The run that measures workgroup sizes. Each of its steps is kept at once, so a stopped run keeps what it has measured. */
export const tuning = createRunner({
  experiment: "tuning",
  run: "tune",
  of: useTuning,
  config: () => TUNING.defaults,
  begin: (config) => ({ config, results: [] }),
  doing: "Measuring workgroup sizes",
  failed: "The workgroup sizes could not be measured.",
});

const keptTunings = () => readTunings(recall(TUNINGS_KEY) ?? writeTunings([]));

function adapterInUse(): AdapterDescription | undefined {
  const { gpu } = useGpu.getState();
  return gpu.state === "open" && gpu.available ? gpu.adapter : undefined;
}

/** Keeps tunings in the browser's storage. Returns their text. */
function keep(tunings: readonly KeptTuning[]): string {
  const text = writeTunings(tunings);
  useTuning.setState({ isStored: remember(TUNINGS_KEY, text) });
  return text;
}

/** Forgets the sizes of the adapter in use: its kernels have their usual sizes again. */
export function forgetTuning(): void {
  const adapter = adapterInUse();
  if (!adapter) return;
  tuning.clear();
  void worker.useTunings(keep(withoutTuning(keptTunings().tunings, adapter)));
  useTuning.setState({ kept: undefined });
}

tuning.store.subscribe(({ step, phase }, last) => {
  const adapter = adapterInUse();
  if (!adapter || !step?.state.results.some(({ timing }) => timing)) return;
  if (step === last.step && phase === last.phase) return;
  const about = { version, measured: new Date().toISOString(), before: useTuning.getState().kept };
  const kept = keptTuning(step.state, adapter, about);
  useTuning.setState({ kept });
  const text = keep([kept, ...withoutTuning(keptTunings().tunings, adapter)]);
  // While the worker measures it sets the sizes itself. Later it needs them for devices that it opens after a loss.
  if (phase !== "running") void worker.useTunings(text);
});

/**
 * Shows what is kept for the adapter in use, and resumes a tuning that the worker's end has interrupted. Says if what is kept is
 * damaged or no longer holds, and drops it.
 */
export function heedKept(): void {
  const heed = () => {
    const adapter = adapterInUse();
    if (!adapter) return;
    const { tunings, problem } = keptTunings();
    const { tuning: kept, stale } = tuningOf(tunings, adapter, version);
    useTuning.setState({ kept });
    void tuning.recover();
    if (problem) say(`The workgroup sizes that this browser kept cannot be read: ${problem}. Measure them again.`);
    if (stale) say(`Threeray drops the workgroup sizes of this GPU: ${stale}. Measure them again.`);
    if (problem || stale) keep(stale ? withoutTuning(tunings, adapter) : tunings);
  };
  heed();
  useGpu.subscribe((now, before) => {
    if (now.gpu !== before.gpu) heed();
  });
}
