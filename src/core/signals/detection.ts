import type { SignalClass } from "./classes.ts";
import type { SampleLimits } from "./declipping/declip.ts";

/** What disturbs a detection: the receiver's constant, an image of another signal, limited samples, the recording's ends, other signals, gain steps. */
export const DETECTION_NOTES = ["dc", "image", "clipped", "cut", "overlap", "gain step"] as const;
export type DetectionNote = (typeof DETECTION_NOTES)[number];

/** Samples [start, stop) and frequencies in Hz from the recording's centre. */
export interface Box {
  start: number;
  stop: number;
  lowHz: number;
  highHz: number;
}

/** A signal as it was found, before it is measured. */
export interface FoundSignal extends Box {
  /** Noise power per Hz around the box; a complex tone of amplitude 1 has power 1. */
  noiseDensity: number;
  /** Its standard deviation, relative to it. Undefined if it is not known. */
  noiseSd?: number;
  /** Samples [start, stop) in which it is measured, because stronger signals cover it for the rest of its time. Undefined: all of its time. */
  clear?: readonly [start: number, stop: number];
  /** Its own power shows its edges, although it is measured and named in its clear samples only. */
  hasEdges?: boolean;
  /** Another signal covers it for all of its time, and counts as its noise: it gets no class. */
  isCovered?: boolean;
  notes: readonly DetectionNote[];
  /** The limits of the receiver, if the samples are restored where it was found. */
  limits?: SampleLimits;
  /** Whether it was found by the marks of a tone: another tone may lie right beside its box. */
  isTone?: boolean;
  /** What is on at the same time all the time, and no part of the signal: carriers, and the receiver's constant. They are taken out of its cut. */
  carriers?: readonly SteadyCarrier[];
}

/** A steady carrier. */
export interface SteadyCarrier {
  /** Hz from the recording's centre. */
  hz: number;
  /** Largest error of `hz`. */
  withinHz: number;
  power: number;
}

/** A box of a recording at frequency 0: mixed, filtered, decimated, with samples before and after the signal. */
export interface Burst {
  /** Complex samples, interleaved. */
  samples: Float64Array;
  /** Rate of these samples, Hz. */
  sampleRateHz: number;
  /** The recording's sample at which samples[0] lies, possibly fractional; and recording samples per sample. */
  first: number;
  decimation: number;
  /** The frequency that was mixed to 0, Hz from the recording's centre. */
  centreHz: number;
  /** Width of the box around 0, Hz. */
  widthHz: number;
  /** Width around 0 that the filter passes unchanged, Hz. */
  passHz: number;
  /** Where the signal was found, in these samples: [start, stop). */
  start: number;
  stop: number;
  /** Noise power per Hz. */
  noiseDensity: number;
  noiseSd?: number;
  notes: readonly DetectionNote[];
  /** The limits of the receiver, if the samples are restored. */
  limits?: SampleLimits;
  /** Share of its I and Q that were limited. Undefined: none, or not counted. */
  limitedShare?: number;
}

export type DetectedClass = SignalClass | "unsure";

export interface ClassCandidate {
  class: SignalClass;
  /** Probability that the class is right. */
  confidence: number;
}

/** What is known of one signal. What does not apply is null. Frequencies count from the recording's centre, samples from 0. */
export interface Detection {
  id: number;
  start: number;
  /** Standard deviation. Null where the recording, or the part that was measured, ends first. */
  startSdSamples: number | null;
  stop: number;
  stopSdSamples: number | null;
  centreHz: number;
  /** Null where a line dominates whose sides are not alike, as of FM and 2-FSK. */
  centreSdHz: number | null;
  absoluteHz: number | null;
  /** Between the 0.5 and 99.5 % points of the noise-subtracted power. */
  bandwidthHz: number;
  /** Null where a line dominates: most of its sides lies under the noise. */
  bandwidthSdHz: number | null;
  bandwidth3dBHz: number | null;
  bandwidth3dBSdHz: number | null;
  /** Power over the noise in `bandwidthHz`, at least 2 kHz. */
  snrDb: number;
  snrSdDb: number | null;
  powerDbfs: number;
  powerSdDb: number;
  /** Noise density around the signal, and its standard deviation; null if it is not known. */
  noiseFloorDbfsPerHz: number;
  noiseFloorSdDb: number | null;
  carrierOffsetHz: number | null;
  symbolRateHz: number | null;
  symbolRateSdHz: number | null;
  deviationHz: number | null;
  modulationIndex: number | null;
  subcarrierSpacingHz: number | null;
  guardSamples: number | null;
  class: DetectedClass;
  confidence: number;
  /** The likely classes, the likeliest first. */
  candidates: ClassCandidate[];
  bits: string | null;
  /** Multiples of the constellation's symmetry angle that the bits assume. */
  rotation: number | null;
  notes: DetectionNote[];
}
