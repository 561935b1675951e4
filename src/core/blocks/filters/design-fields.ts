import type { Field } from "../../configuration/fields.ts";
import { isPair, listField, type Listed } from "../list-field.ts";

export const FIR_DESIGNS = ["low-pass", "high-pass", "band-pass", "band-stop", "complex band-pass", "taps"] as const;
export const FIR_WINDOWS = ["hamming", "hann", "blackman", "rectangular", "kaiser"] as const;

/** A designed FIR filter, or given taps. */
export interface FirDesign {
  design: (typeof FIR_DESIGNS)[number];
  /** Hz; for bands the lower edge. */
  cutoff: number;
  /** Hz, the upper edge of a band. */
  upper: number;
  /** Hz. */
  transition: number;
  window: (typeof FIR_WINDOWS)[number];
  beta: number;
  gain: number;
  taps: readonly Listed[];
}

const frequency = { kind: "number", change: "set", unit: "Hz", min: -1e12, max: 1e12, step: 1000 } as const;

export const FIR_FIELDS: Readonly<Record<keyof FirDesign, Field>> = {
  design: {
    kind: "choice",
    change: "rebuild",
    label: "Design",
    choices: FIR_DESIGNS,
    description: "The band that passes, or taps from a list.",
  },
  cutoff: {
    ...frequency,
    label: "Cutoff",
    description: "The edge of the band at −6 dB; for bands the lower edge. Only a complex band-pass has negative ones.",
  },
  upper: { ...frequency, label: "Upper cutoff", description: "The upper edge of a band-pass or band-stop." },
  transition: {
    ...frequency,
    change: "rebuild",
    min: 0,
    label: "Transition",
    description: "The width from the pass band to the stop band. A narrow transition needs many taps.",
  },
  window: {
    kind: "choice",
    change: "rebuild",
    label: "Window",
    choices: FIR_WINDOWS,
    description: "It sets the attenuation: rectangular 21 dB, Hann 44 dB, Hamming 53 dB, Blackman 74 dB, Kaiser by β.",
  },
  beta: {
    kind: "number",
    change: "rebuild",
    label: "Kaiser β",
    unit: "",
    min: 0,
    max: 30,
    step: 0.1,
    description: "Of the Kaiser window: 6.76 gives 70 dB.",
  },
  gain: {
    kind: "number",
    change: "set",
    label: "Gain",
    unit: "",
    min: -1e30,
    max: 1e30,
    step: 0.1,
    description: "The gain in the pass band. With interpolation, take the interpolation factor to keep the amplitude.",
  },
  taps: listField("Taps", "For the design “taps”: the impulse response as JSON, numbers and pairs [re, im]."),
};

export const FIR_DEFAULTS: FirDesign = {
  design: "low-pass",
  cutoff: 5000,
  upper: 10_000,
  transition: 2000,
  window: "hamming",
  beta: 6.76,
  gain: 1,
  taps: [1],
};

/** Whether the taps are complex. */
export const hasComplexTaps = ({ design, taps }: Pick<FirDesign, "design" | "taps">): boolean =>
  design === "complex band-pass" || (design === "taps" && taps.some((tap) => isPair(tap) && tap[1] !== 0));
