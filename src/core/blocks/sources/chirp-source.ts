import chirp from "#shaders/blocks/lib/chirp-phase.wgsl?raw";
import phase from "#shaders/lib/phase.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import { phaseWords } from "../../analog/phase.ts";
import { field, type ValuesOf, variantOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { phaseAt, sweepOf } from "./sweep.ts";
import { announced, FREQUENCY, LEVEL, typedPorts, SAMPLE_TYPE, SOURCE_RATE } from "../definition.ts";

const fields = {
  type: SAMPLE_TYPE,
  rate: variantOf(SOURCE_RATE, { default: 48_000 }),
  from: field.number("From", "The frequency f₀ at the beginning of each sweep.", { default: -20_000, ...FREQUENCY }),
  to: field.number("To", "The frequency f₁ at the end of each sweep.", { default: 20_000, ...FREQUENCY }),
  duration: field.number(
    "Duration",
    "The length of a sweep, in samples where no rate is known: 1 to 268,435,456 samples.",
    { default: 1, unit: "s", min: 1e-9, max: 1e9, step: 0.1 },
  ),
  amplitude: field.number("Amplitude", "The factor A.", { default: 1, ...LEVEL }),
};

export type ChirpSource = ValuesOf<typeof fields>;

export const chirpSource = defineBlock({
  title: "Chirp source",
  category: "sources",
  summary: "Makes a sinusoid whose frequency rises or falls linearly, again and again.",
  formula: "y[n] = A·e^{jθ}, or A·cos θ; the frequency goes from f₀ to f₁ in each sweep",
  help:
    "Use it to see the response of a filter over all frequencies, or the resolution of a waterfall. The phase is " +
    "continuous from sweep to sweep.",
  keywords: ["sweep", "linear FM", "radar", "LoRa"],
  fields,
  ports: ({ type }) => typedPorts({}, { out: type }),
  /** @throws RangeError for a sweep that is too short or too long. */
  create(parameters) {
    const sweep = sweepOf(parameters);
    const whole = phaseAt(sweep, BigInt(sweep.length));
    let { amplitude } = parameters;
    return {
      kind: "sample",
      wgsl: [chirp, phase, phasor, random],
      uniforms: {
        start: "vec2u",
        whole: "vec2u",
        step: "vec2u",
        growth: "vec2u",
        length: "u32",
        place: "u32",
        amplitude: "f32",
      },
      outputs(_, { start, whole, step, growth, length, place, amplitude }, index) {
        const angle = `chirpPhase(${start}, ${whole}, ${step}, ${growth}, ${length}, ${place} + ${index})`;
        return { out: `${amplitude} * phasor(${angle})${parameters.type === "real" ? ".x" : ""}` };
      },
      values: ({ first }) => ({
        start: phaseWords(BigInt(Math.floor(first / sweep.length)) * whole),
        whole: phaseWords(whole),
        step: phaseWords(sweep.step),
        growth: phaseWords(sweep.growth),
        length: sweep.length,
        place: first % sweep.length,
        amplitude,
      }),
      isIndexed: true,
      hz: announced(parameters),
      set: (next: ChirpSource) => void ({ amplitude } = next),
    };
  },
});
