import type { Code, Decoding } from "../../codes/code.ts";
import { createDecoder, createEncoder } from "../../codes/factories.ts";
import type { GraphPlan, PlanBlock, Stream } from "../../flow/build/block-factory.ts";
import { type Owner, owning } from "../../gpu/owning.ts";
import { sequence, type Stage } from "../../gpu/timing.ts";
import { createPacking } from "../packing.ts";
import { createUnpacking } from "../unpacking.ts";

/** Stages of a plan without state, and its only output. */
export interface Stages {
  stages: Stage[];
  out: Stream;
}

/** Returns a plan of stages that keep nothing from page to page. */
export const statelessPlan = (
  device: GPUDevice,
  label: string,
  build: (keep: Owner["keep"]) => Promise<Stages>,
): Promise<GraphPlan> =>
  owning(device, async ({ keep }) => {
    const { stages, out } = await build(keep);
    return { ...sequence(label, stages), outputs: { out }, reset() {} };
  });

/** Returns a block that encodes frame after frame: a frame per firing. */
export function encoderBlock(code: Code): PlanBlock {
  const { information, length } = code;
  return {
    kind: "plan",
    consumes: { in: information },
    produces: { out: length },
    variableRates: ["in"],
    create: (device, { firings: frames, inputs: { in: input } }) =>
      statelessPlan(device, `encoder ${code.name}`, async (keep) => {
        const packed = await keep(createPacking(device, { bits: input.buffer, rows: frames, length: information }));
        const encoder = await keep(createEncoder(device, { code, frames, bits: packed.words }));
        const coded = await keep(createUnpacking(device, { words: encoder.code, rows: frames, length }));
        return { stages: [packed, encoder, coded], out: { buffer: coded.bits, length: frames * length } };
      }),
  };
}

/** Returns a block that decodes frame after frame: a frame per firing. */
export function decoderBlock(code: Code, decoding: Decoding): PlanBlock {
  const { information, length } = code;
  return {
    kind: "plan",
    consumes: { in: length },
    produces: { out: information },
    variableRates: ["in"],
    create: (device, { firings: frames, inputs: { in: input } }) =>
      statelessPlan(device, `decoder ${code.name}`, async (keep) => {
        const decoder = await keep(createDecoder(device, { code, frames, llr: input.buffer, decoding }));
        const words = decoder.decisions;
        const decided = await keep(createUnpacking(device, { words, rows: frames, length: information }));
        return { stages: [decoder, decided], out: { buffer: decided.bits, length: frames * information } };
      }),
  };
}
