import type { Plan } from "../../gpu/timing.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { CHANNEL_POSTCURSORS, CHANNEL_PRECURSORS } from "../estimation/span.ts";

/**
 * Span of the equalizers c(k), −60 ≤ k ≤ 125: five times as long as the channel estimate. c(k) is at index k + 60.
 * Source: J. T. Ravert, GPU Implementation of Data-Aided Equalizers, BYU 2017, eq. 2.17.
 */
export const PRECURSORS = 5 * CHANNEL_PRECURSORS;
export const POSTCURSORS = 5 * CHANNEL_POSTCURSORS;
export const EQUALIZER_TAPS = PRECURSORS + 1 + POSTCURSORS;

/**
 * Taps of LMS and RLS behind the MMSE equalizer and the detection filter: they start as a single 1 at the bit's own sample, and reach this far to
 * both sides. Their 62 real numbers fit a workgroup of 64, in which RLS has one invocation per number.
 */
export const ADAPTIVE_REACH = 15;
export const ADAPTIVE_TAPS = 2 * ADAPTIVE_REACH + 1;
/** Samples of a packet that they need. */
export const ADAPTIVE_SAMPLES = PACKET_SAMPLES + 2 * ADAPTIVE_REACH;

/** Taps of the decision-feedback equalizer's forward filter, two per bit, f(k) with −20 ≤ k ≤ 11. */
export const FORWARD_TAPS = 32;
export const FORWARD_PRECURSORS = 20;
/** Most bits that it feeds back. */
export const MOST_FEEDBACK = 16;

/** An equalizer whose result is filters, one per packet. */
export interface EqualizerTaps extends Plan {
  /** Equalizers c(k), −60 ≤ k ≤ 125, vec2f [slot][186]; zeros where there is no packet or no solution. */
  readonly taps: GPUBuffer;
}
