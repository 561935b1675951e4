import { create } from "zustand";
import type { RadioStatus } from "#core/live/radio.ts";
import type { RecorderStatus } from "#core/live/recorder.ts";
import { findReceiver, RECEIVERS, usbOf } from "../../../../worker/sources/usb.ts";
import { describeFailure, type Failure } from "../../../elements/failure.ts";
import { say, unsay } from "../../../elements/notices.ts";
import { download } from "../../../figures/download.ts";
import { isWorkerLoss, worker } from "../../../kit/engine.ts";
import { useStorageDialog } from "../../../kit/kept/storage-dialog.ts";

interface RadioStore {
  /** Whether the browser can open receivers. */
  hasUsb: boolean;
  /** Name of a receiver that this page may open and that is connected. */
  paired?: string;
  /** Of the radio that a graph has open; the last one after its end. */
  status?: RadioStatus;
  /** Set while the radio is recorded. */
  recording?: RecorderStatus;
  failure?: Failure;
}

// Tests in Node.js have no navigator.
const usb = usbOf(globalThis.navigator);

export const useRadio = create<RadioStore>()(() => ({ hasUsb: usb !== undefined }));
const set = useRadio.setState;

let isWatching = false;

/** Follows the receivers that are plugged in and out, and the radio in the worker. It opens none. */
export function watchRadio(): void {
  if (!usb) return;
  void findPaired();
  void worker.watchRadio((status) => set({ status }));
  if (isWatching) return;
  isWatching = true;
  usb.addEventListener("connect", () => void findPaired());
  usb.addEventListener("disconnect", () => void findPaired());
}

async function findPaired(): Promise<void> {
  const found = usb && (await findReceiver(usb));
  set({ paired: found && (found.device.productName ?? found.kind) });
}

/** Asks the person for a receiver. Call it after a click; the worker opens the receiver when a graph runs. */
export async function connectRadio(): Promise<void> {
  set({ failure: undefined });
  try {
    await usb?.requestDevice({ filters: RECEIVERS });
  } catch (error) {
    // The person closed the browser's list.
    if ((error as Error).name === "NotFoundError") return;
    set({ failure: describeFailure("The radio could not be connected.", error) });
  }
  await findPaired();
}

/**
 * Records the radio while the graph runs, into the browser's storage. There it survives a crash and a closed tab, and the
 * person opens it, saves it or deletes it. What does not fit is saved as a file at the end.
 */
export async function recordRadio(): Promise<void> {
  const { status } = useRadio.getState();
  if (!status) return;
  set({ failure: undefined });
  const name = recordingName(status.request.frequency, new Date());
  try {
    set({ recording: { bytes: 0, seconds: 0 } });
    // Where the browser agrees, only the person deletes what is kept. Some browsers ask the person.
    void navigator.storage?.persist?.().catch(() => {});
    const { archive } = await worker.record(name, (recording) => {
      if (useRadio.getState().recording) set({ recording });
    });
    const message = useRadio.getState().recording?.message;
    const why = message ? `${message}. ` : "";
    if (archive) {
      download(`${name}.sigmf`, archive, archive.type);
      say(`${why}The recording ${name} is saved.`, message ? "warning" : "info");
    } else {
      const text = `${why}The recording ${name} is kept in this browser.`;
      const run = () => {
        unsay(text);
        useStorageDialog.getState().open();
      };
      say(text, message ? "warning" : "info", { action: { label: "Open, save or delete", run } });
    }
  } catch (error) {
    const until = isWorkerLoss(error) ? " What came until then is kept in this browser: see Help, Storage." : "";
    set({ failure: describeFailure(`The radio could not be recorded.${until}`, error) });
  } finally {
    set({ recording: undefined });
  }
}

export const stopRecording = (): void => void worker.stopRecording();

/** Returns a name with time (UTC) and frequency, e.g. "radio_20260102_030405_100.000MHz". */
export function recordingName(frequency: number, time: Date): string {
  const digits = time.toISOString().replace(/\..*$/, "").replace(/[-:]/g, "").replace("T", "_");
  return `radio_${digits}_${(frequency / 1e6).toFixed(3)}MHz`;
}
