import loadedSymbolsKernel from "#shaders/adaptive/block/loaded-symbols.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { createStage } from "../../gpu/stage.ts";
import type { ReceivedBatch } from "../batch.ts";
import type { CarrierLoads } from "./loading.ts";
import type { BlockSymbols } from "./symbols.ts";

export interface LoadedSymbolsConfig
  extends Pick<ReceivedBatch, "packets" | "symbols" | "guard" | "labels">, CarrierLoads {
  /** There are loads per packet. */
  hasOwnTaps: boolean;
  /** N: carriers. */
  length: number;
  /** Complex f32; the points of 2^b-QAM start at entry 2^b. */
  points: Float32Array<ArrayBuffer>;
  /** Factor on the points. */
  gain: number;
}

const GROUP = 64;

/** Creates the symbols of loaded carriers. A carrier without bits sends nothing. */
export async function createLoadedSymbols(device: GPUDevice, config: LoadedSymbolsConfig): Promise<BlockSymbols> {
  const { packets, symbols: count, guard, labels, loads, amplitudes, hasOwnTaps, length, gain } = config;
  const memory = allocate(device);
  const symbols = memory.storage("loaded symbols", 8 * count * packets);
  const stage = await createStage(device, {
    label: "adaptive/loaded-symbols",
    wgsl: [loadedSymbolsKernel],
    constants: { GROUP, LENGTH: length, OWN: Number(hasOwnTaps) },
    resources: {
      labels,
      points: memory.constant("points", config.points),
      loads,
      amplitudes,
      symbols,
      params: { packets, symbols: count, guard, gain },
    },
    groups: [Math.ceil(count / GROUP), packets],
    memory,
  });
  return { ...stage, symbols };
}
