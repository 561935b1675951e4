import symbolsKernel from "#shaders/adaptive/block/symbols.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { ReceivedBatch } from "../batch.ts";

export interface BlockSymbolsConfig extends Pick<ReceivedBatch, "packets" | "symbols" | "guard" | "labels"> {
  /** Complex f32, by label. */
  points: Float32Array<ArrayBuffer>;
  /** Factor on the points. */
  gain: number;
}

export interface BlockSymbols extends Plan {
  /** Complex f32, [packet][K]. */
  readonly symbols: GPUBuffer;
}

const GROUP = 64;

/** Creates the symbols of packets one after another, as transforms need them. */
export async function createBlockSymbols(device: GPUDevice, config: BlockSymbolsConfig): Promise<BlockSymbols> {
  const { packets, symbols: count, guard, labels, gain } = config;
  const memory = allocate(device);
  const symbols = memory.storage("symbols of blocks", 8 * count * packets);
  const stage = await createStage(device, {
    label: "adaptive/symbols",
    wgsl: [symbolsKernel],
    constants: { GROUP },
    resources: {
      labels,
      points: memory.constant("points", config.points),
      symbols,
      params: { packets, symbols: count, guard, gain },
    },
    groups: [Math.ceil(count / GROUP), packets],
    memory,
  });
  return { ...stage, symbols };
}
