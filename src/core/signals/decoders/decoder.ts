import type { SampleFormat } from "../../capture/raw-samples.ts";
import type { Gpu } from "../../gpu/device.ts";
import type { Burst, Detection } from "../detection.ts";
import type { ReadSignals } from "./read-signals.ts";

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

/** The samples of a recording as they are stored, for a GPU. */
export interface StoredSource {
  format: SampleFormat;
  /** Their number. */
  samples: number;
  /** Fills an array with the bytes of the samples from `start` on, which must all be there. @throws CaptureError when the file has become shorter. */
  readInto(start: number, bytes: Uint8Array): Promise<void>;
  /** Returns the end of what is left of samples that cannot all be read. */
  left(begin: number, end: number): Promise<number>;
  /** Gets the number of samples with a NaN or an infinity, which are zero, in each further part of float32 samples. @param end The sample after the part. */
  report?(end: number, nonFinite: number): void;
}

/** A {@link RecordingDecoder} on a GPU, which reads a recording at its own pace. It yields new frames, and how many samples are decoded. */
export type KernelDecoder = (
  gpu: Gpu,
  options: DecoderOptions,
  source: StoredSource,
) => AsyncGenerator<{ samples: number; frames: DecodedFrame[] }, void, undefined>;

/** What is known of a burst: measured and classified. Samples and frequencies as the burst and its recording count them. */
export interface BurstSignal extends Pick<
  Detection,
  "class" | "confidence" | "candidates" | "bandwidthHz" | "snrDb" | "symbolRateHz" | "symbolRateSdHz" | "deviationHz"
> {
  /** Samples of the burst, possibly fractional: [start, stop). */
  start: number;
  stop: number;
  /** Hz from the recording's centre. */
  centreHz: number;
  carrierOffsetHz: number | null;
}

export interface KnownBurst {
  burst: Burst;
  signal: BurstSignal;
}

/** A decoder of the bursts that were found in one recording. It takes them in the order in which they start. */
export interface BurstDecoder {
  push(known: KnownBurst): DecodedFrame[];
  /** Ends the recording: frames that waited for more bursts, for example of repeated messages. */
  end(): DecodedFrame[];
}

/** Least and greatest, Hz. */
type Range = readonly [least: number, most: number];

/** A decoder's line in the registry. It has at least one way to take a recording. */
export interface DecoderEntry {
  title: string;
  /** The frequencies at which its signal is sent, Hz, if they are few. */
  sentAtHz?: readonly number[];
  /** Takes all samples. */
  stream?: {
    /** The sample rates at which it works, Hz. */
    rates: Range;
    /** It runs only on recordings that hold a frequency at which its signal is sent. */
    inBand?: boolean;
    /** Width of its signal, Hz: what lies there during a good frame is this signal. Undefined: others are on at the same time. */
    channelHz?: number;
    load(): Promise<(options: DecoderOptions) => RecordingDecoder>;
    /** The same decoder on a GPU. It gives the same frames. */
    loadKernels?(): Promise<KernelDecoder>;
  };
  /** Takes the frequency of FM signals over time: FM audio, or channels of complex samples. */
  fm?: {
    /** The sample rates of FM audio at which it works, Hz. */
    audioRates: Range;
    /** The sample rates of complex samples that Threeray divides into channels, Hz. At higher rates it searches for signals first. */
    rates: Range;
    /** Width of its channel, Hz. */
    channelHz: number;
    /** Frequencies at which its signals are sent, Hz: recordings at higher rates that hold them are tuned to them. */
    sentAtHz?: readonly number[];
    load(): Promise<(rateHz: number) => FmDecoder>;
  };
  /** Takes bursts that Threeray finds, cuts, measures and classifies. */
  bursts?: {
    /** The sample rates of recordings whose bursts it takes, Hz. */
    rates: Range;
    /** True for the bursts that it takes. Classes can be wrong: see also the candidates. */
    matches(signal: BurstSignal): boolean;
    load(): Promise<(options: DecoderOptions, claims: Pick<ReadSignals, "has">) => BurstDecoder>;
  };
}

/** A frame in the frequency of an FM signal; samples are those that its decoder took. */
export interface FmFrame extends Pick<DecodedFrame, "good" | "correctedBits" | "hex" | "fields"> {
  /** Possibly fractional: [start, stop). */
  start: number;
  stop: number;
  /** The value halfway between the two levels, if the decoder knows it. */
  middle: number | null;
}

/**
 * A decoder of the frequency of one FM signal over time, in pieces of any size. Its scale and a constant offset do not matter.
 * FM audio is such a signal, and so is what a discriminator gives.
 */
export interface FmDecoder {
  push(samples: ArrayLike<number>): FmFrame[];
  end(): FmFrame[];
}
