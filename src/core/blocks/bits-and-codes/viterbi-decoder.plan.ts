import spreadingKernel from "#shaders/blocks/bits-and-codes/viterbi-decoder.wgsl?raw";
import { codedBits } from "../../codes/convolutional/code.ts";
import { createViterbiDecoder as createFrameDecoder } from "../../codes/convolutional/decoder.ts";
import { overlapOf, usualConvolutionalWindows } from "../../codes/convolutional/decoding.ts";
import { createLlrPacking } from "../../codes/convolutional/llr-packing.ts";
import { createPackedViterbiStreamDecoder } from "../../codes/convolutional/packed-stream-decoder.ts";
import { PUNCTURING, puncturedOrder, type PuncturedRate } from "../../codes/convolutional/puncturing.ts";
import { createViterbiStreamDecoder } from "../../codes/convolutional/stream-decoder.ts";
import type { PlanBlock, Stream } from "../../flow/build/block-factory.ts";
import { createScaledCount } from "../../flow/build/scaled-count.ts";
import { owning } from "../../gpu/owning.ts";
import { allocate } from "../../gpu/pool.ts";
import { sequence, type Stage } from "../../gpu/timing.ts";
import { countOf } from "../item-count.ts";
import { createKernelStage } from "../kernel-stage.ts";
import { createUnpacking } from "../unpacking.ts";
import { statelessPlan } from "./code-blocks.ts";
import type { ViterbiDecoding } from "./viterbi-decoder.ts";

/** Stages in a word of decisions. */
const WORD = 32;

export const createViterbiDecoderBlock = ({ frame, rate, step }: ViterbiDecoding): PlanBlock =>
  frame === 0 ? streamDecoder(rate, step) : frameDecoder(frame, rate);

function frameDecoder(information: number, rate: PuncturedRate): PlanBlock {
  const coded = codedBits(information);
  const received = puncturedOrder(coded, PUNCTURING[rate]).length;
  return {
    kind: "plan",
    consumes: { in: received },
    produces: { out: information },
    variableRates: ["in"],
    create: (device, { firings: frames, inputs: { in: input } }) =>
      statelessPlan(device, "Viterbi decoder", async (keep) => {
        const llrs = await keep(createSpreading(device, { llr: input, rows: frames, received, coded, rate }));
        const decoder = await keep(
          createFrameDecoder(device, {
            length: information,
            frames,
            llr: llrs.llr,
            windows: usualConvolutionalWindows(information),
            overlap: overlapOf(rate),
          }),
        );
        const words = decoder.decisions;
        const out = await keep(createUnpacking(device, { words, rows: frames, length: information }));
        return { stages: [llrs, decoder, out], out: { buffer: out.bits, length: frames * information } };
      }),
  };
}

function streamDecoder(rate: PuncturedRate, step: number): PlanBlock {
  const label = "Viterbi decoder";
  const received = PUNCTURING[rate].filter(Boolean).length;
  const stages = PUNCTURING[rate].length / 2;
  const overlap = overlapOf(rate);
  return {
    kind: "plan",
    consumes: { in: received },
    produces: { out: stages },
    variableRates: ["in"],
    multiple: WORD,
    delay: (overlap * received) / stages,
    after: Math.ceil(overlap / stages),
    create: (device, { firings, inputs: { in: input } }) =>
      owning(device, async ({ keep }) => {
        const length = firings * stages;
        const sizes = { rows: 1, received: firings * received, coded: 2 * length };
        const llrs = await keep(createSpreading(device, { llr: input, rate, ...sizes }));
        const { count } = input;
        const decided = count && (await keep(createScaledCount(device, { count, up: stages, down: received })));
        const packing =
          step > 0 ? await keep(createLlrPacking(device, { llr: llrs.llr, length: 2 * length, step })) : undefined;
        const stream = { streams: 1, length, count: decided?.output, overlap };
        const decoder = await keep(
          packing
            ? createPackedViterbiStreamDecoder(device, { ...stream, llr: packing.packed })
            : createViterbiStreamDecoder(device, { ...stream, llr: llrs.llr }),
        );
        const bits = await keep(createUnpacking(device, { words: decoder.decisions, rows: 1, length }));
        return {
          ...sequence(label, [llrs, ...(packing ? [packing] : []), ...(decided ? [decided] : []), decoder, bits]),
          outputs: { out: { buffer: bits.bits, length, count: decided?.output } },
          reset: decoder.reset,
        };
      }),
  };
}

interface SpreadingConfig {
  /** f32 [row][received]. */
  llr: Stream;
  rows: number;
  received: number;
  coded: number;
  rate: PuncturedRate;
}

/** Gives the LLR 0 to coded bits that were not sent, and to those beyond the page's count. */
async function createSpreading(
  device: GPUDevice,
  { llr, rows, received, coded, rate }: SpreadingConfig,
): Promise<Stage & { llr: GPUBuffer; destroy(): void }> {
  const pattern = PUNCTURING[rate];
  const kept = pattern.filter(Boolean).length;
  const ranks = pattern.map((isSent, place) => (isSent ? pattern.slice(0, place).filter(Boolean).length : kept));
  const memory = allocate(device);
  const out = memory.storage("LLRs of all coded bits", 4 * rows * coded);
  const stage = await createKernelStage(device, {
    memory,
    label: "blocks/bits-and-codes/viterbi-decoder",
    wgsl: [spreadingKernel],
    constants: { PERIOD: pattern.length, KEPT: kept },
    resources: {
      count: countOf(device, memory, llr).buffer,
      x: llr.buffer,
      ranks: memory.constant("ranks", Uint32Array.from(ranks)),
      y: out,
      params: { rows, received, coded },
    },
    invocations: rows * coded,
  });
  return { ...stage, llr: out };
}
