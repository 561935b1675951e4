/** A scale of an axis with an SI prefix. */
export interface AxisScale {
  /** Divide by it. */
  by: number;
  unit: string;
}

const SCALES: readonly (readonly [least: number, prefix: string])[] = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
  [1, ""],
  [1e-3, "m"],
  [1e-6, "µ"],
  [1e-9, "n"],
];

/** Returns the scale for values up to a largest one: scaleFor(2.4e6, "Hz") divides by a million, in MHz. */
export function scaleFor(largest: number, unit: string): AxisScale {
  const size = Math.abs(largest);
  const [by, prefix] = SCALES.find(([least]) => size >= least) ?? [1, ""];
  return { by, unit: `${prefix}${unit}` };
}
