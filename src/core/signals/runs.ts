import { CaptureError } from "../capture/capture-error.ts";
import type { Excerpt } from "../capture/excerpt.ts";
import { excerptBytes, type ExcerptFile, MEDIA_TYPES } from "../capture/excerpt-file.ts";
import { openedRecording } from "../capture/opened.ts";
import { blobOf } from "../capture/blob.ts";
import { sigmfPair } from "../capture/formats/sigmf-writer.ts";
import { type Context, untilStopped } from "../experiment.ts";
import type { DecodedFrame } from "./decoders/decoder.ts";
import { finiteReads } from "../capture/finite.ts";
import { bandRecording } from "./band-recording.ts";
import type { Box } from "./detection.ts";
import { GENERATOR_DEFAULTS, type GeneratorOptions } from "./generator/options.ts";
import { madeRecording } from "./generator/recording.ts";
import type { BoxFigures } from "./inspecting/box-figures.ts";

export interface MadeFiles {
  data: Blob;
  meta: string;
}

/** What is decoded: a recording by its index, and a part of it. */
export interface DecodeConfig {
  index: number;
  part?: Excerpt;
}

export interface DecodeStep {
  progress: number;
  /** New frames, in the order in which they became certain. */
  frames: readonly DecodedFrame[];
  /** The names of the decoders that run, and what a person should know, one sentence each. */
  decoders: readonly string[];
  notes: readonly string[];
}

export const runs = {
  /** Decodes a part of an opened recording by all decoders that its sample rate allows. */
  async *receive(context: Context, config: DecodeConfig, signal: AbortSignal): AsyncGenerator<DecodeStep> {
    const { decodeRecording, decoderNotes, decodersFor } = await import("./decoders/decode.ts");
    const { sampleRate, read, ...recording } = openedRecording(context, config.index);
    if (sampleRate === undefined) {
      throw new RangeError("signals: the recording has no sample rate, and decoders need one");
    }
    const { start, count, channel } = config.part ?? { start: 0, count: recording.samples };
    const part = {
      ...recording,
      ...finiteReads({ read: (from, some) => read(start + from, Math.min(some, count - from), channel) }),
      samples: count,
      sampleRate,
    };
    let decoders;
    try {
      decoders = decodersFor(part, undefined);
    } catch (error) {
      if (!(error instanceof CaptureError)) throw error;
      // No decoder takes it: this is an answer, not a failure.
      yield { progress: 1, frames: [], decoders: [], notes: error.message.split("; ") };
      return;
    }
    const gpu = await context.host.get();
    const options = gpu.adapter.software ? {} : { gpu };
    const notes = decoderNotes(part, decoders);
    yield { progress: 0, frames: [], decoders, notes };
    for await (const { progress, frames } of decodeRecording(part, decoders, options)) {
      if (signal.aborted) return;
      const placed = frames.map((frame) => ({ ...frame, start: frame.start + start, stop: frame.stop + start }));
      yield { progress, frames: placed, decoders, notes };
    }
  },
};

export const asks = {
  /**
   * Makes a labelled recording of 16-bit samples.
   *
   * @param labelled Whether the file has annotations, which say what is true. A riddle has none.
   * @returns Undefined after a stop.
   */
  async make(
    context: Context,
    name: string,
    options: Partial<GeneratorOptions>,
    labelled: boolean,
    onProgress: (share: number) => void,
  ): Promise<MadeFiles | undefined> {
    const signal = context.begin("reading");
    return untilStopped(signal, async () => {
      const made = madeRecording(
        { ...GENERATOR_DEFAULTS, ...options },
        {
          format: "ci16",
          onProgress(share) {
            signal.throwIfAborted();
            onProgress(share);
          },
        },
      );
      const content = labelled ? made.content : { ...made.content, annotations: [], description: undefined };
      const pair = sigmfPair({ ...content, name }, made.numbers);
      const data = await blobOf(pair.data, "application/octet-stream");
      return { data, meta: pair.meta() };
    });
  },

  /**
   * Returns a band of an opened recording as a file: mixed to frequency 0, filtered, decimated.
   *
   * @param annotations Of the opened recording; those in the box are written.
   * @returns Undefined after a stop.
   */
  async saveBand(
    context: Context,
    index: number,
    box: Box & { channel: number },
    { format, name, annotations }: Omit<ExcerptFile, "part">,
    onProgress: (share: number) => void,
  ): Promise<Blob | undefined> {
    const signal = context.begin("reading");
    return untilStopped(signal, () => {
      const band = bandRecording({ ...openedRecording(context, index), annotations }, box, box.channel);
      const file = { part: { start: 0, count: band.samples }, format, name, annotations: band.annotations };
      return blobOf(excerptBytes(band, file, { signal, onProgress }), MEDIA_TYPES[format]);
    });
  },

  /** Powers and pulses in a box of an opened recording, by its index. */
  async box(context: Context, index: number, box: Box, channel: number): Promise<BoxFigures> {
    const { boxFigures } = await import("./inspecting/box-figures.ts");
    const { sampleRate, ...recording } = openedRecording(context, index);
    if (sampleRate === undefined)
      throw new RangeError("signals: the recording has no sample rate, and a box needs one");
    return boxFigures({ ...recording, sampleRate }, box, channel);
  },
};
