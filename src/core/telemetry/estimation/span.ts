/**
 * Span of the channel estimate ĥ(n), −12 ≤ n ≤ 25. Filters lie in memory from their first precursor on: ĥ(n) is at n + 12.
 * Source: J. T. Ravert, GPU Implementation of Data-Aided Equalizers, BYU 2017, eq. 2.11.
 */
export const CHANNEL_PRECURSORS = 12;
export const CHANNEL_POSTCURSORS = 25;
export const CHANNEL_TAPS = CHANNEL_PRECURSORS + 1 + CHANNEL_POSTCURSORS;
