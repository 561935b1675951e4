import { CaptureError } from "../capture/capture-error.ts";
import type { Excerpt } from "../capture/excerpt.ts";
import { excerptBytes, type ExcerptFile, MEDIA_TYPES } from "../capture/excerpt-file.ts";
import type { Recording } from "../capture/recording.ts";
import { openedRecording } from "../capture/opened.ts";
import { blobOf } from "../capture/blob.ts";
import { sigmfPair } from "../capture/formats/sigmf-writer.ts";
import type { Gpu } from "../gpu/device.ts";
import { type Context, untilStopped } from "../experiment.ts";
import type { DecodedFrame } from "./decoders/decoder.ts";
import { finiteReads } from "../capture/finite.ts";
import { bandRecording } from "./band-recording.ts";
import type { Box, Detection } from "./detection.ts";
import { gatheredSteps } from "./gathered-steps.ts";
import { GENERATOR_DEFAULTS, type GeneratorOptions } from "./generator/options.ts";
import { madeRecording } from "./generator/recording.ts";
import type { Examined, ExaminedSignal } from "./inspecting/examine.ts";
import type { BoxFigures } from "./inspecting/box-figures.ts";

export interface MadeFiles {
  data: Blob;
  meta: string;
}

/** What is measured: a recording by its index, a channel and the samples [from, to). */
export interface MeasureConfig {
  index: number;
  channel: number;
  from: number;
  to: number;
  /** Probability that noise exceeds the threshold, per decision. */
  falseAlarms: number;
}

export interface MeasureStep {
  progress: number;
  /** The signals since the step before. */
  detections: readonly Detection[];
  /** What a person should know, one sentence each. */
  messages: readonly string[];
  /** Signals that were found and are not measured yet. */
  measuring: number;
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

/** @throws RangeError for a recording without a sample rate. */
function withRate(recording: Recording): Recording & { sampleRate: number } {
  const { sampleRate } = recording;
  if (sampleRate !== undefined) return { ...recording, sampleRate };
  throw new RangeError(`${recording.title}: the sample rate is not known. Set it, and then measure or decode.`);
}

/** Samples from which kernels save more time than it takes to compile them. */
const GPU_SAMPLES = 2 ** 19;

/** Returns the GPU for a search of `samples` samples; undefined for a software adapter, which is slower than float64 on the processor. */
async function fastGpu({ host }: Context, samples: number): Promise<Gpu | undefined> {
  if (samples < GPU_SAMPLES) return undefined;
  const gpu = await host.get();
  return gpu.adapter.software ? undefined : gpu;
}

export const runs = {
  /** Finds, measures and classifies the signals of an opened recording. */
  async *measure(context: Context, config: MeasureConfig, signal: AbortSignal): AsyncGenerator<MeasureStep> {
    const { measureRecording } = await import("./measuring/measure.ts");
    const { index, ...options } = config;
    const gpu = await fastGpu(context, config.to - config.from);
    yield* gatheredSteps(measureRecording(withRate(openedRecording(context, index)), { ...options, gpu, signal }));
  },

  /** Decodes a part of an opened recording by all decoders that its sample rate allows. */
  async *receive(context: Context, config: DecodeConfig, signal: AbortSignal): AsyncGenerator<DecodeStep> {
    const [{ decodeRecording }, { decoderNotes, decodersFor }] = await Promise.all([
      import("./decoders/decode.ts"),
      import("./decoders/applicable.ts"),
    ]);
    const { sampleRate, read, ...recording } = withRate(openedRecording(context, config.index));
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
    const options = { gpu: await fastGpu(context, count) };
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
    return boxFigures(withRate(openedRecording(context, index)), box, channel);
  },

  /** What a person wants to know of one signal of an opened recording: its accuracy, evidence, bits and figures. */
  async examine(context: Context, index: number, signal: ExaminedSignal, channel: number): Promise<Examined> {
    const { examineSignal } = await import("./inspecting/examine.ts");
    return examineSignal(withRate(openedRecording(context, index)), signal, channel);
  },

  /** Measures what is in a box of an opened recording. The noise comes from beside the box. */
  async measureBox(context: Context, index: number, box: Box & { channel: number }, id: number): Promise<Detection> {
    const [{ measuredSignal }, { boxNoise }] = await Promise.all([
      import("./measuring/measure.ts"),
      import("./measuring/box-noise.ts"),
    ]);
    const recording = withRate(openedRecording(context, index));
    const gpu = await fastGpu(context, box.stop - box.start);
    const noise = await boxNoise(recording, box, { channel: box.channel, gpu });
    if (noise === undefined) {
      throw new CaptureError(
        "Signals fill the selection’s surroundings, so its noise is not known. Select another part.",
      );
    }
    const { noiseDensity, noiseSd } = noise;
    const found = { ...box, noiseDensity, noiseSd, notes: [] };
    return measuredSignal(recording, found, { id, part: [box.start, box.stop], bits: false, channel: box.channel });
  },
};
