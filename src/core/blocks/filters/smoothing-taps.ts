import { design, type RecursiveFilter } from "../../filter-design/registry.ts";
import type { Section } from "../../filter-design/sections.ts";
import type { DcBlocker, DeEmphasis, MovingAverage, OnePole } from "./smoothing.ts";

export const movingAverageTaps = ({ length, scale }: MovingAverage): Float64Array =>
  new Float64Array(length).fill(scale);

/** An impulse in the middle, minus the averages one after another. */
export function dcBlockerTaps({ length, form }: DcBlocker): Float64Array {
  const averages = form === "long" ? 4 : 2;
  let taps = Float64Array.of(1);
  for (let i = 0; i < averages; i++) {
    const next = new Float64Array(taps.length + length - 1);
    for (const [k, tap] of taps.entries()) for (let j = 0; j < length; j++) next[k + j] += tap / length;
    taps = next;
  }
  // Four averages of an even length meet at a sample; two do as well.
  const middle = (averages * (length - 1)) / 2;
  return taps.map((tap, k) => (k === middle ? 1 : 0) - tap);
}

export const onePoleSections = ({ alpha }: OnePole): Section[] => [[alpha, 0, 0, 1, alpha - 1, 0]];

/**
 * @param hz Samples per second of the input, where the graph knows them.
 * @throws RangeError if the corner frequency is above half the sample rate.
 */
export function deEmphasisSections({ timeConstant, rate: own }: DeEmphasis, hz: number | undefined): Section[] {
  const rate = own > 0 ? own : (hz ?? 1);
  const tau = timeConstant * 1e-6;
  const corner = 1 / (2 * rate * tau);
  // Beyond half the rate the corner cannot be kept.
  const k = corner < Math.PI / 2 ? Math.tan(corner) : Infinity;
  if (!Number.isFinite(k) || corner > 1.57) {
    throw new RangeError(
      `The corner frequency, ${Math.round(1 / (2 * Math.PI * tau))} Hz, must be below half the sample rate, ${rate / 2} Hz. ` +
        "Choose a longer time constant, or name the sample rate, here or at the source.",
    );
  }
  const b = k / (1 + k);
  return [[b, b, 0, 1, (k - 1) / (k + 1), 0]];
}

export function filterOf(sections: readonly Section[]): RecursiveFilter {
  return design({ type: "sections", sections }) as RecursiveFilter;
}
