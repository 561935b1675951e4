import type { Gpu } from "../../../gpu/device.ts";
import { DeviceLostError, OutOfMemoryError } from "../../../gpu/errors.ts";
import { isLost } from "../../../gpu/host.ts";
import { owningRehearsed } from "../../../gpu/owning.ts";
import { readBack } from "../../../gpu/readback.ts";
import { sequence } from "../../../gpu/timing.ts";
import type { SampleArray, SampleFormat } from "../decoder.ts";
import { createBlockOffsets } from "./block-offsets.ts";
import { addListed, CANDIDATE_BYTES, createCandidateList } from "./candidates.ts";
import { CandidateRows } from "./candidate-rows.ts";
import { OFFSET_BLOCK, startsInBlock } from "./envelope.ts";
import { createPreambles } from "./preambles.ts";
import { createRawPage, floatBlock, rawSamples } from "../../raw-page.ts";
import { addCandidatesIn, type SearchGrid, searchGrid } from "./search.ts";
import { createBlocksOfSamples, type BlockOfSamples } from "./sample-blocks.ts";

/** Steps of a page per start that its list holds, and samples per candidate. Noise has about one start in 100 steps, and one candidate in 1000 samples. */
const STEPS_PER_START = 16;
const SAMPLES_PER_CANDIDATE = 256;
/** Pages in flight: one is computed while the next one is written. */
const IN_FLIGHT = 2;

export interface ModeSKernelsConfig {
  sampleRateHz: number;
  offsetHz: number;
  format: SampleFormat;
  /** Blocks per page. */
  blocks: number;
}

/** The kernels of the search on pages of `blocks` blocks. */
export function createModeSKernels(device: GPUDevice, { sampleRateHz, offsetHz, format, blocks }: ModeSKernelsConfig) {
  const grid = searchGrid(sampleRateHz, offsetHz);
  const listed = Math.ceil((blocks * startsInBlock(grid, OFFSET_BLOCK)) / STEPS_PER_START);
  const capacity = Math.ceil((blocks * OFFSET_BLOCK) / SAMPLES_PER_CANDIDATE);
  return owningRehearsed(device, async ({ keep }) => {
    const samples = grid.reach + blocks * OFFSET_BLOCK + grid.beyond;
    const page = await keep(createRawPage(device, { format, samples }));
    const offsets = await keep(createBlockOffsets(device, { ...page, blocks, reach: grid.reach }));
    const shared = { ...page, blocks, grid, offsets: offsets.offsets };
    const preambles = await keep(createPreambles(device, { ...shared, capacity: listed }));
    const { magnitudes, starts, counts } = preambles;
    const lists = { magnitudes, starts, counts, capacity, listed };
    const list = await keep(createCandidateList(device, { ...shared, ...lists }));
    const stages = [offsets, preambles, list];
    const { candidates } = list;
    const kernels = { grid, listed, capacity, page, counts, starts, magnitudes, candidates };
    return { ...kernels, ...sequence("signals/decoders/mode-s", stages), stages };
  });
}

/** The search of a stream on a GPU. Candidates come when their page is finished, one list per page. */
export interface KernelSearch {
  push(samples: SampleArray): Promise<CandidateRows[]>;
  end(): Promise<CandidateRows[]>;
  destroy(): void;
}

/**
 * Creates the search by kernels. It gives the candidates of the search in float64, in the same order. Where a comparison
 * in float64 is closer than the rounding of float32, the kernels may decide otherwise. A page on which the device is lost, or with
 * more candidates than its list holds, is searched in float64.
 *
 * @throws RangeError when the rate is not between 2 and 20 MS/s.
 */
export async function createKernelSearch(gpu: Gpu, config: ModeSKernelsConfig): Promise<KernelSearch> {
  const { device } = gpu;
  const { format, blocks } = config;
  const kernels = await createModeSKernels(device, config);
  const { grid, listed, capacity, page, counts, candidates } = kernels;
  const pages = createBlocksOfSamples({ ...grid, size: blocks * OFFSET_BLOCK }, (length) => rawSamples(format, length));
  let pending: Promise<CandidateRows>[] = [];
  let lost = false;

  const submit = async (block: BlockOfSamples<SampleArray>): Promise<CandidateRows> => {
    if (lost) return searched(grid, format, block);
    try {
      page.write(block);
      const encoder = device.createCommandEncoder({ label: kernels.label });
      kernels.encode(encoder);
      const sources = [counts, { buffer: candidates, size: CANDIDATE_BYTES * capacity }];
      const [found, list] = await readBack(device, sources, encoder);
      const [starts, listedCandidates] = new Uint32Array(found);
      if (starts > listed || listedCandidates > capacity) return searched(grid, format, block);
      const rows = new CandidateRows();
      addListed(grid, block.first, new Uint32Array(list, 0, (listedCandidates * CANDIDATE_BYTES) / 4), rows);
      return rows;
    } catch (error) {
      if (!(error instanceof DeviceLostError || error instanceof OutOfMemoryError || (await isLost(gpu)))) throw error;
      lost = true;
      return searched(grid, format, block);
    }
  };
  const take = async (
    blocksOfPages: readonly BlockOfSamples<SampleArray>[],
    most: number,
  ): Promise<CandidateRows[]> => {
    const found: CandidateRows[] = [];
    for (const block of blocksOfPages) {
      const submitted = submit(block);
      submitted.catch(() => {});
      pending.push(submitted);
      while (pending.length > IN_FLIGHT) found.push(await (pending.shift() as Promise<CandidateRows>));
    }
    while (pending.length > most) found.push(await (pending.shift() as Promise<CandidateRows>));
    return found;
  };

  return {
    push: (samples) => take(pages.push(samples), IN_FLIGHT),
    end: () => take(pages.end(), 0),
    destroy() {
      void Promise.allSettled(pending).then(() => kernels.destroy());
      pending = [];
    },
  };
}

/** Returns the candidates of a page in float64. */
function searched(grid: SearchGrid, format: SampleFormat, whole: BlockOfSamples<SampleArray>): CandidateRows {
  const { first, size, samples, to } = floatBlock(format, whole);
  const rows = new CandidateRows();
  for (let at = 0; at < size; at += OFFSET_BLOCK) {
    const own = Math.min(OFFSET_BLOCK, size - at);
    const part = samples.slice(2 * at, 2 * (at + grid.reach + own + grid.beyond));
    addCandidatesIn(grid, { first: first + at, size: own, samples: part, from: 0, to: to - at }, rows);
  }
  return rows;
}
