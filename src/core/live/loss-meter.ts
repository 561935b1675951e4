/** Seconds between two looks. */
const WINDOW = 1;
/** Seconds of samples that must be missing at a look. Crystals are wrong by less: 100 ppm of a window are 0.1 ms. */
const LEAST = 0.005;

/**
 * Finds samples that a receiver lost because the computer did not take them in time. The receiver does not report them: its later samples are late
 * against the clock permanently. Delays that end, e.g. of a busy computer, do not count.
 */
export interface LossMeter {
  /** Counts `samples` received samples. Returns the number of samples lost before them, as far as it is known. */
  came(samples: number, seconds: number): number;
}

/** @param rate Samples/s. */
export function createLossMeter(rate: number): LossMeter {
  let total = 0;
  let begun: number | undefined;
  /** The last look: its time, and the number of samples by then. */
  let looked: { seconds: number; total: number } | undefined;
  /** Smallest lateness since the last look, and in the second before it, s. */
  let late = Infinity;
  let usual: number | undefined;
  return {
    came(samples, seconds) {
      total += samples;
      begun ??= seconds - samples / rate;
      looked ??= { seconds, total };
      late = Math.min(late, seconds - begun - total / rate);
      // After a pause there is nothing to see before the samples that waited have come.
      if (seconds - looked.seconds < WINDOW || total - looked.total < (rate * WINDOW) / 2) return 0;
      const more = usual === undefined ? 0 : late - usual;
      usual = late;
      late = Infinity;
      looked = { seconds, total };
      return more > LEAST ? Math.round(more * rate) : 0;
    },
  };
}
