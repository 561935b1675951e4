import { type Context, moved, onDevice, untilStopped } from "../experiment.ts";
import type { Gpu } from "../gpu/device.ts";
import { afterUrgent, urgently } from "../thread/urgent.ts";
import { resilient } from "../gpu/host.ts";
import type { OpenTemporary, TemporaryFile } from "../temporary-file.ts";
import { blobOf } from "./blob.ts";
import type { BlobLike } from "../blob-like.ts";
import type { ByteSource } from "./byte-source.ts";
import { CaptureError } from "./capture-error.ts";
import type { Excerpt } from "./excerpt.ts";
import { excerptBytes, type ExcerptFile, MEDIA_TYPES } from "./excerpt-file.ts";
import { opened, openedRecording } from "./opened.ts";
import { createOverview, growOverview, type OverviewStep } from "./overview.ts";
import { previewRecording, type RecordingPreview, surveyRecording } from "./preview.ts";
import type { Annotation, Recording } from "./recording.ts";
import { stemOf } from "./file-name.ts";
import { sigmfTextOf, withAnnotations, withDataset } from "./formats/sigmf-rewrite.ts";
import { missingPart } from "./refinement.ts";
import { type OpenHints, openRecording } from "./registry.ts";
import type { UnpackProgress } from "./archives/unpack.ts";
import { overviewOf, pictureWithin } from "./viewing.ts";
import type { WaterfallView } from "./waterfall.ts";

/** A recording without its samples, for the page. */
export interface RecordingSummary extends Omit<
  Recording,
  "read" | "verify" | "datatype" | "metadataText" | "annotations"
> {
  /** How many there are: the page asks for them in parts. */
  annotationCount: number;
  /** SigMF's name for the sample type, and whether it is complex. */
  datatype: string;
  complex: boolean;
  /** True if the file has a hash of its samples. */
  hashed: boolean;
  preview: RecordingPreview;
}

/** Parts in finer cells that are kept; each has at most 20 MB. */
const MOST_PARTS = 4;
/** Annotations per answer: the page takes some milliseconds for them. */
const ANNOTATIONS_PER_PART = 1000;
/** Pause between two reports of progress, ms. */
const TELL_MS = 100;

