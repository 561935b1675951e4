import waveforms from "#shaders/blocks/lib/waveforms.wgsl?raw";
import phaseLibrary from "#shaders/lib/phase.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { createOscillator, phaseOf, phaseWords } from "../../analog/phase.ts";
import { field, type ValuesOf, variantOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { announced, FREQUENCY, LEVEL, typedPorts, SAMPLE_TYPE, SOURCE_RATE } from "../definition.ts";

export const WAVEFORMS = ["cosine", "sine", "square", "triangle", "sawtooth", "constant"] as const;

const fields = {
  type: SAMPLE_TYPE,
  waveform: field.choice("Waveform", "The shape of one period.", WAVEFORMS, { default: "cosine" }),
  rate: variantOf(SOURCE_RATE, { default: 48_000 }),
  frequency: field.number("Frequency", "Periods per second. A negative one turns a complex signal the other way.", {
    default: 1000,
    change: "set",
    ...FREQUENCY,
    step: 100,
  }),
  amplitude: field.number("Amplitude", "The factor A.", { default: 1, ...LEVEL }),
  offset: field.number("Offset", "A constant that is added to the real part.", { default: 0, ...LEVEL }),
  phase: field.number("Phase", "The phase φ at the first sample.", {
    default: 0,
    ...LEVEL,
    unit: "rad",
    min: -1000,
    max: 1000,
  }),
};

export type SignalSource = ValuesOf<typeof fields>;

const QUARTER = "0x40000000u";

export const signalSource = defineBlock({
  title: "Signal source",
  category: "sources",
  summary: "Makes a periodic signal: cosine, square, triangle, sawtooth or a constant.",
  formula:
    "real: y[n] = A·w(θ) + offset; complex: y[n] = A·(w(θ) + j·w(θ − π/2)) + offset; θ = 2π·f·n/fs + φ. " +
    "Square, triangle and sawtooth go from 0 to A",
  help:
    "A complex cosine is a rotating phasor: one line in the spectrum, also at negative frequencies. The frequency can " +
    "change while the graph runs: the phase stays continuous. Square waves and sawtooths contain aliases, as their " +
    "harmonics exceed half the sample rate.",
  keywords: ["sig_source_x", "analog_sig_source_x", "tone", "oscillator", "generator", "carrier"],
  fields,
  ports: ({ type }) => typedPorts({}, { out: type }),
  create(parameters) {
    const { type, waveform, rate } = parameters;
    const oscillator = createOscillator();
    let current = parameters;
    return {
      kind: "sample",
      wgsl: [waveforms, phaseLibrary, phasor],
      uniforms: { start: "vec2u", step: "vec2u", amplitude: "f32", offset: "f32" },
      outputs(_, { start, step, amplitude, offset }, index) {
        const angle = `phaseAfter(${start}, ${step}, ${index})`;
        const real = {
          cosine: `phasor(${angle}).x`,
          sine: `phasor(${angle}).y`,
          constant: "1.0",
          square: `squareWave(${angle})`,
          triangle: `triangleWave(${angle})`,
          sawtooth: `sawtoothWave(${angle})`,
        }[waveform];
        if (type === "real") return { out: `${amplitude} * ${real} + ${offset}` };
        const unit = {
          cosine: `phasor(${angle})`,
          sine: `phasor(${angle})`,
          constant: "vec2f(1.0, 0.0)",
          square: `vec2f(${real}, squareWave(${angle} - ${QUARTER}))`,
          triangle: `vec2f(${real}, triangleWave(${angle} - ${QUARTER}))`,
          sawtooth: `vec2f(${real}, sawtoothWave(${angle} - ${QUARTER}))`,
        }[waveform];
        return { out: `${amplitude} * ${unit} + vec2f(${offset}, 0.0)` };
      },
      values(page) {
        const { frequency, amplitude, offset, phase } = current;
        // Without a rate the unit of the frequency is cycles per sample.
        const step = phaseOf(frequency / (rate || 1));
        const start = oscillator.advance(page, step) + phaseOf((phase / (2 * Math.PI)) % 1);
        return { start: phaseWords(start), step: phaseWords(step), amplitude, offset };
      },
      isIndexed: true,
      hz: announced(parameters),
      reset: oscillator.reset,
      set: (next: SignalSource) => void (current = next),
    };
  },
});
