import { field } from "../../configuration/schema.ts";

/** Of made signals. */
export const AT_RATE = field.number(
  "Sample rate",
  "It gives the blocks after it their rates in Hz. 0: no rate is known, and a frequency is in cycles per sample.",
  { default: 0, unit: "samples/s", min: 0, max: 1e12, step: 1000 },
);

/** Returns the rate that a block announces: none for 0. */
export const announced = ({ rate }: { rate: number }): number | undefined => (rate > 0 ? rate : undefined);
