import type { Way } from "./experiment.ts";

/** Published speeds of filters on a GT 540M and on one core of a Core i7-2670QM, with G and M as powers of ten. */
export interface PublishedFilter {
  way: Way;
  /** Taps of a FIR filter; recursive coefficients of an IIR filter. */
  taps: number;
  samples: number;
  seconds: number;
}

export const PUBLISHED_FILTERS: readonly PublishedFilter[] = [
  { way: "direct", taps: 64, samples: 1e9, seconds: 9.18 },
  { way: "direct", taps: 1024, samples: 256e6, seconds: 28.4 },
  { way: "overlap-save", taps: 512, samples: 4e9, seconds: 27 },
  { way: "scan", taps: 4, samples: 1e9, seconds: 30.7 },
  { way: "cpu-direct", taps: 64, samples: 1e9, seconds: 67 },
  { way: "cpu-direct", taps: 1024, samples: 256e6, seconds: 121 },
  { way: "cpu-fft", taps: 512, samples: 4e9, seconds: 62.4 },
  { way: "cpu-sections", taps: 4, samples: 1e9, seconds: 141 },
];

export const publishedRate = ({ samples, seconds }: PublishedFilter): number => samples / seconds;

/** The published speed of a method for a similar number of taps or poles: at most a third more or a quarter less. */
export function publishedNear(way: Way, size: number): PublishedFilter | undefined {
  return PUBLISHED_FILTERS.find((one) => one.way === way && size >= 0.75 * one.taps && size <= 1.34 * one.taps);
}
