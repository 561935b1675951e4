import agcStates from "#shaders/blocks/lib/agc.wgsl?raw";
import magnitude from "#shaders/lib/magnitude.wgsl?raw";
import { SAMPLE_BYTES } from "../../flow/graph/block.ts";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { createTiled } from "../../iir/tiled.ts";
import { type Agc, levelAtStart } from "./agc.ts";

export function createAgc(parameters: Agc): PlanBlock {
  const { type, rate, level } = parameters;
  const pole = 1 - rate;
  const forward = ({ reference, maximum }: Agc) => [rate, reference, maximum, levelAtStart(parameters)];
  return {
    kind: "plan",
    consumes: { in: 1 },
    produces: { out: 1 },
    async create(device, { firings: length, inputs }) {
      const plan = await createTiled(device, {
        label: "blocks/filters/agc",
        wgsl: [agcStates, magnitude, `const SQUARES = ${level === "RMS"};`],
        signals: 1,
        length,
        input: inputs.in.buffer,
        parts: SAMPLE_BYTES[type] / 4,
        stride: 1,
        zeroNonFinite: true,
        // Four means of one pole.
        system: { A: diagonal(pole), B: new Float64Array(4).fill(rate) },
        forward: forward(parameters),
        backward: [pole, 0, pole - Math.fround(pole)],
      });
      return {
        ...plan,
        outputs: { out: { buffer: plan.output, length } },
        set: (next: Agc) => plan.setForward(forward(next)),
      };
    },
  };
}

function diagonal(value: number) {
  return { order: 4, values: Float64Array.from({ length: 16 }, (_, i) => (i % 5 ? 0 : value)) };
}
