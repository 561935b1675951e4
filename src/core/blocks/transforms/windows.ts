import { field } from "../../configuration/schema.ts";

/** Periodic windows of transforms. */
type TransformWindow = "rectangular" | "hann" | "hamming" | "blackman" | "flattop";

/** Of transforms. */
export const windowedFields = (window: TransformWindow) => ({
  length: field.whole("Length", "Points N per vector. Powers of two are fastest; all lengths work.", {
    default: 1024,
    min: 2,
    max: 2 ** 22,
  }),
  window: field.choice<TransformWindow>(
    "Window",
    "Periodic windows. Blackman shows weak signals beside strong ones; flat-top shows exact amplitudes.",
    ["rectangular", "hann", "hamming", "blackman", "flattop"],
    { default: window },
  ),
});
