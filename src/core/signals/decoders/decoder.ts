/** A frame that a decoder found in a recording. */
export interface DecodedFrame {
  /** The decoder's name in the registry. */
  decoder: string;
  /** Samples [start, stop) of the recording. */
  start: number;
  stop: number;
  /** The signal's carrier, Hz from the recording's centre. */
  centreHz: number;
  /** Its check passed. */
  good: boolean;
  correctedBits: number;
  /** null if the samples show no noise. */
  snrDb: number | null;
  hex: string | null;
  bits: string | null;
  fields: Readonly<Record<string, unknown>>;
}

/** What a decoder needs to know of a recording, and what a person chooses. */
export interface DecoderOptions {
  sampleRateHz: number;
  /** Centre frequency of the recording, Hz, if it is known. */
  frequencyHz?: number;
  /** Most bits that the decoder may correct in one frame. */
  correctedBits?: number;
}

/**
 * A decoder of one recording. It takes the samples in order, in pieces of any size; its frames do not depend on the sizes.
 * Frames come when they are certain, which may be later than frames that start after them.
 */
export interface RecordingDecoder {
  /** Takes interleaved complex samples, finite. */
  push(samples: Float32Array): DecodedFrame[];
  /** Ends the recording. */
  end(): DecodedFrame[];
}

/** A decoder's line in the registry. */
export interface DecoderEntry {
  title: string;
  /** The sample rates at which it works, Hz. */
  rates: readonly [least: number, most: number];
  /** The frequency at which its signal is sent, Hz, if there is only one. */
  sentAtHz?: number;
  load(): Promise<(options: DecoderOptions) => RecordingDecoder>;
}
