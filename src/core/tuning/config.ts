import { type ConfigOf, field, schema } from "../configuration/schema.ts";
import { TUNABLE_NAMES } from "./registry.ts";

export const TUNING = schema("tuning", 1, {
  kernels: field.list("Kernels", "Kernels whose workgroup sizes are compared.", TUNABLE_NAMES, {
    default: TUNABLE_NAMES,
  }),
  seconds: field.number(
    "Time",
    "Time for all kernels. Those that come after it keep their usual sizes. More time gives more repeats.",
    { default: 50, min: 1, max: 600, step: 1, unit: "s" },
  ),
});

/** All settings of a tuning. */
export type TuningConfig = ConfigOf<typeof TUNING>;
