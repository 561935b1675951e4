import type { SignalClass } from "../classes.ts";
import { classValuesOf } from "../classification/classify.ts";
import type { Measured } from "../classification/statistics.ts";
import type { Burst } from "../detection.ts";

/** Values whose accuracy a signal itself shows: their standard deviations among its quarters. Null where they do not apply. */
export interface QuarterSpread {
  carrierHz: number | null;
  deviationHz: number | null;
  modulationIndex: number | null;
}

const QUARTERS = 4;
/** Symbols that a quarter needs, or samples if there is no symbol rate. */
const [LEAST_SYMBOLS, LEAST_SAMPLES] = [16, 256];

/**
 * Measures each quarter of a burst like the whole, and returns how much the values differ. The whole is more accurate than a quarter, unless it
 * changes: then it has no better value.
 *
 * @param measured Its edges are in samples of the burst.
 */
export function quarterSpread(
  burst: Burst,
  measured: Measured,
  { class: name, symbolRateHz }: { class: SignalClass | "unsure"; symbolRateHz: number | null },
): QuarterSpread {
  const [start, stop] = [Math.max(0, measured.start), Math.min(burst.samples.length / 2, measured.stop)];
  const length = (stop - start) / QUARTERS;
  const isShort = symbolRateHz ? (length / burst.sampleRateHz) * symbolRateHz < LEAST_SYMBOLS : length < LEAST_SAMPLES;
  const quarters =
    name === "unsure" || isShort
      ? []
      : Array.from({ length: QUARTERS }, (_, q) =>
          classValuesOf(name, burst, { ...measured, start: start + q * length, stop: start + (q + 1) * length }),
        );
  return {
    carrierHz: deviationOf(quarters.map(({ carrierOffsetHz }) => carrierOffsetHz)),
    deviationHz: deviationOf(quarters.map(({ deviationHz }) => deviationHz)),
    modulationIndex: deviationOf(quarters.map(({ modulationIndex }) => modulationIndex)),
  };
}

/** Standard deviation of values; null if one of them is missing. */
function deviationOf(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => typeof value === "number");
  if (known.length < QUARTERS) return null;
  const mean = known.reduce((sum, value) => sum + value, 0) / QUARTERS;
  return Math.sqrt(known.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (QUARTERS - 1));
}
