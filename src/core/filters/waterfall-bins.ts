/** Returns the points of a transform with about the same resolution in time as in frequency, for a filtered signal's waterfalls. */
export const waterfallBins = (samples: number): number =>
  2 ** Math.min(10, Math.max(4, Math.round(Math.log2(samples / 96))));
