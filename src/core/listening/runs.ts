import type { Excerpt } from "../capture/excerpt.ts";
import { openedRecording } from "../capture/opened.ts";
import { recordedSignal } from "../capture/signal.ts";
import { wavBlob } from "../capture/formats/wav-blob.ts";
import { type Context, onDevice, untilStopped } from "../experiment.ts";
import { type Sound, type SoundConfig, soundOf } from "./sound.ts";

export const asks = {
  /**
   * Returns a part of an opened recording as sound; undefined after a stop, or when another call has started.
   *
   * @throws RangeError for a part that cannot be played in this way.
   */
  async hear(
    context: Context,
    index: number,
    part: Excerpt,
    config: SoundConfig,
    onProgress: (share: number) => void,
  ): Promise<Sound | undefined> {
    const signal = context.begin("listening");
    const x = recordedSignal(openedRecording(context, index), part);
    return untilStopped(signal, () => onDevice(context, (gpu) => soundOf(gpu, config, x, { signal, onProgress })));
  },

  /** Returns a sound as a WAV file of 16 bits. */
  save: async (_: Context, sound: Sound): Promise<Blob> => wavBlob(sound.samples, { ...sound, format: "i16" }),
};
