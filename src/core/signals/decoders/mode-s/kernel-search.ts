import { CaptureError } from "../../../capture/capture-error.ts";
import { zeroNonFinite } from "../../../capture/finite.ts";
import { compileAhead } from "../../../gpu/compile-ahead.ts";
import type { Gpu } from "../../../gpu/device.ts";
import { DeviceLostError, OutOfMemoryError } from "../../../gpu/errors.ts";
import { isLost } from "../../../gpu/host.ts";
import { owningRehearsed } from "../../../gpu/owning.ts";
import { readMapped } from "../../../gpu/readback.ts";
import { sequence } from "../../../gpu/timing.ts";
import { createUpload } from "../../../gpu/upload.ts";
import type { StoredSource } from "../decoder.ts";
import { createBlockOffsets } from "./block-offsets.ts";
import { createCandidateList, createListsOfCandidates } from "./candidates.ts";
import { type CandidateList, CandidateRows } from "./candidate-rows.ts";
import { OFFSET_BLOCK, startsInBlock } from "./envelope.ts";
import { createPreambles } from "./preambles.ts";
import { createRawPage } from "../../../capture/raw-page.ts";
import { bytesPerSample, rawSamples, type SampleArray, type SampleFormat } from "../../../capture/raw-samples.ts";
import { addCandidatesIn, type SearchGrid, searchGrid } from "./search.ts";
import { type BlockOfSamples, floatBlock } from "../sample-blocks.ts";

/**
 * Steps of a page per start that its lists hold. Noise has about one start in 100 steps, and traffic of 6000 frames/s at 2.4 MS/s one
 * in 45.
 */
const STEPS_PER_START = 16;
/**
 * Samples of a page per candidate that is copied from the GPU at first. Noise has one candidate in 1000 samples, and dense traffic one
 * in 20: the first page with more is searched again, and from then on more are copied.
 */
const SAMPLES_PER_CANDIDATE = 640;
/** The list has room for five times as many starts as are copied at first. Noise has four fifths of these. */
const LISTED_PER_COPIED = 5;
/** Pages in flight: one is computed, one is read out, and the others are read from the file. */
const IN_FLIGHT = 4;

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
  return owningRehearsed(device, async ({ keep }) => {
    const samples = grid.reach + blocks * OFFSET_BLOCK + grid.beyond;
    const page = await keep(createRawPage(device, { format, samples }));
    const offsets = await keep(createBlockOffsets(device, { ...page, blocks, reach: grid.reach }));
    const shared = { ...page, blocks, grid, offsets: offsets.offsets };
    const preambles = await keep(createPreambles(device, { ...shared, capacity: listed }));
    const { magnitudes, starts, runs, counts } = preambles;
    const list = await keep(
      createCandidateList(device, { ...shared, magnitudes, starts, runs, counts, capacity: listed }),
    );
    const stages = [offsets, preambles, list];
    const { candidates, partsOf } = list;
    const kernels = { grid, listed, page, counts, starts, magnitudes, candidates, partsOf };
    return { ...kernels, ...sequence("signals/decoders/mode-s", stages), stages };
  });
}

/** A part of a recording that was searched. */
export interface SearchedPage {
  /** Samples that were searched so far. */
  samples: number;
  /** Valid until the next page. */
  candidates: CandidateList;
}

/**
 * Searches a recording by kernels, in pages. It gives the candidates of the search in float64, in the same order. Where a comparison
 * in float64 is closer than the rounding of float32, the kernels may decide otherwise. A page on which the device is lost, or with
 * more starts than its list holds, is searched in float64.
 *
 * Several pages are in flight: some are read straight into memory that the device copies, while it computes another one.
 *
 * @throws RangeError when the rate is not between 2 and 20 MS/s; CaptureError when the file has become shorter, after what is left of it.
 */
