import type { FilterMethod } from "./experiment.ts";

/** Published speeds of filters on a GT 540M and on one core of a Core i7-2670QM, with G and M as powers of ten. */
export interface PublishedFilter {
  method: FilterMethod;
  /** Taps of a FIR filter; recursive coefficients of an IIR filter. */
  taps: number;
  samples: number;
  seconds: number;
}

export const PUBLISHED_FILTERS: readonly PublishedFilter[] = [
  { method: "direct", taps: 64, samples: 1e9, seconds: 9.18 },
  { method: "direct", taps: 1024, samples: 256e6, seconds: 28.4 },
  { method: "overlap-save", taps: 512, samples: 4e9, seconds: 27 },
  { method: "scan", taps: 4, samples: 1e9, seconds: 30.7 },
  { method: "cpu-direct", taps: 64, samples: 1e9, seconds: 67 },
  { method: "cpu-direct", taps: 1024, samples: 256e6, seconds: 121 },
  { method: "cpu-fft", taps: 512, samples: 4e9, seconds: 62.4 },
  { method: "cpu-sections", taps: 4, samples: 1e9, seconds: 141 },
];

export const publishedRate = ({ samples, seconds }: PublishedFilter): number => samples / seconds;

/** The published speed of a method for a similar number of taps or poles: at most a third more or a quarter less. */
export function publishedNear(method: FilterMethod, size: number): PublishedFilter | undefined {
  return PUBLISHED_FILTERS.find((one) => one.method === method && size >= 0.75 * one.taps && size <= 1.34 * one.taps);
}
