import complex from "#shaders/lib/complex.wgsl?raw";
import phase from "#shaders/lib/phase.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import type { SampleBlock } from "../flow/build/block-factory.ts";
import { createOscillator, phaseOf, phaseWords } from "./phase.ts";

/**
 * Returns y[n] = x[n]·e^{−j2π·frequency·n} as a block of one sample, and a function that changes the frequency with continuous
 * phase. The phase is a 64-bit fraction of a turn, exact for every index, so that pages of any size give the same bits: after
 * 2^40 samples its error comes from `frequency` as a float64 only, at most 2^−15 turns. GNU Radio's frequency xlating FIR filter
 * is this one, and a FIR filter behind it.
 *
 * @param frequency The frequency to shift to 0, in cycles per sample.
 */
export function frequencyShift(frequency: number): SampleBlock & { setFrequency(frequency: number): void } {
  const oscillator = createOscillator();
  let step = phaseOf(-frequency);
  return {
    kind: "sample",
    wgsl: [complex, phase, phasor],
    uniforms: { start: "vec2u", step: "vec2u" },
    outputs: ({ in: x }, uniforms, index) => ({
      out: `mul(${x}, phasor(phaseAfter(${uniforms.start}, ${uniforms.step}, ${index})))`,
    }),
    values: (page) => ({ start: phaseWords(oscillator.advance(page, step)), step: phaseWords(step) }),
    isIndexed: true,
    reset: oscillator.reset,
    setFrequency: (next) => void (step = phaseOf(-next)),
  };
}
