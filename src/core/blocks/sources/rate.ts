import type { Field } from "../../configuration/fields.ts";

/** Parameters of made signals. */
export interface AtRate {
  /** Samples per second; 0: not given. */
  rate: number;
}

export const AT_RATE: Field = {
  kind: "number",
  change: "rebuild",
  label: "Sample rate",
  unit: "samples/s",
  min: 0,
  max: 1e12,
  step: 1000,
  description:
    "It gives the blocks after it their rates in Hz. 0: no rate is known, and a frequency is in cycles per sample.",
};

/** Returns the rate that a block announces: none for 0. */
export const announced = ({ rate }: AtRate): number | undefined => (rate > 0 ? rate : undefined);
