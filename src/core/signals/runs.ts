import { excerptBytes, type ExcerptFile, MEDIA_TYPES } from "../capture/excerpt-file.ts";
import { openedRecording } from "../capture/opened.ts";
import { blobOf } from "../capture/blob.ts";
import { sigmfPair } from "../capture/formats/sigmf-writer.ts";
import { type Context, untilStopped } from "../experiment.ts";
import { bandRecording } from "./band-recording.ts";
import type { Box } from "./detection.ts";
import { GENERATOR_DEFAULTS, type GeneratorOptions } from "./generator/options.ts";
import { madeRecording } from "./generator/recording.ts";
import type { BoxFigures } from "./inspecting/box-figures.ts";

export interface MadeFiles {
  data: Blob;
  meta: string;
}

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
