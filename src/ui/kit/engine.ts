import { create } from "zustand";
import { connectWorker, WorkerEndedError } from "../../worker/client.ts";
import type { Availability } from "../../worker/protocol.ts";
import { describeFailure, type Failure } from "../elements/failure.ts";
import { recall } from "../elements/memory.ts";
import { say } from "../elements/notices.ts";

export type GpuStatus =
  | { state: "opening" }
  | { state: "failed"; failure: Failure }
  | ({ state: "open" } & Availability);

interface GpuStore {
  gpu: GpuStatus;
}

/** The state of the device. */
export const useGpu = create<GpuStore>()(() => ({ gpu: { state: "opening" } }));

/** A worker is not restarted after this many deaths. */
const MOST_RESTARTS = 3;
let restarts = 0;

/** The last error of a call to the worker, for those who watch all of them. */
export const useCallError = create<{ error?: unknown }>()(() => ({}));

/** The client of the worker. */
export const worker = connectWorker({
  onError: (error) => useCallError.setState({ error }),
  onDeath(reason) {
    const { gpu } = useGpu.getState();
    if (gpu.state !== "open" || ++restarts > MOST_RESTARTS) return;
    say(`The worker stopped and was restarted. ${reason}`, "warning", { everywhere: true });
    void startGpu();
  },
});

/** Under this key the browser keeps workgroup sizes that were measured on this computer's GPUs. */
export const TUNINGS_KEY = "threeray.tunings";

/** Opens the device: at first, after a restart of the worker, and when the person tries again. */
export async function startGpu(): Promise<void> {
  useGpu.setState({ gpu: { state: "opening" } });
  try {
    const kept = recall(TUNINGS_KEY);
    // Calls keep their order, so the device opens with these sizes.
    if (kept) void worker.useTunings(kept);
    const availability = await worker.open(({ message, kind }) => {
      say(message, kind === "gpu error" ? "warning" : "info", { everywhere: true });
    });
    useGpu.setState({ gpu: { state: "open", ...availability } });
  } catch (error) {
    const failure = describeFailure("The worker could not be started.", error);
    useGpu.setState({ gpu: { state: "failed", failure } });
  }
}

/** Returns true if there is a device. */
export function isReady({ gpu }: GpuStore): boolean {
  return gpu.state === "open" && gpu.available;
}

/** True on a CPU that emulates a GPU: correct results, timings without meaning. */
export function isSoftware({ gpu }: GpuStore): boolean {
  return gpu.state === "open" && gpu.available && gpu.adapter.software;
}

/** Figures repeat a call that died with its worker, so it needs no second message. */
export function isWorkerLoss(error: unknown): boolean {
  return error instanceof WorkerEndedError;
}
