import { create } from "zustand";
import type { OpenHints } from "#core/capture/registry.ts";
import type { ReceivedPacket, ReceiveResult } from "#core/experiments/receive.ts";
import type { EqualizerName } from "#core/experiments/scenario.ts";
import type { RecordingSummary } from "../../worker/protocol.ts";
import { download } from "../figures/download.ts";
import { describeFailure, type Failure } from "./failure.ts";
import { lab } from "./lab.ts";
import { useScenario } from "./scenario.ts";
import { say } from "./view.ts";

export interface Reception {
  phase: "running" | "stopped" | "finished";
  progress: number;
  remainingMs?: number;
  ms: number;
  packets: ReceivedPacket[];
  results: ReceiveResult[];
}

interface RecordingStore {
  /** Files being read, and the bytes so far. */
  reading?: { names: string; bytes: number };
  /** Share of a recording that is being saved. */
  saving?: number;
  /** The last files that were opened, for another reading with other hints. */
  files: File[];
  hints: OpenHints;
  recordings: RecordingSummary[];
  /** The one of them that is shown. */
  chosen: number;
  reception?: Reception;
  /** Why the last files were refused; what was open stays open. */
  refused?: string;
  failure?: Failure;
}

export const useRecording = create<RecordingStore>()(() => ({ files: [], hints: {}, recordings: [], chosen: 0 }));

/** Opens files as recordings. `hints` are what the person knows better than the files. */
export async function openFiles(files: File[], hints: OpenHints = {}): Promise<void> {
  const names = files.map((file) => file.name).join(", ");
  useRecording.setState({ reading: { names, bytes: 0 }, refused: undefined, failure: undefined });
  try {
    const recordings = await lab.openRecordings(files, hints, (bytes) => {
      if (useRecording.getState().reading) useRecording.setState({ reading: { names, bytes } });
    });
    useRecording.setState({ files, hints, recordings, chosen: 0, reception: undefined });
  } catch (error) {
    const { name, message } = error as Error;
    if (name === "AbortError") say(`Reading ${names} was stopped.`);
    else if (name === "CaptureError") useRecording.setState({ refused: message });
    else useRecording.setState({ failure: describeFailure(`${names} could not be read.`, error) });
  } finally {
    useRecording.setState({ reading: undefined });
  }
}

/** Runs the receiver, as the rail has it set, on the recording that is shown. */
export async function receiveRecording(): Promise<void> {
  const { chosen } = useRecording.getState();
  const start = performance.now();
  let reception: Reception = { phase: "running", progress: 0, ms: 0, packets: [], results: [] };
  useRecording.setState({ reception, failure: undefined });
  const update = (change: Partial<Reception>) => {
    reception = { ...reception, ...change, ms: performance.now() - start };
    useRecording.setState({ reception });
  };
  try {
    await lab.receive(chosen, useScenario.getState().scenario, ({ progress, packets, results }) => {
      const elapsed = performance.now() - start;
      const remainingMs = (elapsed * (1 - progress)) / progress;
      update({ progress, remainingMs, results, packets: [...reception.packets, ...packets] });
    });
    update({ phase: reception.progress < 1 ? "stopped" : "finished" });
  } catch (error) {
    useRecording.setState({
      reception: undefined,
      failure: describeFailure("The recording could not be received.", error),
    });
  }
}

/** Saves the bits that an equalizer decided in the last reception: one byte a bit, 6144 a packet. */
export async function saveBits(equalizer: EqualizerName): Promise<void> {
  const { recordings, chosen } = useRecording.getState();
  download(
    `${recordings[chosen].title}-${equalizer}.bits`,
    await lab.decidedBits(equalizer),
    "application/octet-stream",
  );
}

/** Saves the scenario's own signal as a SigMF archive that carries the scenario. */
export async function saveScenario(): Promise<void> {
  const { scenario } = useScenario.getState();
  const name = `threeray-${scenario.channel}-${scenario.ebn0}dB-${scenario.packets}`;
  useRecording.setState({ saving: 0, failure: undefined });
  try {
    const archive = await lab.saveRecording(scenario, name, (saving) => {
      if (useRecording.getState().saving !== undefined) useRecording.setState({ saving });
    });
    if (archive) download(`${name}.sigmf`, archive, "application/x-tar");
    else say("Saving was stopped.");
  } catch (error) {
    useRecording.setState({ failure: describeFailure("The recording could not be saved.", error) });
  } finally {
    useRecording.setState({ saving: undefined });
  }
}

export function stopRecording(): void {
  void lab.stop();
}