export async function* searchByKernels(
  gpu: Gpu,
  config: Omit<ModeSKernelsConfig, "format">,
  source: StoredSource,
): AsyncGenerator<SearchedPage, void, undefined> {
  const { device } = gpu;
  const { format } = source;
  let { samples: all } = source;
  const size = config.blocks * OFFSET_BLOCK;
  const build = (on: GPUDevice) => createModeSKernels(on, { ...config, format });
  await compileAhead(device, build);
  const kernels = await build(device);
  const { grid, listed, page, counts } = kernels;
  const sampleBytes = bytesPerSample(format);
  const pageBytes = wholeWords((grid.reach + size + grid.beyond) * sampleBytes);
  const newList = createListsOfCandidates(grid);
  const slots = Array.from({ length: Math.min(IN_FLIGHT, Math.ceil(all / size)) }, () => ({
    upload: createUpload(device, "mode-s/upload", pageBytes),
    list: newList(),
  }));
  let lost = false;
  /** Starts and candidates of a page that are copied from the GPU. */
  let copied = Math.min(listed, Math.ceil(size / SAMPLES_PER_CANDIDATE));
  let copiedStarts = Math.min(listed, Math.ceil(listed / LISTED_PER_COPIED));

  /** Searches the page that begins at sample `first`. It returns the candidates, and how many of its samples are no numbers. */
  const search = async (first: number, { upload, list }: (typeof slots)[number]): Promise<Searched> => {
    const own = Math.min(size, all - first);
    const from = Math.max(0, grid.reach - first);
    const to = Math.min(grid.reach + own + grid.beyond, grid.reach + all - first);
    const fill = (bytes: Uint8Array) =>
      source.readInto(first + from - grid.reach, bytes.subarray(from * sampleBytes, to * sampleBytes));
    const inFloat64 = async () => {
      const samples = rawSamples(format, 2 * (grid.reach + own + grid.beyond));
      await fill(new Uint8Array(samples.buffer));
      return searchedInFloat64(grid, format, { first, size: own, samples, from, to });
    };
    if (lost) return inFloat64();
    try {
      for (;;) {
        await fill(await upload.map());
        page.page.set({ first: from, end: to, own });
        const encoder = device.createCommandEncoder({ label: kernels.label });
        upload.copy(encoder, page.raw, wholeWords(to * sampleBytes));
        kernels.encode(encoder);
        const [most, mostStarts] = [copied, copiedStarts];
        const sources = [counts, ...kernels.partsOf(mostStarts, most)];
        const [starts, found, nonFinite] = await readMapped(device, sources, encoder, ([numbers, ...parts]) => {
          const [all, kept, noNumbers] = new Uint32Array(numbers);
          const isWhole = all <= mostStarts && kept <= most;
          if (isWhole)
            list.set(
              first,
              all,
              kept,
              parts.map((part) => new Uint32Array(part)),
            );
          return [all, kept, noNumbers];
        });
        if (starts > listed) return await inFloat64();
        if (found <= most && starts <= mostStarts) return { candidates: list, nonFinite };
        copied = Math.max(copied, Math.min(listed, 2 * found));
        copiedStarts = Math.max(copiedStarts, Math.min(listed, 2 * starts));
      }
    } catch (error) {
      if (!(error instanceof DeviceLostError || error instanceof OutOfMemoryError || (await isLost(gpu)))) throw error;
      lost = true;
      return inFloat64();
    }
  };

  const pending: Promise<Searched>[] = [];
  let failure: CaptureError | undefined;
  /** Returns the next page; of a file that has become shorter, what is left of it. */
  const nextPage = async (first: number): Promise<Searched> => {
    try {
      return await (pending.shift() as Promise<Searched>);
    } catch (error) {
      if (!(error instanceof CaptureError)) throw error;
      failure ??= error;
      all = await source.left(first, Math.min(all, first + size + grid.beyond));
      if (all === first) throw failure;
      lost = true; // the rest is short, and its upload may be mapped
      return search(first, slots[0]);
    }
  };
  try {
    for (let [begun, done] = [0, 0]; done < all; done += size) {
      for (; begun < Math.min(all, done + slots.length * size); begun += size) {
        const searching = search(begun, slots[(begun / size) % slots.length]);
        searching.catch(() => {});
        pending.push(searching);
      }
      const { candidates, nonFinite } = await nextPage(done);
      const samples = Math.min(all, done + size);
      source.report?.(samples, nonFinite);
      yield { samples, candidates };
    }
    if (failure) throw failure;
  } finally {
    void Promise.allSettled(pending).then(() => {
      for (const { upload } of slots) upload.destroy();
      kernels.destroy();
    });
  }
}

const wholeWords = (bytes: number) => Math.ceil(bytes / 4) * 4;

interface Searched {
  candidates: CandidateList;
  /** Own samples that are no numbers. */
  nonFinite: number;
}

/** Searches a page in float64. */
function searchedInFloat64(grid: SearchGrid, format: SampleFormat, whole: BlockOfSamples<SampleArray>): Searched {
  const { reach, beyond } = grid;
  const { first, size, samples, to } = floatBlock(format, whole);
  const nonFinite = zeroNonFinite(samples.subarray(2 * reach, 2 * (reach + size)));
  zeroNonFinite(samples);
  const candidates = new CandidateRows();
  for (let at = 0; at < size; at += OFFSET_BLOCK) {
    const own = Math.min(OFFSET_BLOCK, size - at);
    const part = samples.slice(2 * at, 2 * (at + reach + own + beyond));
    addCandidatesIn(grid, { first: first + at, size: own, samples: part, from: 0, to: to - at }, candidates);
  }
  return { candidates, nonFinite };
}
