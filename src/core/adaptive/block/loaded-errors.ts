import loadedErrorsKernel from "#shaders/adaptive/block/loaded-errors.wgsl?raw";
import packetCounts from "#shaders/adaptive/lib/packet-counts.wgsl?raw";
import sent from "#shaders/adaptive/lib/sent.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { createStage } from "../../gpu/stage.ts";
import {
  COUNTED_COLUMNS,
  type EqualizerErrors,
  type EqualizerErrorsConfig,
  PACKET_COUNTS,
} from "../counting/errors.ts";
import type { CarrierLoads } from "./loading.ts";

export interface LoadedErrorsConfig
  extends
    Pick<EqualizerErrorsConfig, "packets" | "symbols" | "guard" | "labels" | "estimates" | "training" | "bin">,
    CarrierLoads {
  /** There are loads per packet. */
  hasOwnTaps: boolean;
  /** N: carriers. */
  length: number;
  /** m: mean bits of a carrier. */
  bitsPerSymbol: number;
  /** Complex f32; the points of 2^b-QAM start at entry 2^b. */
  points: Float32Array<ArrayBuffer>;
  /** u32, likewise by the number of the nearest point. */
  labelOf: Uint32Array<ArrayBuffer>;
}

/** Creates the counter of errors of loaded carriers: of (K − T)·m bits per packet. */
export async function createLoadedErrors(device: GPUDevice, config: LoadedErrorsConfig): Promise<EqualizerErrors> {
  const { packets, symbols, guard, labels, estimates, training, loads, amplitudes, bin = 0 } = config;
  const memory = allocate(device);
  const counts = memory.storage("packet counts", 4 * PACKET_COUNTS.length * packets);
  const bins = bin > 0 ? Math.ceil(symbols / bin) : 0;
  const learning = memory.storage("learning curves", Math.max(4, 4 * bins * packets));
  const stage = await createStage(device, {
    label: "adaptive/loaded-errors",
    wgsl: [loadedErrorsKernel, packetCounts, sent],
    constants: { LENGTH: config.length, OWN: Number(config.hasOwnTaps) },
    resources: {
      labels,
      points: memory.constant("points", config.points),
      labelOf: memory.constant("labels of points", config.labelOf),
      loads,
      amplitudes,
      estimates,
      counts,
      learning,
      params: { packets, symbols, training, guard, perSymbol: config.bitsPerSymbol, bin },
    },
    groups: [Math.ceil(packets / COUNTED_COLUMNS), 1],
    memory,
  });
  return { ...stage, counts, learning: bin > 0 ? learning : undefined };
}
