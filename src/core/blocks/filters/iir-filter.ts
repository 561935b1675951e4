import type { BlockType } from "../../flow/graph/block-type.ts";
import { AT_ITEM_TYPE, type AtItemType, inAndOut } from "../arithmetic/item-type.ts";
import { listField } from "../list-field.ts";

export interface IirFilter extends AtItemType {
  design: "butterworth" | "chebyshev1" | "chebyshev2" | "elliptic" | "bessel" | "coefficients";
  band: "lowpass" | "highpass" | "bandpass" | "bandstop";
  order: number;
  /** Hz; for bands the lower edge. */
  cutoff: number;
  /** Hz, the upper edge of a band. */
  upper: number;
  /** dB. */
  ripple: number;
  attenuation: number;
  forward: readonly number[];
  backward: readonly number[];
}

const frequency = { kind: "number", change: "rebuild", unit: "Hz", min: 0, max: 1e12, step: 1000 } as const;
const decibels = { kind: "number", change: "rebuild", unit: "dB", min: 0.001, max: 200, step: 1 } as const;

export const iirFilter: BlockType<IirFilter> = {
  title: "IIR filter",
  category: "filters",
  summary: "Filters recursively: an analog design, or given coefficients.",
  formula: "y[n] = Σ b[k]·x[n−k] − Σ a[k]·y[n−k], k ≥ 1 for a; a[0] = 1",
  help:
    "It needs far less work than an FIR filter of the same steepness, but its delay depends on the frequency. Threeray " +
    "splits the recursion into second-order sections. Poles near the unit circle lose accuracy in float32.",
  keywords: ["iir_filter_ffd", "iir_filter_ccf", "Butterworth", "Chebyshev", "elliptic", "Bessel", "biquad"],
  fields: {
    type: AT_ITEM_TYPE,
    design: {
      kind: "choice",
      change: "rebuild",
      label: "Design",
      choices: [
        "butterworth",
        "chebyshev1",
        "chebyshev2",
        "elliptic",
        "bessel",
        "coefficients",
      ] satisfies IirFilter["design"][],
      description: "The family of the design, or coefficients from lists.",
    },
    band: {
      kind: "choice",
      change: "rebuild",
      label: "Band",
      choices: ["lowpass", "highpass", "bandpass", "bandstop"] satisfies IirFilter["band"][],
      description: "The band that passes, or the one that does not.",
    },
    order: {
      kind: "number",
      change: "rebuild",
      label: "Order",
      unit: "",
      min: 1,
      max: 24,
      step: 1,
      integer: true,
      description: "The order of the prototype. Band-pass and band-stop filters have twice as many poles.",
    },
    cutoff: { ...frequency, label: "Cutoff", description: "The edge of the band; for bands the lower edge." },
    upper: { ...frequency, label: "Upper cutoff", description: "The upper edge of a band-pass or band-stop." },
    ripple: { ...decibels, label: "Ripple", description: "In the pass band, of Chebyshev I and elliptic filters." },
    attenuation: {
      ...decibels,
      label: "Attenuation",
      description: "Of the stop band, of Chebyshev II and elliptic filters.",
    },
    forward: listField("Forward", "For the design “coefficients”: b[0], b[1], … as JSON."),
    backward: listField(
      "Backward",
      "For the design “coefficients”: a[0], a[1], … as JSON, as in SciPy. a[0] is not 0.",
    ),
  },
  defaults: {
    type: "complex",
    design: "butterworth",
    band: "lowpass",
    order: 4,
    cutoff: 5000,
    upper: 10_000,
    ripple: 1,
    attenuation: 60,
    forward: [1],
    backward: [1],
  },
  ports: ({ type }) => inAndOut(type),
  plan: async () => (await import("./iir-filter.plan.ts")).createIirFilter,
};
