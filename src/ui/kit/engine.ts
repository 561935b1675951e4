import { create } from "zustand";
import { connectLab, WorkerLostError } from "../../worker/client.ts";
import type { Availability } from "../../worker/protocol.ts";
import { describeFailure, type Failure } from "../elements/failure.ts";
import { say } from "../elements/notices.ts";

export type GpuStatus =
  | { state: "opening" }
  | { state: "failed"; failure: Failure }
  | ({ state: "open" } & Availability);

interface LabStore {
  gpu: GpuStatus;
}

/** Whether there is something to compute on. */
export const useLab = create<LabStore>()(() => ({ gpu: { state: "opening" } }));

/** A worker that dies again and again is not started for ever. */
const MOST_RESTARTS = 3;
let restarts = 0;

/** The core, behind its worker. */
export const lab = connectLab({
  onDeath(reason) {
    const { gpu } = useLab.getState();
    if (gpu.state !== "open" || ++restarts > MOST_RESTARTS) return;
    say(`The worker stopped and was started again. ${reason}`, "warning", { everywhere: true });
    void openLab();
  },
});

/** Opens the device; also after the worker was restarted, and when the person asks for another try. */
export async function openLab(): Promise<void> {
  useLab.setState({ gpu: { state: "opening" } });
  try {
    const availability = await lab.open(({ message, kind }) => {
      say(message, kind === "gpu error" ? "warning" : "info", { everywhere: true });
    });
    useLab.setState({ gpu: { state: "open", ...availability } });
  } catch (error) {
    const failure = describeFailure("The worker that computes could not be started.", error);
    useLab.setState({ gpu: { state: "failed", failure } });
  }
}

/** True when there is a device. */
export function isReady({ gpu }: LabStore): boolean {
  return gpu.state === "open" && gpu.available;
}

/** True on a CPU that stands in for a GPU: right results, meaningless timings. */
export function isSoftware({ gpu }: LabStore): boolean {
  return gpu.state === "open" && gpu.available && gpu.adapter.software;
}

/** A call that died with its worker is asked again by whoever watches the scenario: nothing to tell the person twice. */
export function isWorkerLoss(error: unknown): boolean {
  return error instanceof WorkerLostError;
}
