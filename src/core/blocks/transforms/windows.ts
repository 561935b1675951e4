import type { Field } from "../../configuration/fields.ts";

export const TRANSFORM_WINDOWS = ["rectangular", "hann", "hamming", "blackman", "flattop"] as const;

/** Parameters of transforms. */
export interface Windowed {
  length: number;
  window: (typeof TRANSFORM_WINDOWS)[number];
}

export const WINDOWED_FIELDS: Readonly<Record<keyof Windowed, Field>> = {
  length: {
    kind: "number",
    change: "rebuild",
    label: "Length",
    unit: "",
    min: 2,
    max: 2 ** 22,
    step: 1,
    integer: true,
    description: "Points N per vector. Powers of two are fastest; all lengths work.",
  },
  window: {
    kind: "choice",
    change: "rebuild",
    label: "Window",
    choices: TRANSFORM_WINDOWS,
    description: "Periodic windows. Blackman shows weak signals beside strong ones; flat-top shows exact amplitudes.",
  },
};
