import { toneFrequencies, METHOD_TITLES } from "#core/filters/experiment.ts";
import type { FilterView } from "#core/filters/view.ts";
import { fixed, whole } from "../../format.ts";
import type { Passed } from "./store/signal.ts";
import { showFrequency } from "./units.ts";

/** Samples/s of the signal: the recording's, or the filter's; 2 where neither has one. */
export const rateOf = ({ facts }: Pick<Passed, "facts">) => facts.rate;

/** The rate in Hz; undefined where there is none, and frequencies are in units of the Nyquist frequency. */
export const hertzOf = ({ facts: { rate } }: Pick<Passed, "facts">) => (rate === 2 ? undefined : rate);

/** A description of the filtered signal. */
export function nameOfSignal({ config, recorded, facts }: Passed): string {
  const kind = facts.kind === "complex" ? "complex samples" : "samples";
  const count = `${whole(facts.samples)} ${kind}`;
  if (recorded) return `${count} of ${recorded.title}`;
  const what = { tones: "tones in noise", chirp: "a chirp", noise: "white noise", recording: "a recording" };
  return `${count} of ${what[config.signal]}`;
}

/** The method and its error. */
export function describeMethod({ facts }: Passed): string {
  const { method, checked, samples, errorDb, overflowed, nonFinite } = facts;
  const share = checked < samples ? ` in the first ${whole(checked)}` : "";
  const exact = errorDb === -Infinity ? "equal to float64" : `error ${fixed(errorDb ?? 0, 0)} dB against float64`;
  const error = errorDb === undefined ? "the output is zero" : exact;
  const lost = overflowed > 0 ? `; ${whole(overflowed)} samples exceed the range of float32` : "";
  const zeros = nonFinite > 0 ? `; ${whole(nonFinite)} samples are NaN or infinite and count as zero` : "";
  return `${METHOD_TITLES[method]}: ${error}${share}${lost}${zeros}`;
}

/** A spectral line before and after the filter. */
export interface ToneLine {
  frequency: number;
  text: string;
  beforeDb: number;
  afterDb: number;
  /** Gain of the filter's response. */
  gainDb: number;
}

/** The tones of a signal as its spectra show them; empty for other signals. */
export function tonesOf(passed: Passed, gainAt: (turns: number) => number): ToneLine[] {
  const { config, spectrum } = passed;
  if (config.signal !== "tones") return [];
  const rate = rateOf(passed);
  const bins = spectrum.before.powerDb.length;
  return toneFrequencies(config).map((turns) => {
    const middle = Math.round((turns + 0.5) * bins);
    // The window spreads a tone over a few bins.
    const at = (powerDb: Float32Array) => {
      const some = powerDb.subarray(Math.max(0, middle - 2), middle + 3);
      return 10 * Math.log10(some.reduce((sum, value) => sum + 10 ** (value / 10), 0));
    };
    const frequency = turns * rate;
    const [beforeDb, afterDb] = [at(spectrum.before.powerDb), at(spectrum.after.powerDb)];
    return {
      frequency,
      text: showFrequency(frequency, config.design),
      beforeDb,
      afterDb,
      gainDb: gainAt(turns),
    };
  });
}

/** A filter's gain at frequencies in cycles per sample, between the points where it is known. */
export function gainReader({ frequency, gainDb, rate, coefficients }: FilterView): (turns: number) => number {
  return (turns) => {
    const at = rate * (coefficients === "real" ? Math.abs(turns) : turns);
    let [low, high] = [0, frequency.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (frequency[middle] <= at) low = middle;
      else high = middle;
    }
    const share = Math.min(1, Math.max(0, (at - frequency[low]) / (frequency[high] - frequency[low])));
    // Next to an exact zero the gain is −∞ dB and cannot be interpolated.
    if (!Number.isFinite(gainDb[low]) || !Number.isFinite(gainDb[high])) return gainDb[share < 0.5 ? low : high];
    return gainDb[low] + share * (gainDb[high] - gainDb[low]);
  };
}
