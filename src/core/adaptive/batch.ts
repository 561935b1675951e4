/** Sizes of a batch of packets that pass through the channel and the equalizers side by side. */
export interface BatchSizes {
  packets: number;
  /** K: symbols of a packet that count, training included. */
  symbols: number;
  /** Known random symbols on each side of the packet. They leave no equalizer at an edge. */
  guard: number;
  samplesPerSymbol: 1 | 2;
}

/**
 * What equalizers receive. Rows are instants, columns are packets: neighbouring invocations work on neighbouring packets and
 * read neighbouring words.
 */
export interface ReceivedBatch extends BatchSizes {
  /** y: complex f32, [s·(guard + K + guard)][packet]. Row s·guard is the first sample of symbol 0. */
  received: GPUBuffer;
  /** Labels of the sent symbols, four per u32 with the first in the low byte: [⌈(guard + K + guard)/4⌉][packet]. */
  labels: GPUBuffer;
  /**
   * h: complex f32, [L + 1][packet] if each packet has its channel, else [L + 1][1].
   */
  taps: GPUBuffer;
  /** Each packet has its own channel. */
  hasOwnTaps: boolean;
  /** L + 1: taps at `samplesPerSymbol` per symbol. */
  tapCount: number;
}

/** Least guard symbols on each side. */
const LEAST_GUARD = 64;

/** Returns the guard for equalizers with N taps on samples and a channel with L + 1 taps. It is a multiple of 4. */
export const guardSymbols = (forwardTaps: number, tapCount: number): number =>
  4 * Math.ceil((LEAST_GUARD + forwardTaps + tapCount) / 4);

/** What every equalizer gives: an estimate z of each symbol. */
export interface EqualizedBatch {
  /** z: complex f32, [K][packet]; sequence detectors give the points that they decide for. */
  estimates: GPUBuffer;
  /** Final taps, complex f32, [N + Nb][packet], of those that adapt. */
  finalTaps?: GPUBuffer;
}