export const asks = {
  /**
   * Opens the recordings in some files, and closes the open ones. It reads files in place, and only the necessary parts;
   * compressed files are unpacked in memory or in a temporary file.
   *
   * @param onRead Called with the bytes read so far, and the progress of a file that is being unpacked.
   */
  async open(
    context: Context,
    files: readonly (BlobLike & { readonly name: string; readonly lastModified?: number })[],
    hints: OpenHints,
    onRead: (bytes: number, unpacking?: UnpackProgress) => void,
  ): Promise<RecordingSummary[]> {
    const signal = context.begin("reading");
    let read = 0;
    // A stop ends only the opening; later reads of open recordings continue.
    let opening = true;
    let unpacking: UnpackProgress | undefined;
    let telling: unknown;
    const tell = () => {
      telling = undefined;
      onRead(read, unpacking);
    };
    const onUnpack = (progress: UnpackProgress) => {
      if (opening) signal.throwIfAborted();
      unpacking = progress.bytes === progress.total ? undefined : progress;
      telling ??= setTimeout(tell, TELL_MS);
    };
    const { readFile } = context;
    const sources = files.map((file): ByteSource => {
      async function counted<T>(reading: () => Promise<T>, bytesOf: (answer: T) => number): Promise<T> {
        if (opening) signal.throwIfAborted();
        const answer = await readable(file.name, reading);
        read += bytesOf(answer);
        telling ??= setTimeout(tell, TELL_MS);
        return answer;
      }
      return {
        name: file.name,
        size: file.size,
        slice: (start, end) =>
          counted(
            () => file.slice(start, end).arrayBuffer(),
            (bytes) => bytes.byteLength,
          ),
        readInto:
          readFile &&
          ((start, bytes) =>
            counted(
              () => readFile(file, start, bytes),
              (filled) => filled,
            )),
      };
    });
    const temporary: TemporaryFile[] = [];
    const openTemporary: OpenTemporary | undefined =
      context.openTemporary &&
      (async (least) => {
        const file = await context.openTemporary!(least);
        temporary.push(file);
        return file;
      });
    const summaries: RecordingSummary[] = [];
    let recordings: Recording[];
    try {
      const gpu = await context.host.get();
      recordings = await openRecording(sources, hints, { onUnpack, openTemporary });
      for (const recording of recordings) summaries.push(await summarize(gpu, recording));
      // What a newer opening has ended must not take its place.
      signal.throwIfAborted();
    } catch (error) {
      await removed(temporary);
      throw error;
    }
    const before = opened(context);
    const layout = JSON.stringify([
      files.map(({ name, size, lastModified }) => [name, size, lastModified]),
      { ...hints, sampleRate: undefined, centerFrequency: undefined },
    ]);
    // Another rate or centre frequency leaves the samples as they are.
    const overview = layout === before.layout ? before.overview : undefined;
    // The other recordings are no longer read.
    for (const kind of ["overview", "refining"]) context.end(kind);
    const unused = before.temporary;
    Object.assign(before, { recordings, files: sources, layout, overview, temporary });
    opening = false;
    await removed(unused);
    return summaries;
  },

  /** The annotations of an opened recording, from one on, as many as a page takes at once. */
  annotations: async (context: Context, index: number, from: number): Promise<readonly Annotation[]> =>
    openedRecording(context, index).annotations.slice(from, from + ANNOTATIONS_PER_PART),

  /** Ends the opening in progress. The open recordings stay. */
  async endReading(context: Context): Promise<void> {
    context.begin("reading");
  },

  /**
   * A view of an opened recording, by its index.
   *
   * @param mostMs After about this time the answer is a picture of few segments: see {@link pictureWithin}.
   * @returns Undefined where another view was asked for meanwhile.
   */
  async waterfall(context: Context, index: number, view: WaterfallView, mostMs?: number) {
    const picture = await pictureWithin(context, index, view, mostMs);
    return picture && moved(picture);
  },

  /**
   * Reads an opened recording for the overview of a channel, from where it stopped before. Long waterfalls use it while it grows.
   * It pauses for views.
   */
  async overview(
    context: Context,
    index: number,
    channel: number,
    onStep: (step: OverviewStep) => unknown,
  ): Promise<void> {
    const signal = context.begin("overview");
    const { host, onRecovery } = context;
    const recording = openedRecording(context, index);
    const kept = overviewOf(context, index, channel) ?? { of: createOverview(recording, channel), parts: [] };
    opened(context).overview = { index, ...kept };
    const overview = kept.of;
    async function* steps(gpu: Gpu) {
      for await (const step of growOverview(gpu, recording, overview, { signal })) yield { state: undefined, step };
    }
    await growing(resilient(host, undefined, steps, { onRecovery }), onStep);
  },

  /**
   * Reads what a long view lacks, so that each column shows its own samples alone and none of a wider cell. The next view ends it.
   */
  async refine(
    context: Context,
    index: number,
    view: WaterfallView,
    onStep: (step: OverviewStep) => unknown,
  ): Promise<void> {
    const signal = context.begin("refining");
    const { host, onRecovery } = context;
    const recording = openedRecording(context, index);
    const kept = overviewOf(context, index, view.channel);
    const part = kept && missingPart(view, kept.of, kept.parts);
    if (!part) return;
    opened(context).overview = { index, of: kept.of, parts: [...kept.parts, part].slice(-MOST_PARTS) };
    async function* steps(gpu: Gpu) {
      const overview = growOverview(gpu, recording, part!.of, { start: part!.start, signal });
      for await (const step of overview) yield { state: undefined, step };
    }
    await growing(resilient(host, undefined, steps, { onRecovery }), onStep);
  },

  /** A first look at a part of an opened recording; `survey` reads all of it. */
  preview: (context: Context, index: number, part: Excerpt) =>
    urgently(() => onDevice(context, (gpu) => previewRecording(gpu, openedRecording(context, index), part))),

  async survey(
    context: Context,
    index: number,
    part: Excerpt,
    onStep: (step: RecordingPreview) => unknown,
  ): Promise<void> {
    const signal = context.begin("reading");
    const { host, onRecovery } = context;
    // On a new device it starts again, because reading everything rarely takes long.
    async function* steps(gpu: Gpu) {
      const survey = surveyRecording(gpu, openedRecording(context, index), part, { signal });
      for await (const step of survey) yield { state: undefined, step };
    }
    for await (const { step } of resilient(host, undefined, steps, { onRecovery })) await onStep(step);
  },

  /** Compares an opened recording's samples with the hash in its file; undefined after a stop. */
  async verify(context: Context, index: number, onProgress: (share: number) => void): Promise<boolean | undefined> {
    const signal = context.begin("reading");
    return untilStopped(signal, async () => openedRecording(context, index).verify?.({ signal, onProgress }));
  },

  /**
   * The SigMF metadata of an opened recording with other annotations, to be kept beside its samples.
   *
   * @returns The file's text, and the name of the file with the samples where the metadata say it; null if SigMF cannot name them.
   */
  async metadata(context: Context, index: number, annotations: readonly Annotation[]) {
    const recording = openedRecording(context, index);
    const { title, format } = recording;
    const { files } = opened(context);
    const plain = format === "raw" ? files.find(({ name }) => stemOf(name) === title)?.name : undefined;
    const dataset = recording.metadataText ? undefined : (plain ?? null);
    const text = withAnnotations(await sigmfTextOf(recording), annotations, recording.annotations);
    return { text: `${JSON.stringify(withDataset(text, dataset), null, 2)}\n`, dataset };
  },

  /** A part of an opened recording as a file; undefined after a stop. */
  async save(
    context: Context,
    index: number,
    file: ExcerptFile,
    onProgress: (share: number) => void,
  ): Promise<Blob | undefined> {
    const signal = context.begin("reading");
    return untilStopped(signal, () => {
      const bytes = excerptBytes(openedRecording(context, index), file, { signal, onProgress });
      return blobOf(bytes, MEDIA_TYPES[file.format]);
    });
  },
};

