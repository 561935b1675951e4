import { FILTER_REACH, receiveFilterTaps } from "./receive-filter.ts";

/**
 * Returns the samples after the receive filter, without the 32 samples at either end, whose neighbours are missing.
 *
 * @param samples Complex pairs.
 * @param bandwidth Two-sided, in MHz; 0: no filter, and the same samples without the 32 at either end.
 */
export function filterReceived(samples: Float64Array, bandwidth: number): Float64Array {
  if (bandwidth === 0) return samples.slice(2 * FILTER_REACH, -2 * FILTER_REACH);
  const taps = receiveFilterTaps(bandwidth);
  const filtered = new Float64Array(samples.length - 4 * FILTER_REACH);
  for (let i = 0; i < filtered.length; i++) {
    for (let k = 0; k < taps.length; k++) filtered[i] += taps[k] * samples[i + 2 * k];
  }
  return filtered;
}

/** Returns the filter's response at `bins` FFT bins, in FFT order: real, because the filter has no delay; all 1 without a filter. */
export function receiveFilterResponse(bandwidth: number, bins: number): Float64Array {
  if (bandwidth === 0) return new Float64Array(bins).fill(1);
  const taps = receiveFilterTaps(bandwidth);
  return Float64Array.from({ length: bins }, (_, k) => {
    return taps.reduce((sum, tap, n) => sum + tap * Math.cos((2 * Math.PI * k * (n - FILTER_REACH)) / bins), 0);
  });
}
