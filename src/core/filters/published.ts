import type { Way } from "./experiment.ts";

/** What was published of filters on a GT 540M and on one core of a Core i7-2670QM, G and M read as powers of ten. */
export interface PublishedFilter {
  way: Way;
  /** Taps of a FIR filter; coefficients of the recursive part of another. */
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

/** What was published of a way at about so many taps or poles: no more than a third more, no less than a quarter less. */
export function publishedNear(way: Way, size: number): PublishedFilter | undefined {
  return PUBLISHED_FILTERS.find((one) => one.way === way && size >= 0.75 * one.taps && size <= 1.34 * one.taps);
}
