import parallelKernel from "#shaders/iir/parallel.wgsl?raw";
import chunkStarts from "#shaders/iir/lib/chunk-starts.wgsl?raw";
import poleScan from "#shaders/iir/lib/pole-scan.wgsl?raw";
import polesLibrary from "#shaders/iir/lib/poles.wgsl?raw";
import { owning } from "../gpu/owning.ts";
import { checkedCount, gridOf } from "../gpu/rows.ts";
import { sequence } from "../gpu/timing.ts";
import { SAMPLE_BYTES, type StreamPlan } from "../flow/graph/block.ts";
import { rowItems } from "./chunk-starts.ts";
import { createChunkStates } from "./chunk-states.ts";
import { foursOf, fractionsOf, packFours, prefixPowers } from "./poles.ts";
import type { IirFilter } from "../filter-design/registry.ts";
import type { IirConfig } from "./limits.ts";

const GROUP = 32;
/** Numbers per invocation. */
const RUN = 16;
/** Most tiles per chunk, and workgroups that occupy a large GPU: smaller pages have shorter chunks. */
const MOST_TILES = 8;
const PARALLEL = 2048;

export interface ParallelConfig extends Omit<IirConfig, "filter"> {
  filter: IirFilter;
  /** Tiles of 512 numbers per workgroup. Default: 1 to 8, more for larger pages. */
  tiles?: number;
}

/**
 * A recursive filter as the sum of its partial fractions, with one prefix sum per pole.
 *
 * @throws RangeError for a filter without partial fractions (repeated poles, more zeros than poles), and for a size out of
 *   its range.
 */
export function createParallel(device: GPUDevice, config: ParallelConfig): Promise<StreamPlan> {
  return owning(device, async ({ memory, keep, stage }) => {
    const { kind, signals, length, input, filter } = config;
    const label = "iir/parallel";
    const { direct, poles, weights } = fractionsOf(filter);
    const width = SAMPLE_BYTES[kind] / 4;
    const tile = (GROUP * RUN) / width;
    const most = Math.min(MOST_TILES, (signals * length) / (tile * PARALLEL));
    const { tiles = 2 ** Math.max(0, Math.floor(Math.log2(most))) } = config;
    const chunk = tile * checkedCount(label, "tiles", tiles);
    const states = await keep(createChunkStates(device, { label, kind, signals, length, input, poles, chunk }));
    const { starts, pieces, reach, chunks, reset } = states;
    const output = memory.storage(`${label}, output`, signals * length * SAMPLE_BYTES[kind]);
    const sum = await stage({
      label,
      wgsl: [parallelKernel, polesLibrary, poleScan, chunkStarts],
      constants: { GROUP, WIDTH: width, PIECE: rowItems(device) },
      resources: {
        input,
        starts,
        pieces,
        reach,
        powers: memory.constant(`${label}, powers of a run`, prefixPowers(poles, RUN, GROUP / width)),
        fractions: memory.constant(`${label}, fractions`, packFours([poles, weights])),
        output,
        params: { signals, length, chunk, chunks, fours: foursOf(poles), direct },
      },
      groups: gridOf(device, signals * chunks),
    });
    return { ...sequence(label, [states, sum]), output, outputs: length, reset };
  });
}
