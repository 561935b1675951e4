import type { NumberSink } from "./number-sink.ts";

/** Returns everything that the sink can show of numbers, one or more. */
export function summaryOf(part: ArrayLike<number>): Record<NumberSink["value"], number> {
  const values = Array.from(part);
  const sum = values.reduce((total, value) => total + value, 0);
  const squares = values.reduce((total, value) => total + value * value, 0);
  return {
    mean: sum / part.length,
    rms: Math.sqrt(squares / part.length),
    last: part[part.length - 1],
    minimum: values.reduce((least, value) => Math.min(least, value)),
    maximum: values.reduce((most, value) => Math.max(most, value)),
  };
}
