import { create } from "zustand";
import type { ReceivedPacket } from "#core/telemetry/experiment/figures/packets.ts";
import type { ReceiveResult } from "#core/telemetry/experiment/receive.ts";
import type { ReceptionNotes } from "#core/telemetry/experiment/reception.ts";
import { type EqualizerName, receiverSettings } from "#core/telemetry/experiment/scenario.ts";
import { download } from "../../../figures/download.ts";
import { whole } from "../../../format.ts";
import { isWorkerLoss, worker } from "../../../kit/engine.ts";
import { createReception } from "../../../kit/recording/reception.ts";
import { type OpenedRecording, shownRecording, useRecording } from "../../../kit/recording/recording.ts";
import { making } from "../../../kit/recording/saving.ts";
import { useScenario } from "../store/scenario.ts";

/** What the telemetry receiver found in a recording. */
interface Found {
  packets: readonly ReceivedPacket[];
  results: readonly ReceiveResult[];
  /** Samples that hold a NaN or an infinity. */
  nonFinite: number;
}

/** The telemetry receiver, as the scenario sets it, on the recording that is shown. */
export const reception = createReception({
  experiment: "reception",
  nothing: { packets: [], results: [], nonFinite: 0 } as Found,
  of: useScenario,
  config: ({ scenario }) => receiverSettings(scenario),
  add: ({ packets }, { packets: more, results, nonFinite }) => ({ packets: [...packets, ...more], results, nonFinite }),
  count: ({ packets }) => `${whole(packets.length)} ${packets.length === 1 ? "packet" : "packets"}`,
});

/** What the receiver says of the recordings that are open, in their order. */
const useNotes = create<{ of: readonly OpenedRecording[]; notes: readonly ReceptionNotes[] }>()(() => ({
  of: [],
  notes: [],
}));

/** Asks what the receiver says of the recordings that have been opened. */
async function askNotes(of: readonly OpenedRecording[]): Promise<void> {
  if (of.length === 0) return useNotes.setState({ of, notes: [] });
  const notes = await worker.ask("reception", "notes").catch((error: Error): ReceptionNotes[] => {
    // After a restart of the worker the recordings are opened again.
    return isWorkerLoss(error) ? [] : of.map(() => ({ notes: [], refusal: error.message }));
  });
  if (of === useRecording.getState().recordings) useNotes.setState({ of, notes });
}

useRecording.subscribe(({ recordings }, before) => {
  if (recordings !== before.recordings) void askNotes(recordings);
});
void askNotes(useRecording.getState().recordings);

/** What the receiver says of a recording that is open; undefined until it has looked at it. */
export function useNotesOf(recording: OpenedRecording): ReceptionNotes | undefined {
  return useNotes(({ of, notes }) => notes[of.indexOf(recording)]);
}

/** False while the receiver refuses the recording that is shown, or has not looked at it yet. */
export function takes(): boolean {
  const { of, notes } = useNotes.getState();
  const recording = shownRecording(useRecording.getState());
  const note = recording && notes[of.indexOf(recording)];
  return note !== undefined && note.refusal === undefined;
}

/** Saves the bits that an equalizer decided in the last reception: one byte per bit, 6144 per packet. */
export async function saveBits(equalizer: EqualizerName): Promise<void> {
  const { recordings, chosen } = useRecording.getState();
  download(
    `${recordings[chosen].title}-${equalizer}.bits`,
    await worker.ask("reception", "bits", equalizer),
    "application/octet-stream",
  );
}

/** Saves the scenario's signal as a SigMF archive that carries the scenario. */
export function saveScenario(): Promise<void> {
  const { scenario } = useScenario.getState();
  const name = `threeray-${scenario.channel}-${scenario.ebn0}dB-${scenario.packets}`;
  return making("Making the recording", async (onProgress) => {
    const archive = await worker.ask("reception", "save", scenario, name, onProgress);
    if (archive) download(`${name}.sigmf`, archive, "application/x-tar");
    return archive !== undefined;
  });
}
