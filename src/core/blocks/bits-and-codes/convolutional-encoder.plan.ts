import streamKernel from "#shaders/blocks/bits-and-codes/convolutional-encoder.wgsl?raw";
import { codedBits } from "../../codes/convolutional/code.ts";
import { createConvolutionalEncoder as createFrameEncoder } from "../../codes/convolutional/encoder.ts";
import { puncturedOrder, PUNCTURING } from "../../codes/convolutional/puncturing.ts";
import type { PlanBlock } from "../../flow/build/block-factory.ts";
import { owning } from "../../gpu/owning.ts";
import { wordsOf } from "../../gpu/rows.ts";
import { sequence } from "../../gpu/timing.ts";
import { createKernelStage } from "../kernel-stage.ts";
import { createPacking } from "../packing.ts";
import { createHistory } from "../../flow/build/history.ts";
import { countOf } from "../item-count.ts";
import { createUnpacking } from "../unpacking.ts";
import { statelessPlan } from "./code-blocks.ts";
import type { Convolutional } from "./convolutional-encoder.ts";

/** Bits before the newest one that a coded bit depends on. */
const MEMORY = 6;

export function createConvolutionalEncoderBlock({ frame, rate }: Convolutional): PlanBlock {
  const period = PUNCTURING[rate].length;
  const places = Array.from(puncturedOrder(period, PUNCTURING[rate]));
  return frame === 0 ? streamEncoder(period, places) : frameEncoder(frame, period, places);
}

function frameEncoder(information: number, period: number, places: readonly number[]): PlanBlock {
  const coded = codedBits(information);
  // A frame may end within a period.
  const sent = Math.floor(coded / period) * places.length + places.filter((place) => place < coded % period).length;
  return {
    kind: "plan",
    consumes: { in: information },
    produces: { out: sent },
    variableRates: ["in"],
    create: (device, { firings: frames, inputs: { in: input } }) =>
      statelessPlan(device, "convolutional encoder", async (keep) => {
        const packed = await keep(createPacking(device, { bits: input.buffer, rows: frames, length: information }));
        const encoder = await keep(createFrameEncoder(device, { length: information, frames, bits: packed.words }));
        const rows = { words: encoder.code, rows: frames, length: sent, stride: wordsOf(coded), period, places };
        const out = await keep(createUnpacking(device, rows));
        return { stages: [packed, encoder, out], out: { buffer: out.bits, length: frames * sent } };
      }),
  };
}

function streamEncoder(period: number, places: readonly number[]): PlanBlock {
  const label = "blocks/bits-and-codes/convolutional-encoder";
  return {
    kind: "plan",
    consumes: { in: period / 2 },
    produces: { out: places.length },
    variableRates: ["in"],
    create: (device, { firings, inputs: { in: input } }) =>
      owning(device, async ({ keep, memory }) => {
        const count = countOf(device, memory, input).buffer;
        const page = { signals: 1, length: input.length, input: input.buffer, count };
        const recent = await keep(createHistory(device, { ...page, kind: "real", history: MEMORY }));
        const length = firings * places.length;
        const out = memory.storage("coded bits", 4 * length);
        const encoding = await keep(
          createKernelStage(device, {
            label,
            wgsl: [streamKernel],
            constants: { PERIOD: period, KEPT: places.length },
            resources: {
              x: input.buffer,
              recent: recent.buffer,
              places: memory.constant("places", Uint32Array.from(places)),
              y: out,
              params: { length },
            },
            invocations: length,
          }),
        );
        return {
          ...sequence(label, [encoding, recent]),
          outputs: { out: { buffer: out, length } },
          reset: recent.reset,
        };
      }),
  };
}
