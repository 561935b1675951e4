import type { EqualizerName } from "./scenario.ts";

/** Curves over baseband frequency, from the lowest to the highest. */
export interface SpectrumFigure {
  frequencyMHz: Float32Array<ArrayBuffer>;
  /** Power per bin relative to the sent spectrum's peak, dB. */
  sentDb: Float32Array<ArrayBuffer>;
  receivedDb: Float32Array<ArrayBuffer>;
  /** |H|² of the channel, dB relative to its first ray. */
  responseDb: Float32Array<ArrayBuffer>;
}

/** The first packet's channel estimate beside the truth. */
export interface EstimateFigure {
  /** Sample index of each tap, −12 … 25. */
  sample: number[];
  /** ĥ, complex pairs. */
  estimated: Float32Array<ArrayBuffer>;
  /** What the estimator would find without noise: the channel seen through the same least squares, complex pairs. */
  truth: Float32Array<ArrayBuffer>;
  /** Frequencies at which the signal has power (Ψ above −30 dB); elsewhere nothing can be known. */
  frequencyMHz: Float32Array<ArrayBuffer>;
  estimatedDb: Float32Array<ArrayBuffer>;
  truthDb: Float32Array<ArrayBuffer>;
  /** Σ Ψ|Ĥ − H|² / Σ Ψ|H|² in dB. */
  weightedErrorDb: number;
}

/** Decision points, complex pairs: I of an even bit, Q of the odd bit after it; ideal points at (±1, ±1). */
export interface Constellation {
  equalizer: EqualizerName;
  points: Float32Array<ArrayBuffer>;
  /** Error vector magnitude against the nearest ideal point, percent, over all packets shown. */
  evmPercent: number;
}

export interface PacketFigure {
  /** Sample of the recording at which the packet starts. */
  start: number;
  /** T(n) of the preamble detector there. */
  metric: number;
  /** rad/sample */
  frequencyOffset: number;
  /** Variance of the noise per real dimension, the packet's mean power being 1. */
  noiseVariance: number;
}

export interface ErrorFigure {
  equalizer: EqualizerName;
  bits: number;
  errors: number;
}

/** All that the page draws of one scenario. */
export interface Figures {
  /** Packets that were sent, at most 64: the figures need no more. */
  sent: number;
  spectrum: SpectrumFigure;
  estimate: EstimateFigure | null;
  /** Received samples at the bits, before any equalizer, complex pairs; unit mean power. */
  before: Float32Array<ArrayBuffer>;
  constellations: Constellation[];
  packets: PacketFigure[];
  errors: ErrorFigure[];
}
