import labelsKernel from "#shaders/adaptive/transmission/labels.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, checkedInteger, checkedWord } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { BatchSizes } from "../batch.ts";

export interface LabelsConfig extends Pick<BatchSizes, "packets" | "symbols" | "guard"> {
  /** 1 to 8. */
  bitsPerSymbol: number;
  /** u32. */
  seed: number;
}

export interface RandomLabels extends Plan {
  /** As in `ReceivedBatch`. */
  readonly labels: GPUBuffer;
  /** Sets the number of the batch's first packet, u32. Default 0. */
  setFirstPacket(firstPacket: number): void;
}

const GROUP = 64;

/**
 * Creates the labels of random symbols, guards included. A packet has the same labels in every batch.
 *
 * @throws RangeError when a size, `bitsPerSymbol` or `seed` is out of range.
 */
export async function createRandomLabels(device: GPUDevice, config: LabelsConfig): Promise<RandomLabels> {
  const label = "adaptive/labels";
  const packets = checkedCount(label, "packets", config.packets);
  const symbols = checkedCount(label, "symbols", config.symbols) + 2 * config.guard;
  const bits = checkedInteger(label, "bitsPerSymbol", config.bitsPerSymbol, 1, 8);
  const words = Math.ceil(symbols / 4);
  const memory = allocate(device);
  const labels = memory.storage("labels", 4 * words * packets);
  const stage = await createStage(device, {
    label,
    wgsl: [labelsKernel, random, phasor],
    constants: { GROUP, MASK: 2 ** bits - 1 },
    resources: { labels, params: { firstPacket: 0, packets, words, seed: checkedWord(label, "seed", config.seed) } },
    groups: [Math.ceil(packets / GROUP), words],
    memory,
  });
  return {
    ...stage,
    labels,
    setFirstPacket: (firstPacket) => stage.set({ firstPacket: checkedWord(label, "firstPacket", firstPacket) }),
  };
}
