import { zeroNonFinite } from "../../../capture/finite.ts";
import { compileAhead } from "../../../gpu/compile-ahead.ts";
import type { Gpu } from "../../../gpu/device.ts";
import { DeviceLostError, OutOfMemoryError } from "../../../gpu/errors.ts";
import { isLost } from "../../../gpu/host.ts";
import { owningRehearsed } from "../../../gpu/owning.ts";
import { readMapped } from "../../../gpu/readback.ts";
import { sequence, type Stage } from "../../../gpu/timing.ts";
import { createUpload } from "../../../gpu/upload.ts";
import type { SampleArray, SampleFormat, StoredSource } from "../decoder.ts";
import { createBlockOffsets } from "./block-offsets.ts";
import { WAIT_SECONDS } from "./acceptance.ts";
import { createCandidateList } from "./candidates.ts";
import { createAddresses } from "./addresses.ts";
import { type CheckedRemainders, createClaimedCandidates } from "./claimed-candidates.ts";
import { createClaimReader } from "./claim-reader.ts";
import {
  BIT_WORDS,
  type CandidateList,
  CandidateRows,
  CHECKED,
  HEAD_WORDS,
  MOST_READINGS,
  READINGS,
  REMAINDERS,
} from "./candidate-rows.ts";
import { OFFSET_BLOCK, startsInBlock } from "./envelope.ts";
import { createPreambles } from "./preambles.ts";
import { createRawPage } from "../../raw-page.ts";
import { bytesPerSample, floatBlock, rawSamples } from "../../raw-samples.ts";
import { addCandidatesIn, type SearchGrid, searchGrid } from "./search.ts";
import type { BlockOfSamples } from "../sample-blocks.ts";

/**
 * Steps of a page per start that its lists hold. Noise has about one start in 100 steps, and traffic of 6000 frames/s at 2.4 MS/s one
 * in 45.
 */
const STEPS_PER_START = 16;
/** Candidates that wait on the GPU for the confirmation of their address: 5 s of traffic of 3000 frames/s at 2.4 MS/s bring as many. */
const RING = 2 ** 19;
/** Samples of a page per candidate that may be a frame. Traffic of 6000 frames/s at 2.4 MS/s has one in 130. */
const SAMPLES_PER_CLAIM = 16;
/** Samples of a page per such candidate that is copied from the GPU at first. For the first page with more, the rest is copied later. */
const SAMPLES_PER_COPIED = 640;
/** The whole ring is looked at as often, in steps: so steps modulo 2³² stay unique. */
const RESCAN_STEPS = 2 ** 30;
/** Pages in flight: one is computed, one is read out, and the others are read from the file. */
const IN_FLIGHT = 4;

export interface ModeSKernelsConfig {
  sampleRateHz: number;
  offsetHz: number;
  format: SampleFormat;
  /** Blocks per page. */
  blocks: number;
  /** Which remainders of checked formats may be frames: see `checkedRemainders`. Without it, all candidates are given. */
  checked?: CheckedRemainders;
}

