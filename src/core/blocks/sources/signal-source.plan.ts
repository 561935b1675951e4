import waveforms from "#shaders/blocks/lib/waveforms.wgsl?raw";
import phaseLibrary from "#shaders/lib/phase.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { createOscillator, phaseOf, phaseWords } from "../../analog/phase.ts";
import type { SampleBlock } from "../../flow/build/block-factory.ts";
import { announced } from "./rate.ts";
import type { SignalSource } from "./signal-source.ts";

const QUARTER = "0x40000000u";

export function createSignalSource(parameters: SignalSource): SampleBlock {
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
}
