import codedLabelsKernel from "#shaders/adaptive/coding/coded-labels.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { ReceivedBatch } from "../batch.ts";
import { PACKET_LANES, rowGroups } from "./places.ts";

export interface CodedLabelsConfig extends Pick<ReceivedBatch, "packets" | "symbols" | "guard" | "labels"> {
  /** T: symbols before the data. */
  training: number;
  bitsPerSymbol: number;
  /** Coded bits, u32 [packet][words], LSB first. */
  code: GPUBuffer;
  /** Words of a packet's coded bits. */
  words: number;
  /** The coded bit at each place, in bits of a packet's words, or EMPTY: [(K − T)·m]. */
  bitAt: Uint32Array<ArrayBuffer>;
}

/** Creates the stage that puts coded bits into the labels of a batch. A place without a coded bit keeps its bit. */
export async function createCodedLabels(device: GPUDevice, config: CodedLabelsConfig): Promise<Plan> {
  const { packets, symbols, guard, labels, training, bitsPerSymbol, code, words: width, bitAt } = config;
  const words = Math.ceil((symbols + 2 * guard) / 4);
  const memory = allocate(device);
  return createStage(device, {
    label: "adaptive/coded-labels",
    wgsl: [codedLabelsKernel],
    constants: { GROUP: PACKET_LANES, BITS: bitsPerSymbol },
    resources: {
      code,
      bitAt: memory.constant("coded bits of places", bitAt),
      labels,
      params: { packets, words, first: guard + training, count: symbols - training, width },
    },
    groups: rowGroups(packets, words),
    memory,
  });
}
