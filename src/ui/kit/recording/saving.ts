import type { ExcerptFile } from "#core/capture/excerpt-file.ts";
import type { Annotation } from "#core/capture/recording.ts";
import type { Box } from "#core/signals/detection.ts";
import { describeFailure } from "../../elements/failure.ts";
import { say } from "../../elements/notices.ts";
import { download } from "../../figures/download.ts";
import { worker } from "../engine.ts";
import { shownRecording, useRecording } from "./recording.ts";

/** Returns a file's name with the ending of its format. */
export const fileName = (name: string, format: ExcerptFile["format"]) => `${name}.${format.split("-")[0]}`;

/** Saves a part of the current recording. */
export function saveExcerpt(file: ExcerptFile): Promise<void> {
  const { chosen } = useRecording.getState();
  return making(`Saving ${file.name}`, async (onProgress) => {
    const blob = await worker.ask("capture", "save", chosen, file, onProgress);
    if (blob) download(fileName(file.name, file.format), blob, blob.type);
    const { start, count } = file.part;
    const whole = start === 0 && count === shownRecording(useRecording.getState())?.samples;
    if (blob && whole && file.format === "sigmf") useRecording.setState({ edited: false });
    return blob !== undefined;
  });
}

/** A box of the current recording: samples, Hz from the centre, and a channel. */
export type CutBox = Parameters<typeof makeBand>[0];

/** Returns a band of the current recording as a file; undefined after a stop. */
export const makeBand = (box: Box & { channel: number }, file: BandFile, onProgress: (share: number) => void) =>
  worker.ask("signals", "saveBand", useRecording.getState().chosen, box, file, onProgress);

export type BandFile = Omit<ExcerptFile, "part">;

/** Saves a band of the current recording: mixed to frequency 0, filtered, decimated. */
export function saveBand(box: CutBox, file: BandFile): Promise<void> {
  return making(`Saving ${file.name}`, async (onProgress) => {
    const blob = await makeBand(box, file, onProgress);
    if (blob) download(fileName(file.name, file.format), blob, blob.type);
    return blob !== undefined;
  });
}

/** Saves the current recording's metadata with other annotations, as a SigMF file to be kept beside its samples. */
export function saveMetadata(annotations: readonly Annotation[]): Promise<void> {
  const { chosen } = useRecording.getState();
  const recording = shownRecording(useRecording.getState());
  if (!recording) return Promise.resolve();
  const name = `${recording.title}.sigmf-meta`;
  return making(`Saving ${name}`, async () => {
    const { text, dataset } = await worker.ask("capture", "metadata", chosen, [...annotations]);
    download(name, new Blob([text], { type: "application/json" }), "application/json");
    const where =
      dataset === undefined
        ? "Put it in the place of the recording’s own one."
        : dataset === null
          ? "It holds annotations only, because SigMF cannot name the samples of this format. “Save the recording” keeps both together."
          : `It names ${dataset}: keep both files in one folder.`;
    say(`${name} was saved. ${where}`);
    useRecording.setState({ edited: false });
    return true;
  });
}

/** Compares the samples of the current recording with the hash in its file. */
export function verifyRecording(): Promise<void> {
  const { chosen } = useRecording.getState();
  useRecording.setState({ genuine: undefined });
  return making("Checking the samples", async (onProgress) => {
    const genuine = await worker.ask("capture", "verify", chosen, onProgress);
    useRecording.setState({ genuine });
    return genuine !== undefined;
  });
}

let makings = 0;

/** Does slow work and shows its progress. `work` returns whether it was completed. */
export async function making(
  what: string,
  work: (onProgress: (share: number) => void) => Promise<boolean>,
): Promise<void> {
  // The status shows the newest one.
  const mine = ++makings;
  useRecording.setState({ saving: { what, share: 0 }, failure: undefined });
  try {
    const done = await work((share) => {
      if (mine === makings && useRecording.getState().saving) useRecording.setState({ saving: { what, share } });
    });
    if (!done) say(`${what} was stopped.`);
  } catch (error) {
    useRecording.setState({ failure: describeFailure(`${what} failed.`, error) });
  } finally {
    if (mine === makings) useRecording.setState({ saving: undefined });
  }
}
