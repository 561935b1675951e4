import { field } from "../configuration/schema.ts";
import type { StatedRate } from "../flow/build/block-factory.ts";

/** Of blocks that may state the rate of their input. */
export const STATED_RATE = field.number(
  "Sample rate",
  "Items per second at the input. 0: the rate of the input, as the graph knows it.",
  { default: 0, unit: "Hz", min: 0, max: 1e12, step: 1000 },
);

/** Returns what a block states about the rate of an input. Other blocks take it where no source names a rate. */
export const stated = ({ rate }: { rate: number }, port = "in"): { states?: StatedRate } =>
  rate > 0 ? { states: { port, hz: rate } } : {};
