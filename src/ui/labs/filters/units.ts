import type { FilterSpec } from "#core/filter-design/spec.ts";
import type { FilterView } from "#core/filters/view.ts";
import { plain, si } from "../../format.ts";
import { frequencyStep } from "../../kit/fields/frequency-step.ts";

/** The unit of a design's frequencies; empty where they are in units of the Nyquist frequency. */
export const unitOf = ({ rate }: Pick<FilterSpec, "rate">) => (rate === undefined ? "" : "Hz");

/** A frequency as text: 6 kHz, or 0.25 of half the rate. */
export const showFrequency = (value: number, { rate }: Pick<FilterSpec, "rate">) =>
  rate === undefined ? plain(value, 4) : si(value, "Hz", 5);

/** A dragged frequency, rounded to the grid of steps or finer far below them, inside the band. */
export function roundFrequency(value: number, rate: number): number {
  const step = Math.min(frequencyStep(rate), 10 ** (Math.floor(Math.log10(Math.max(value, rate * 1e-9))) - 2));
  const within = Math.min(rate / 2 - step, Math.max(step, value));
  return Number((Math.round(within / step) * step).toPrecision(12));
}

/** The frequency axis: its title, its unit and the factor from the design's units. */
export function frequencyAxis({ rate }: Pick<FilterSpec, "rate">): { title: string; unit: string; scale: number } {
  if (rate === undefined) return { title: "Frequency (half the rate is 1)", unit: "", scale: 1 };
  const [unit, scale] = (
    [
      ["GHz", 1e9],
      ["MHz", 1e6],
      ["kHz", 1e3],
    ] as const
  ).find(([, size]) => rate / 2 >= size) ?? ["Hz", 1];
  return { title: `Frequency (${unit})`, unit, scale };
}

/** The start of a logarithmic axis: three decades below its end, or lower where the filter has edges, zeros or poles there. */
export function logarithmicStart({ spec, rate, zeros, poles }: FilterView): number {
  const nyquist = rate / 2;
  const edges = [("pass" in spec && spec.pass) || [], ("cutoff" in spec && spec.cutoff) || []].flat();
  const angles = [...(zeros ?? []), ...poles].map(({ re, im }) => (Math.atan2(im, re) / Math.PI) * nyquist);
  const lowest = [...edges, ...angles].reduce((least, f) => (f > 0 ? Math.min(least, f) : least), nyquist);
  return Math.max(nyquist * 1e-5, Math.min(nyquist * 1e-3, lowest / 10));
}