/** Deletes files. One that cannot be deleted now is deleted by a later tab. */
const removed = (files: readonly TemporaryFile[]) => Promise.allSettled(files.map((file) => file.remove()));

/** @throws CaptureError where the browser refuses to read a file because it has changed. */
async function readable<T>(name: string, reading: () => Promise<T>): Promise<T> {
  try {
    return await reading();
  } catch (error) {
    if (!/^Not(Readable|Found)Error$/.test((error as Error).name)) throw error;
    throw new CaptureError(
      `${name}: has been changed, moved or removed since it was opened, so the browser no longer reads it. Open it again.`,
    );
  }
}

/** Reports the growth of an overview now and then, and lets views pass between its steps. */
async function growing(
  steps: AsyncIterable<{ step: OverviewStep }>,
  onStep: (step: OverviewStep) => unknown,
): Promise<void> {
  let told = -Infinity;
  for await (const { step } of steps) {
    const now = performance.now();
    if (step.progress === 1 || now - told >= TELL_MS) {
      told = now;
      await onStep(step);
    }
    await afterUrgent();
  }
}

async function summarize(gpu: Gpu, recording: Recording): Promise<RecordingSummary> {
  const { read: _, metadataText: __, verify, datatype, annotations, ...facts } = recording;
  const preview = await previewRecording(gpu, recording);
  return {
    ...facts,
    guesses: [...facts.guesses, ...beginningLeftOut(preview)],
    datatype: datatype.name,
    complex: datatype.complex,
    hashed: verify !== undefined,
    annotationCount: annotations.length,
    preview,
  };
}

function beginningLeftOut({ start }: RecordingPreview): string[] {
  if (start === 0) return [];
  return [`The first ${start} samples are more than 10 dB louder than the rest. The first spectrum omits them.`];
}
