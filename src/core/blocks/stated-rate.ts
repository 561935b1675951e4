import type { Field } from "../configuration/fields.ts";
import type { StatedRate } from "../flow/build/block-factory.ts";

/** Parameters of blocks that may state the rate of their input. */
export interface AtStatedRate {
  /** Items per second; 0: none is stated. */
  rate: number;
}

export const STATED_RATE: Field = {
  kind: "number",
  change: "rebuild",
  label: "Sample rate",
  unit: "Hz",
  min: 0,
  max: 1e12,
  step: 1000,
  description: "Items per second at the input. 0: the rate of the input, as the graph knows it.",
};

/** Returns what a block states about the rate of an input. Other blocks take it where no source names a rate. */
export const stated = ({ rate }: AtStatedRate, port = "in"): { states?: StatedRate } =>
  rate > 0 ? { states: { port, hz: rate } } : {};
