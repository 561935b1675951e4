import { readQuantity } from "#core/configuration/quantity.ts";
import { plain } from "../../format.ts";

export interface QuantityRange {
  /** Unit of numbers without one, e.g. "ns", "dB", "MHz"; may be empty. */
  unit: string;
  min: number;
  max: number;
  /** Only numbers between min and max are accepted, and not min and max. */
  open?: boolean;
  integer?: boolean;
}

export type Parsed = { value: number } | { reason: string };

/**
 * Reads text that a person typed into a field, like `readQuantity`, within the field's range.
 *
 * @returns The value in the field's unit, or the reason why there is none, to show beside the field.
 */
export function parseQuantity(text: string, { unit, min, max, open, integer }: QuantityRange): Parsed {
  const read = readQuantity(text, unit);
  if ("reason" in read) return read;
  const { value } = read;
  if (integer && !Number.isInteger(value)) return { reason: "Enter a whole number." };
  if (min > max) return { reason: "No value is possible here. Change the other fields first." };
  if (value < min || value > max || (open && (value === min || value === max))) {
    const [low, high] = [plain(min, 12), plain(max, 12)];
    const range = open ? `above ${low} and below ${high}` : `from ${low} to ${high}`;
    return { reason: `Enter a number ${range}${unit ? ` ${unit}` : ""}.` };
  }
  return { value };
}

/** Returns the value as a field shows it, with as few digits as possible. */
export function showQuantity(value: number): string {
  return plain(value, 10);
}

/** Returns the next value of a field, one step up or down, on the grid of the step and within the range. */
export function stepQuantity(
  value: number,
  steps: number,
  step: number,
  { min, max, open }: Pick<QuantityRange, "min" | "max" | "open">,
): number {
  const next = Number((Math.round(value / step + steps) * step).toPrecision(12));
  if (open && (next <= min || next >= max)) return value;
  return Math.min(max, Math.max(min, next));
}
