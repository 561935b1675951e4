import { readQuantity } from "#core/configuration/quantity.ts";
import { plain } from "../../format.ts";

export interface QuantityRange {
  /** Unit that bare numbers are in, e.g. "ns", "dB", "MHz"; may be empty. */
  unit: string;
  min: number;
  max: number;
  integer?: boolean;
}

export type Parsed = { value: number } | { reason: string };

/**
 * Reads what a person types into a field, as `readQuantity` does, within the field's range.
 *
 * @returns The value in the field's unit, or the reason why there is none, to show beside the field.
 */
export function parseQuantity(text: string, { unit, min, max, integer }: QuantityRange): Parsed {
  const read = readQuantity(text, unit);
  if ("reason" in read) return read;
  const { value } = read;
  if (integer && !Number.isInteger(value)) return { reason: "This takes a whole number." };
  if (value < min || value > max) {
    return { reason: `This goes from ${plain(min, 12)} to ${plain(max, 12)}${unit ? ` ${unit}` : ""}.` };
  }
  return { value };
}

/** The value as a field shows it: as few digits as say it. */
export function showQuantity(value: number): string {
  return plain(value, 10);
}

/** The next value up or down a field's steps, on the grid of the step and within the range. */
export function stepQuantity(value: number, steps: number, step: number, { min, max }: QuantityRange): number {
  const next = Math.round(value / step + steps) * step;
  return Math.min(max, Math.max(min, Number(next.toPrecision(12))));
}
