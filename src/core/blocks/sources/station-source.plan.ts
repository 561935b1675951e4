import station from "#shaders/blocks/lib/station.wgsl?raw";
import phase from "#shaders/lib/phase.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { PILOT } from "../../analog/multiplex.ts";
import { createOscillator, phaseOf, phaseWords } from "../../analog/phase.ts";
import type { SampleBlock } from "../../flow/build/block-factory.ts";
import { swingsOf } from "./multiplex-swings.ts";
import { announced } from "./rate.ts";
import type { StationSource } from "./station-source.ts";

export function createStationSource(parameters: StationSource): SampleBlock {
  const { modulation, rate, left, right } = parameters;
  const { tones, sidebands } = swingsOf(parameters);
  const oscillators = {
    carrier: createOscillator(),
    left: createOscillator(),
    right: createOscillator(),
    pilot: createOscillator(),
  };
  const steps = { left: phaseOf(left / rate), right: phaseOf(right / rate), pilot: phaseOf(PILOT / rate) };
  let { offset, amplitude, depth } = parameters;
  return {
    kind: "sample",
    wgsl: [station, phase, phasor],
    uniforms: {
      carrier: "vec4u",
      left: "vec4u",
      right: "vec4u",
      pilot: "vec4u",
      tones: "vec4f",
      sidebands: "vec4f",
      amplitude: "f32",
      depth: "f32",
    },
    outputs(_, { carrier, left, right, pilot, tones, sidebands, amplitude, depth }, index) {
      const [at, l, r, p] = [carrier, left, right, pilot].map((name) => `phaseAfter(${name}.xy, ${name}.zw, ${index})`);
      return {
        out:
          modulation === "AM"
            ? `${amplitude} * stationEnvelope(${l}, ${r}, ${depth}) * phasor(${at})`
            : `${amplitude} * phasor(${at} + stationPhase(${l}, ${r}, ${p}, ${tones}.xyz, ${sidebands}))`,
      };
    },
    values(page) {
      const of = (name: keyof typeof oscillators, step: bigint) => [
        ...phaseWords(oscillators[name].advance(page, step)),
        ...phaseWords(step),
      ];
      return {
        carrier: of("carrier", phaseOf(offset / rate)),
        left: of("left", steps.left),
        right: of("right", steps.right),
        pilot: of("pilot", steps.pilot),
        tones: [...tones, 0],
        sidebands,
        amplitude,
        depth,
      };
    },
    isIndexed: true,
    hz: announced(parameters),
    reset() {
      for (const oscillator of Object.values(oscillators)) oscillator.reset();
    },
    set: (next: StationSource) => void ({ offset, amplitude, depth } = next),
  };
}
