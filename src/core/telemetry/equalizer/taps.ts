import type { Plan } from "../../gpu/timing.ts";
import { CHANNEL_POSTCURSORS, CHANNEL_PRECURSORS } from "../estimation/span.ts";

/**
 * Span of the equalizers c(k), −60 ≤ k ≤ 125: five times as long as the channel estimate. c(k) is at index k + 60.
 * Source: J. T. Ravert, GPU Implementation of Data-Aided Equalizers, BYU 2017, eq. 2.17.
 */
export const PRECURSORS = 5 * CHANNEL_PRECURSORS;
export const POSTCURSORS = 5 * CHANNEL_POSTCURSORS;
export const EQUALIZER_TAPS = PRECURSORS + 1 + POSTCURSORS;

/** An equalizer whose result is filters, one per packet. */
export interface EqualizerTaps extends Plan {
  /** Equalizers c(k), −60 ≤ k ≤ 125, vec2f [slot][186]; zeros where there is no packet or no solution. */
  readonly taps: GPUBuffer;
}
