import chirp from "#shaders/blocks/lib/chirp-phase.wgsl?raw";
import phase from "#shaders/lib/phase.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import { phaseWords } from "../../analog/phase.ts";
import type { SampleBlock } from "../../flow/build/block-factory.ts";
import type { ChirpSource } from "./chirp-source.ts";
import { announced } from "./rate.ts";
import { phaseAt, sweepOf } from "./sweep.ts";

/** @throws RangeError for a sweep that is too short or too long. */
export function createChirpSource(parameters: ChirpSource): SampleBlock {
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
}