/** The kernels of the search on pages of `blocks` blocks. */
export function createModeSKernels(device: GPUDevice, config: ModeSKernelsConfig) {
  const { sampleRateHz, offsetHz, format, blocks, checked } = config;
  const grid = searchGrid(sampleRateHz, offsetHz);
  const listed = Math.ceil((blocks * startsInBlock(grid, OFFSET_BLOCK)) / STEPS_PER_START);
  const ring = Math.max(RING, 2 ** Math.ceil(Math.log2(listed)));
  const claimed = Math.min(listed, Math.ceil((blocks * OFFSET_BLOCK) / SAMPLES_PER_CLAIM));
  return owningRehearsed(device, async ({ keep }) => {
    const samples = grid.reach + blocks * OFFSET_BLOCK + grid.beyond;
    const page = await keep(createRawPage(device, { format, samples }));
    const offsets = await keep(createBlockOffsets(device, { ...page, blocks, reach: grid.reach }));
    const shared = { ...page, blocks, grid, offsets: offsets.offsets };
    const preambles = await keep(createPreambles(device, { ...shared, capacity: listed }));
    const { magnitudes, starts, counts } = preambles;
    const list = await keep(
      createCandidateList(device, { ...shared, magnitudes, starts, counts, capacity: listed, ring }),
    );
    const { candidates } = list;
    const steps = blocks * startsInBlock(grid, OFFSET_BLOCK);
    const inRing = { candidates, counts, ring, steps };
    const addresses = await keep(createAddresses(device, inRing));
    const claiming = {
      ...inRing,
      known: addresses.known,
      progress: addresses.progress,
      capacity: claimed,
      wait: Math.ceil(WAIT_SECONDS * grid.rateHz),
      checked,
    };
    const claims = await Promise.all(
      Array.from({ length: IN_FLIGHT }, () => keep(createClaimedCandidates(device, claiming))),
    );
    const noted: Stage = {
      ...list,
      encode(encoder, timestampWrites) {
        addresses.begin(encoder);
        list.encode(encoder, timestampWrites);
      },
    };
    const stages = [offsets, preambles, noted, addresses, claims[0]];
    const kernels = {
      grid,
      listed,
      claimed,
      pageSteps: steps,
      page,
      counts,
      starts,
      magnitudes,
      candidates,
      addresses,
      claims,
    };
    const label = "signals/decoders/mode-s";
    /** Records the kernels of a page, which come in order. */
    const encodePage = (encoder: GPUCommandEncoder, slot: number, number: number, given: number[], rescan: boolean) => {
      addresses.next(number, given, rescan);
      claims[slot].next(number);
      sequence(label, [offsets, preambles, noted, addresses, claims[slot]]).encode(encoder);
    };
    return { ...kernels, ...sequence(label, stages), stages, encodePage };
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
 * Searches a recording by kernels, in pages. It gives the candidates of the search in float64 that may be frames, in the same order. A candidate
 * whose address may be confirmed later comes late, with the page that does so. Where a comparison
 * in float64 is closer than the rounding of float32, the kernels may decide otherwise. A page on which the device is lost, or with
 * more starts than its list holds, is searched in float64. Candidates that wait for a later page are lost with the device.
 *
 * Several pages are in flight: some are read straight into memory that the device copies, while it computes another one.
 *
 * @throws RangeError when the rate is not between 2 and 20 MS/s; CaptureError when the file has become shorter.
 */
export async function* searchByKernels(
  gpu: Gpu,
  config: Omit<ModeSKernelsConfig, "format">,
  source: StoredSource,
): AsyncGenerator<SearchedPage, void, undefined> {
  const { device } = gpu;
  const { format, samples: all } = source;
  const size = config.blocks * OFFSET_BLOCK;
  const build = (on: GPUDevice) => createModeSKernels(on, { ...config, format });
  await compileAhead(device, build);
  const kernels = await build(device);
  const {
    grid,
    listed,
    claimed,
    pageSteps,
    page,
    counts,
    claims,
    addresses: { entered },
  } = kernels;
  const rescanPages = Math.max(1, Math.floor(RESCAN_STEPS / pageSteps));
  let isRescanDue = false;
  const sampleBytes = bytesPerSample(format);
  const pageBytes = wholeWords((grid.reach + size + grid.beyond) * sampleBytes);
  /** Pages whose candidates come from float64. */
  const otherwise = new Set<number>();
  const reader = createClaimReader(grid, config.blocks, (one) => !otherwise.has(one));
  const slots = Array.from({ length: Math.min(IN_FLIGHT, Math.ceil(all / size)) }, (_, slot) => ({
    upload: createUpload(device, "mode-s/upload", pageBytes),
    slot,
  }));
  let lost = false;
  /** Candidates of a page that are copied from the GPU. */
  let copied = Math.min(claimed, Math.ceil(size / SAMPLES_PER_COPIED));
  /** Addresses that candidates of float64 may confirm, and that the GPU does not know yet. */
  const given: number[] = [];
  /** Resolves when all earlier pages are submitted or given up: the kernels take pages in order. */
  let submitted = Promise.resolve();

  /** Searches the page that begins at sample `first`. It returns the candidates, and how many of its samples are no numbers. */
  const search = async (first: number, { upload, slot }: (typeof slots)[number]): Promise<Searched> => {
    const own = Math.min(size, all - first);
    const number = first / size;
    const from = Math.max(0, grid.reach - first);
    const to = Math.min(grid.reach + own + grid.beyond, grid.reach + all - first);
    const before = submitted;
    let pass = () => {};
    submitted = new Promise((resolve) => void (pass = resolve));
    const fill = (bytes: Uint8Array) =>
      source.readInto(first + from - grid.reach, bytes.subarray(from * sampleBytes, to * sampleBytes));
    const inFloat64 = async () => {
      pass();
      otherwise.add(number);
      const samples = rawSamples(format, 2 * (grid.reach + own + grid.beyond));
      await fill(new Uint8Array(samples.buffer));
      const found = searchedInFloat64(grid, format, { first, size: own, samples, from, to });
      for (const address of cleanAddresses(found.candidates)) given.push(address);
      return found;
    };
    if (lost) return inFloat64();
    try {
      await fill(await upload.map());
      await before;
      page.page.set({ first: from, end: to, own });
      const encoder = device.createCommandEncoder({ label: kernels.label });
      upload.copy(encoder, page.raw, wholeWords(to * sampleBytes));
      kernels.encodePage(encoder, slot, number, given, isRescanDue || number % rescanPages === rescanPages - 1);
      isRescanDue = false;
      const most = copied;
      const sources = [counts, claims[slot].found, entered, ...claims[slot].partsOf(most)];
      const reading = readMapped(device, sources, encoder, ([numbers, ...parts]) => {
        const [starts, , nonFinite] = new Uint32Array(numbers);
        const [[found], ...words] = parts.map((part) => new Uint32Array(part));
        const isListed = starts <= listed && found <= claimed;
        const isWhole = found <= most;
        if (isWhole) return { isListed, nonFinite, candidates: reader.read(number, found, words, isListed) };
        return { isListed, nonFinite, found: Math.min(found, claimed), bits: words[0].slice() };
      });
      pass();
      const { isListed, nonFinite, candidates, found = 0, bits } = await reading;
      const read = candidates ?? (await readRest(number, slot, found, bits as Uint32Array, isListed));
      if (isListed) return { candidates: read, nonFinite };
      isRescanDue = true;
      const { candidates: rows } = await inFloat64();
      return { candidates: Object.assign(rows, { late: read.late }), nonFinite };
    } catch (error) {
      pass();
      if (!(error instanceof DeviceLostError || error instanceof OutOfMemoryError || (await isLost(gpu)))) throw error;
      lost = true;
      return inFloat64();
    }
  };

  /** Reads a page's candidates again, which were more than were copied. */
  const readRest = (number: number, slot: number, found: number, bits: Uint32Array, isListed: boolean) => {
    copied = Math.max(copied, Math.min(claimed, 2 * found));
    const encoder = device.createCommandEncoder({ label: kernels.label });
    return readMapped(device, claims[slot].partsOf(found), encoder, (words) =>
      reader.read(number, found, [bits, ...words.map((part) => new Uint32Array(part))], isListed),
    );
  };

  const pending: Promise<Searched>[] = [];
  try {
    for (let [begun, done] = [0, 0]; done < all; done += size) {
      for (; begun < Math.min(all, done + slots.length * size); begun += size) {
        const searching = search(begun, slots[(begun / size) % slots.length]);
        searching.catch(() => {});
        pending.push(searching);
      }
      const { candidates, nonFinite } = await (pending.shift() as Promise<Searched>);
      const samples = Math.min(all, done + size);
      source.report?.(samples, nonFinite);
      yield { samples, candidates };
    }
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

/** Returns the addresses of readings that may confirm theirs: their parity is checked, and right. */
function* cleanAddresses({ count, rows }: CandidateList): Generator<number> {
  const { heads, words, format } = rows;
  for (let row = 0; row < count; row++) {
    const head = HEAD_WORDS * row;
    for (let which = 0; which < MOST_READINGS; which++) {
      const isChecked = (heads[head + READINGS] >> (CHECKED + which)) & 1;
      if (!isChecked || heads[head + REMAINDERS + which] !== 0) continue;
      yield words[format.size * row + format.bits + BIT_WORDS * which] & 0xffffff;
    }
  }
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
