import { create } from "zustand";
import { equal } from "#core/configuration/equal.ts";
import { listOf } from "#core/configuration/list-of.ts";
import type { OpenHints } from "#core/capture/registry.ts";
import type { UnpackProgress } from "#core/capture/archives/unpack.ts";
import type { Annotation } from "#core/capture/recording.ts";
import type { RecordingSummary } from "#core/capture/runs.ts";
import { describeFailure, type Failure } from "../../elements/failure.ts";
import { isReady, useCallError, useGpu, worker } from "../engine.ts";
import { say, unsay } from "../../elements/notices.ts";

/** An open recording: its description. */
export interface OpenedRecording extends RecordingSummary {
  annotations: readonly Annotation[];
}

/** A wish to open something. The newest one wins. */
export interface OpenRequest {
  /** They count from 1. */
  number: number;
  /** The name of an example; undefined for files. */
  example?: string;
}

interface RecordingStore {
  /** The newest request to open something, counted when the person or a link asks, before anything is fetched or read. */
  request?: OpenRequest;
  /** The names of the files being read, the bytes read so far, and the progress of one that is being unpacked. */
  reading?: { names: string; bytes: number; unpacking?: UnpackProgress };
  /** A file being written or checked, and the progress. */
  saving?: { what: string; share: number };
  /**
   * The last opened files, kept for opening them again with other hints, and the name of the example if they are one.
   */
  files: File[];
  hints: OpenHints;
  example?: string;
  /** Bytes read of them so far. */
  read: number;
  recordings: OpenedRecording[];
  /** Index of the current recording. */
  chosen: number;
  /** Whether its annotations were edited and not saved. */
  edited: boolean;
  /** The person has accepted a guessed format. */
  formatConfirmed: boolean;
  /** Whether the samples match the hash in the file. */
  genuine?: boolean;
  /** Why the last files were refused. The open recording stays open. */
  refused?: string;
  /** Those files, if they were read. */
  refusedFiles?: readonly File[];
  /** The open files, once the browser no longer reads them: they were changed, moved or removed. */
  unreadable?: readonly File[];
  failure?: Failure;
}

export const useRecording = create<RecordingStore>()(() => ({
  files: [],
  hints: {},
  read: 0,
  recordings: [],
  chosen: 0,
  edited: false,
  formatConfirmed: true,
}));

/** Returns the current recording. */
export const shownRecording = ({ recordings, chosen }: RecordingStore) => recordings.at(chosen);

/** Returns the title of an opened recording that is no example, so that no link can hold it. */
export function ownFile(): string | undefined {
  const state = useRecording.getState();
  return state.example === undefined ? shownRecording(state)?.title : undefined;
}

/** The number of the newest request whose recordings the worker holds, and of the one whose progress is shown. */
let [held, reported] = [0, 0];
/** The hints of the last request to open. The next correction adds to them. */
let asked: OpenHints = {};

/** Asks the person before edited annotations that are not saved are lost. */
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

/** Asks to open something. Everything that was asked for before ends without a message, even while it is fetched. */
export function requestOpening(example?: string): OpenRequest {
  const request = { number: (useRecording.getState().request?.number ?? 0) + 1, example };
  useRecording.setState({ request });
  return request;
}

export const isNewest = (request: OpenRequest) => useRecording.getState().request === request;

/** Ends what is being opened. The open recordings stay. */
export function endOpening(): void {
  requestOpening();
  void worker.ask("capture", "endReading");
}

/**
 * Opens files as recordings. `hints` override the files' own description.
 *
 * @param request Of an earlier moment, if the files had to be fetched or made since.
 * @returns Whether they are open.
 */
export async function openFiles(
  files: File[],
  hints: OpenHints = {},
  example?: string,
  request = requestOpening(example),
): Promise<boolean> {
  const names = listOf(files.map((file) => file.name));
  const last = useRecording.getState();
  const same = files === last.files && equal(hints, last.hints);
  if (!same) await mayLeave();
  if (!isNewest(request)) return false;
  const mine = request.number;
  reported = mine;
  asked = hints;
  let [opened, ended, read] = [false, false, 0];
  useRecording.setState({
    reading: { names, bytes: 0 },
    refused: undefined,
    refusedFiles: undefined,
    failure: undefined,
  });
  try {
    const summaries = await worker.ask("capture", "open", files, hints, (bytes, unpacking) => {
      read = bytes;
      if (opened && files === useRecording.getState().files) useRecording.setState({ read });
      // Progress may still arrive after a refusal.
      else if (!ended && mine === reported) useRecording.setState({ reading: { names, bytes, unpacking } });
    });
    const recordings = await Promise.all(summaries.map(withAnnotations));
    // The page shows what the worker holds, also while the worker still reads what a newer request asks for.
    if (mine < held) return false;
    held = mine;
    opened = true;
    const { files: before, chosen, formatConfirmed } = useRecording.getState();
    const again = files === before;
    useRecording.setState({
      files,
      hints,
      example,
      read,
      recordings,
      chosen: again && chosen < recordings.length ? chosen : 0,
      formatConfirmed: again ? formatConfirmed : !recordings.some(({ uncertain }) => uncertain),
      genuine: undefined,
      unreadable: undefined,
    });
    return true;
  } catch (error) {
    if (!isNewest(request)) return false;
    asked = useRecording.getState().hints;
    // The open recording stays, with its edited annotations.
    if (last.edited) useRecording.setState({ edited: true });
    const { name, message } = error as Error;
    if (name === "AbortError") say(`Reading ${names} was stopped.`);
    else if (name === "CaptureError") useRecording.setState({ refused: message, refusedFiles: files });
    else useRecording.setState({ failure: describeFailure(`${names} could not be read.`, error) });
    return false;
  } finally {
    ended = true;
    if (mine === reported) useRecording.setState({ reading: undefined });
  }
}

/** Adds the annotations, which may be very many: each part comes in its own task. */
async function withAnnotations(summary: RecordingSummary, index: number): Promise<OpenedRecording> {
  const annotations: Annotation[] = [];
  while (annotations.length < summary.annotationCount) {
    annotations.push(...(await worker.ask("capture", "annotations", index, annotations.length)));
  }
  return { ...summary, annotations };
}

// A browser finds that a file was changed only when it reads it, for any part of the page.
useCallError.subscribe(({ error }) => {
  if ((error as Error).name === "CaptureError") void checkFiles();
});

async function checkFiles(): Promise<void> {
  const { files } = useRecording.getState();
  const reads = await Promise.allSettled(files.map((file) => file.slice(0, 1).arrayBuffer()));
  const isUnreadable = reads.some(({ status }) => status === "rejected");
  if (isUnreadable && files === useRecording.getState().files) useRecording.setState({ unreadable: files });
}

/** Opens the current files again with further hints. */
export function correctReading(change: OpenHints): void {
  const { files, example } = useRecording.getState();
  void openFiles(files, { ...asked, ...change }, example);
}

/** Shows another of the recordings that were opened together. */
export async function chooseRecording(chosen: number): Promise<void> {
  await mayLeave();
  useRecording.setState({ chosen, genuine: undefined });
}

/** Shows why files are refused. */
export function refuseFiles(refused: string): void {
  useRecording.setState({ refused, refusedFiles: undefined });
}

export function stopRecording(): void {
  void worker.stop();
}

/** Returns true if recordings can be opened; otherwise shows the reason. */
export function canOpen(): boolean {
  if (isReady(useGpu.getState())) return true;
  refuseFiles("Recordings need a GPU, and none is available.");
  return false;
}
