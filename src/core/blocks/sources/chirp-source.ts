import type { BlockType } from "../../flow/graph/block-type.ts";
import { AT_ITEM_TYPE, type AtItemType } from "../arithmetic/item-type.ts";
import { AT_RATE, type AtRate } from "./rate.ts";

export interface ChirpSource extends AtItemType, AtRate {
  /** Hz. */
  from: number;
  to: number;
  /** Seconds. */
  duration: number;
  amplitude: number;
}

const frequency = { kind: "number", change: "rebuild", unit: "Hz", min: -1e12, max: 1e12, step: 1000 } as const;

export const chirpSource: BlockType<ChirpSource> = {
  title: "Chirp source",
  category: "sources",
  summary: "Makes a sinusoid whose frequency rises or falls linearly, again and again.",
  formula: "y[n] = A·e^{jθ}, or A·cos θ; the frequency goes from f₀ to f₁ in each sweep",
  help:
    "Use it to see the response of a filter over all frequencies, or the resolution of a waterfall. The phase is " +
    "continuous from sweep to sweep.",
  keywords: ["sweep", "linear FM", "radar", "LoRa"],
  fields: {
    type: AT_ITEM_TYPE,
    rate: AT_RATE,
    from: { ...frequency, label: "From", description: "The frequency f₀ at the beginning of each sweep." },
    to: { ...frequency, label: "To", description: "The frequency f₁ at the end of each sweep." },
    duration: {
      kind: "number",
      change: "rebuild",
      label: "Duration",
      unit: "s",
      min: 1e-9,
      max: 1e9,
      step: 0.1,
      description: "The length of a sweep, in samples where no rate is known: 1 to 268,435,456 samples.",
    },
    amplitude: {
      kind: "number",
      change: "set",
      label: "Amplitude",
      unit: "",
      min: -1e30,
      max: 1e30,
      step: 0.1,
      description: "The factor A.",
    },
  },
  defaults: { type: "complex", rate: 48_000, from: -20_000, to: 20_000, duration: 1, amplitude: 1 },
  ports: ({ type }) => ({ inputs: [], outputs: [{ name: "out", type }] }),
  plan: async () => (await import("./chirp-source.plan.ts")).createChirpSource,
};
