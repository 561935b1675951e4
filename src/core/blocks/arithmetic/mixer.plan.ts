import complex from "#shaders/lib/complex.wgsl?raw";
import phase from "#shaders/lib/phase.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { createOscillator, phaseOf, phaseWords } from "../../analog/phase.ts";
import type { Place, SampleBlock } from "../../flow/build/block-factory.ts";
import { type Mixer, mixerRate } from "./mixer.ts";

export function createMixer(parameters: Mixer, { hz }: Place): SampleBlock {
  const stepOf = (value: number) => phaseOf(-value / mixerRate(parameters, hz.in));
  const oscillator = createOscillator();
  let step = stepOf(parameters.frequency);
  return {
    kind: "sample",
    wgsl: [complex, phase, phasor],
    uniforms: { start: "vec2u", step: "vec2u" },
    outputs: ({ in: x }, { start, step }, index) => ({
      out: `mul(${x}, phasor(phaseAfter(${start}, ${step}, ${index})))`,
    }),
    values: (page) => ({ start: phaseWords(oscillator.advance(page, step)), step: phaseWords(step) }),
    isIndexed: true,
    reset: oscillator.reset,
    set: (next: Mixer) => void (step = stepOf(next.frequency)),
  };
}
