import station from "#shaders/blocks/lib/station.wgsl?raw";
import phase from "#shaders/lib/phase.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { PILOT } from "../../analog/multiplex.ts";
import { createOscillator, phaseOf, phaseWords } from "../../analog/phase.ts";
import { field, type ValuesOf, variantOf } from "../../configuration/schema.ts";
import { defineBlock } from "../../flow/graph/block-type.ts";
import { swingsOf } from "./multiplex-swings.ts";
import { announced, FREQUENCY, LEVEL, typedPorts, SOURCE_RATE } from "../definition.ts";

const TONE = { unit: "Hz", min: 1, max: 15_000, step: 10 } as const;

const fields = {
  modulation: field.choice(
    "Modulation",
    "FM as on VHF, mono or stereo, or AM as on medium wave.",
    ["FM", "FM stereo", "AM"],
    { default: "FM stereo" },
  ),
  rate: variantOf(SOURCE_RATE, { default: 240_000, min: 1 }),
  offset: field.number("Offset", "The station's frequency relative to the middle of the band.", {
    default: 0,
    change: "set",
    ...FREQUENCY,
  }),
  amplitude: field.number("Amplitude", "The carrier's amplitude A.", { default: 1, ...LEVEL, min: 0 }),
  left: field.number("Left tone", "The frequency of the tone on the left.", { default: 440, ...TONE }),
  right: field.number("Right tone", "The frequency of the tone on the right.", { default: 660, ...TONE }),
  deviation: field.number("Deviation", "Of FM: the largest distance Δf from the carrier, 75 kHz for broadcasts.", {
    default: 75_000,
    unit: "Hz",
    min: 0,
    max: 1e9,
    step: 1000,
  }),
  depth: field.number("Depth", "Of AM: the share of the carrier that the tones move.", {
    default: 0.8,
    change: "set",
    min: 0,
    max: 1,
    step: 0.1,
  }),
};

export type StationSource = ValuesOf<typeof fields>;

export const stationSource = defineBlock({
  title: "Broadcast station",
  category: "sources",
  summary: "Makes a radio broadcast with one tone left and one tone right.",
  formula:
    "FM: y = A·e^{j2π(offset·t + Δf·∫m)}, m the mean of both tones, in stereo with the pilot at 19 kHz and the difference " +
    "about 38 kHz. AM: y = A·(1 + depth·m)·e^{j2π·offset·t}",
  help:
    "Several stations with different offsets, added to noise, give a band without an antenna. FM needs a rate of more " +
    "than twice the deviation plus 106 kHz in stereo. The tones have no pre-emphasis, so de-emphasis lowers high tones.",
  keywords: ["FM", "AM", "broadcast", "transmitter", "radio", "WBFM", "stereo"],
  fields,
  ports: () => typedPorts({}, { out: "complex" }),
  create(parameters) {
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
        const [at, l, r, p] = [carrier, left, right, pilot].map(
          (name) => `phaseAfter(${name}.xy, ${name}.zw, ${index})`,
        );
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
  },
});
