import type { Stage } from "../../gpu/timing.ts";

/**
 * Spans of the channel estimate ĥ(n), −12 ≤ n ≤ 25, and of the equalizers c(k), −60 ≤ k ≤ 125: five times as long.
 * Filters lie in memory from their first precursor on, so ĥ(n) is at index n + 12 and c(k) at k + 60.
 * Source: J. T. Ravert, GPU Implementation of Data-Aided Equalizers, BYU 2017, eqs 2.11 and 2.17.
 */
export const CHANNEL_PRECURSORS = 12;
export const CHANNEL_POSTCURSORS = 25;
export const CHANNEL_TAPS = CHANNEL_PRECURSORS + 1 + CHANNEL_POSTCURSORS;

export const PRECURSORS = 5 * CHANNEL_PRECURSORS;
export const POSTCURSORS = 5 * CHANNEL_POSTCURSORS;
export const EQUALIZER_TAPS = PRECURSORS + 1 + POSTCURSORS;

/** An equalizer whose result is filters, one a packet. */
export interface TapsPlan extends Stage {
  /** Equalizers c(k), −60 ≤ k ≤ 125, vec2f [slot][186]; zeros where there is no packet or no solution. */
  readonly taps: GPUBuffer;
  destroy(): void;
}
