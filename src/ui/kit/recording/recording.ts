import { create } from "zustand";
import type { OpenHints } from "#core/capture/registry.ts";
import type { ExcerptFile } from "#core/capture/excerpt-file.ts";
import type { RecordingSummary } from "#core/capture/runs.ts";
import { download } from "../../figures/download.ts";
import { describeFailure, type Failure } from "../../elements/failure.ts";
import { isReady, lab, useLab } from "../engine.ts";
import { say, unsay } from "../../elements/notices.ts";

/** A recording that is open: what can be shown of it. */
export type OpenedRecording = RecordingSummary;

interface RecordingStore {
  /** Files being read, and the bytes so far. */
  reading?: { names: string; bytes: number };
  /** A file that is being made, or checked, and its share that is done. */
  saving?: { what: string; share: number };
  /** The last files that were opened, for another reading with other hints, and the example that they are. */
  files: File[];
  hints: OpenHints;
  example?: string;
  /** Bytes that have been read of them. */
  read: number;
  recordings: OpenedRecording[];
  /** The one of them that is shown. */
  chosen: number;
  /** Its annotations were edited, and are in no file yet. */
  edited: boolean;
  /** The person has looked at a guess, and lets it be. */
  believed: boolean;
  /** Whether the samples are those of the hash in the file. */
  genuine?: boolean;
  /** Why the last files were refused; what was open stays open. */
  refused?: string;
  failure?: Failure;
}

export const useRecording = create<RecordingStore>()(() => ({
  files: [],
  hints: {},
  read: 0,
  recordings: [],
  chosen: 0,
  edited: false,
  believed: true,
}));

/** The recording that is shown. */
export const shownRecording = ({ recordings, chosen }: RecordingStore) => recordings.at(chosen);

let openings = 0;
/** The hints of the last opening that was asked for: the next correction adds to them. */
let asked: OpenHints = {};

/** Waits for the person's word where annotations would be lost that are in no file yet. */
async function mayLeave(): Promise<void> {
  const { edited } = useRecording.getState();
  if (!edited) return;
  const text = `The annotations of “${shownRecording(useRecording.getState())?.title}” were edited and are not saved.`;
  await new Promise<void>((resolve) =>
    say(text, "warning", { action: { label: "Discard changes and open", run: resolve } }),
  );
  unsay(text);
  useRecording.setState({ edited: false });
}

/** Opens files as recordings. `hints` are what the person knows better than the files. */
export async function openFiles(files: File[], hints: OpenHints = {}, example?: string): Promise<boolean> {
  const names = files.map((file) => file.name).join(", ");
  const same =
    files === useRecording.getState().files && JSON.stringify(hints) === JSON.stringify(useRecording.getState().hints);
  if (!same) await mayLeave();
  const mine = ++openings;
  asked = hints;
  let [opened, ended, read] = [false, false, 0];
  useRecording.setState({ reading: { names, bytes: 0 }, refused: undefined, failure: undefined });
  try {
    const recordings = await lab.ask("capture", "open", files, hints, (bytes) => {
      read = bytes;
      if (opened && files === useRecording.getState().files) useRecording.setState({ read });
      // What was read on the way to a refusal may be told after it.
      else if (!ended && mine === openings) useRecording.setState({ reading: { names, bytes } });
    });
    if (mine !== openings) return false;
    opened = true;
    const { files: before, chosen, believed } = useRecording.getState();
    const again = files === before;
    useRecording.setState({
      files,
      hints,
      example,
      read,
      recordings,
      chosen: again && chosen < recordings.length ? chosen : 0,
      believed: again ? believed : !recordings.some(({ uncertain }) => uncertain),
      genuine: undefined,
    });
    return true;
  } catch (error) {
    if (mine !== openings) return false;
    asked = useRecording.getState().hints;
    const { name, message } = error as Error;
    if (name === "AbortError") say(`Reading ${names} was stopped.`);
    else if (name === "CaptureError") useRecording.setState({ refused: message });
    else useRecording.setState({ failure: describeFailure(`${names} could not be read.`, error) });
    return false;
  } finally {
    ended = true;
    if (mine === openings) useRecording.setState({ reading: undefined });
  }
}

/** Reads the files that are open again, knowing more. */
export function correctReading(change: OpenHints): void {
  const { files, example } = useRecording.getState();
  void openFiles(files, { ...asked, ...change }, example);
}

/** Shows another of the recordings that were opened together. */
export async function chooseRecording(chosen: number): Promise<void> {
  await mayLeave();
  useRecording.setState({ chosen, genuine: undefined });
}

/** Says why files are not taken. */
export function refuseFiles(refused: string): void {
  useRecording.setState({ refused });
}

const EXTENSION = { sigmf: "sigmf", "wav-f32": "wav", "wav-i16": "wav" } as const;

/** Saves a part of the recording that is shown. */
export function saveExcerpt(file: ExcerptFile): Promise<void> {
  const { chosen } = useRecording.getState();
  return making(`Saving ${file.name}`, async (onProgress) => {
    const blob = await lab.ask("capture", "save", chosen, file, onProgress);
    if (blob) download(`${file.name}.${EXTENSION[file.format]}`, blob, blob.type);
    const { start, count } = file.part;
    const whole = start === 0 && count === shownRecording(useRecording.getState())?.samples;
    if (blob && whole && file.format === "sigmf") useRecording.setState({ edited: false });
    return blob !== undefined;
  });
}

/** Compares the samples of the recording that is shown with the hash in its file. */
export function verifyRecording(): Promise<void> {
  const { chosen } = useRecording.getState();
  useRecording.setState({ genuine: undefined });
  return making("Checking the samples", async (onProgress) => {
    const genuine = await lab.ask("capture", "verify", chosen, onProgress);
    useRecording.setState({ genuine });
    return genuine !== undefined;
  });
}

/** Does something that takes a while, and says how far it is; `work` tells whether it was done. */
export async function making(
  what: string,
  work: (onProgress: (share: number) => void) => Promise<boolean>,
): Promise<void> {
  useRecording.setState({ saving: { what, share: 0 }, failure: undefined });
  try {
    const done = await work((share) => {
      if (useRecording.getState().saving) useRecording.setState({ saving: { what, share } });
    });
    if (!done) say(`${what} was stopped.`);
  } catch (error) {
    useRecording.setState({ failure: describeFailure(`${what} failed.`, error) });
  } finally {
    useRecording.setState({ saving: undefined });
  }
}

export function stopRecording(): void {
  void lab.stop();
}

/** True when files can be looked at; says why not where they cannot. */
export function canOpen(): boolean {
  if (isReady(useLab.getState())) return true;
  refuseFiles("There is no GPU to look at recordings with.");
  return false;
}
