import { defaultsOf, field, type ValuesOf } from "../../configuration/schema.ts";
import { isPair, listField } from "../list-field.ts";
import { FREQUENCY, LEVEL } from "../definition.ts";

export const FIR_DESIGNS = ["low-pass", "high-pass", "band-pass", "band-stop", "complex band-pass", "taps"] as const;
export const FIR_WINDOWS = ["hamming", "hann", "blackman", "rectangular", "kaiser"] as const;

const EDGE = { change: "set", ...FREQUENCY } as const;

/** Of a designed FIR filter, or given taps. */
export const FIR_FIELDS = {
  design: field.choice("Design", "The band that passes, or taps from a list.", FIR_DESIGNS, { default: "low-pass" }),
  cutoff: field.number(
    "Cutoff",
    "The edge of the band at −6 dB; for bands the lower edge. Only a complex band-pass has negative ones.",
    { default: 5000, ...EDGE },
  ),
  upper: field.number("Upper cutoff", "The upper edge of a band-pass or band-stop.", { default: 10_000, ...EDGE }),
  transition: field.number(
    "Transition",
    "The width from the pass band to the stop band. A narrow transition needs many taps.",
    { default: 2000, ...EDGE, change: "rebuild", min: 0 },
  ),
  window: field.choice(
    "Window",
    "It sets the attenuation: rectangular 21 dB, Hann 44 dB, Hamming 53 dB, Blackman 74 dB, Kaiser by β.",
    FIR_WINDOWS,
    { default: "hamming" },
  ),
  beta: field.number("Kaiser β", "Of the Kaiser window: 6.76 gives 70 dB.", {
    default: 6.76,
    min: 0,
    max: 30,
    step: 0.1,
  }),
  gain: field.number(
    "Gain",
    "The gain in the pass band. With interpolation, take the interpolation factor to keep the amplitude.",
    { default: 1, ...LEVEL },
  ),
  taps: listField("Taps", "For the design “taps”: the impulse response as JSON, numbers and pairs [re, im].", [1]),
};

export type FirDesign = ValuesOf<typeof FIR_FIELDS>;

export const FIR_DEFAULTS = defaultsOf(FIR_FIELDS);

/** Whether the taps are complex. */
export const hasComplexTaps = ({ design, taps }: Pick<FirDesign, "design" | "taps">): boolean =>
  design === "complex band-pass" || (design === "taps" && taps.some((tap) => isPair(tap) && tap[1] !== 0));
