import complex from "#shaders/lib/complex.wgsl?raw";
import sortingKernel from "#shaders/mimo/sorting.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import type { Plan } from "../gpu/timing.ts";
import {
  checkedAntennas,
  checkedNoise,
  checkedReceiveAntennas,
  checkedUses,
  type DetectorConfig,
  dispatchSize,
  type Sorting,
} from "./detector.ts";

export interface SortingConfig extends Pick<DetectorConfig, "antennas" | "receiveAntennas" | "uses" | "channel"> {
  sorting: Exclude<Sorting, "none">;
}

export interface SortedChannel extends Plan {
  /** The columns of H in the new order, vec2f [use][N][M]. */
  readonly channel: GPUBuffer;
  /** u32 [use]: bits 4k … 4k + 3 are the stream whose column is at place k. */
  readonly order: GPUBuffer;
  /** N0; 1 until set. "norm" does not depend on it. */
  setNoiseVariance(noiseVariance: number): void;
}

const GROUP = 64;

/**
 * Sorts the columns of H for detectors that begin with the last one (K-best, the trellis), in the order of `antennaOrder`: sorted QR,
 * or sorted QR of [H; √N0·I] for "v-blast". A triangular R in place of H gives the same order. Priors and LLRs follow by
 * `createReordering`.
 *
 * @throws RangeError when a size, `sorting` or `noiseVariance` is out of range.
 */
export async function createSorting(device: GPUDevice, config: SortingConfig): Promise<SortedChannel> {
  const label = "mimo/sorting";
  const { channel, sorting } = config;
  const antennas = checkedAntennas(label, config.antennas);
  const receiveAntennas = checkedReceiveAntennas(label, antennas, config.receiveAntennas);
  const uses = checkedUses(label, config.uses);
  if (sorting !== "norm" && sorting !== "v-blast") {
    throw new RangeError(`${label}: sorting must be "none", "norm" or "v-blast", got ${JSON.stringify(sorting)}`);
  }
  const constants = { GROUP, ANTENNAS: antennas, RECEIVERS: receiveAntennas };
  const memory = allocate(device);
  const sorted = memory.storage("sorted channels", uses * receiveAntennas * antennas * 8);
  const order = memory.storage("order of streams", uses * 4);
  const groups = dispatchSize(Math.ceil(uses / GROUP));
  const stage = await createStage(device, {
    label,
    wgsl: [sortingKernel, complex],
    constants,
    resources: { channel, sorted, order, params: { uses, rho: Number(sorting === "v-blast") } },
    groups,
    memory,
  });
  return {
    ...stage,
    channel: sorted,
    order,
    setNoiseVariance(noiseVariance) {
      if (sorting === "v-blast") stage.set({ rho: checkedNoise(label, noiseVariance) });
    },
  };
}
