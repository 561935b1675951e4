import { design, type IirFilter } from "../../filter-design/registry.ts";
import type { AmDemodulator } from "./demodulators.ts";

/**
 * Returns the high-pass filter that removes the carrier. @throws RangeError for a frequency above half the rate.
 *
 * @param rate Samples per second; 1 if it is unknown.
 */
export function carrierFilter({ lowest }: AmDemodulator, rate: number): IirFilter {
  if (!(lowest < rate / 2)) {
    throw new RangeError(
      `The lowest frequency must be below half the sample rate, ${rate / 2} Hz, got ${lowest} Hz. ` +
        "Choose a lower one, or name the sample rate at the source.",
    );
  }
  return design({ type: "butterworth", order: 1, band: "highpass", cutoff: lowest, rate }) as IirFilter;
}
