import candidatesKernel from "#shaders/signals/decoders/mode-s/candidates.wgsl?raw";
import { allocate } from "../../../gpu/pool.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";
import {
  type CandidateList,
  CHECKED_FORMATS,
  createRowMemory,
  HEAD_WORDS,
  NUMBER,
  type CandidateTable,
} from "./candidate-rows.ts";
import { POLYNOMIAL } from "./crc.ts";
import { OFFSET_BLOCK, sampleAt, startsInBlock } from "./envelope.ts";
import { BODY, listedRows } from "./listed-rows.ts";
import type { Preambles, PreamblesConfig } from "./preambles.ts";
import { RAW_SAMPLE } from "../../../capture/raw-page.ts";
import { RAW_FORMATS } from "../../../capture/raw-samples.ts";
import { CLEAR_RATIO, LEAKS, LEAST_CONTRAST, MOST_MISFIT, type SearchGrid, TIE, USED_FORMATS } from "./search.ts";

const GROUP = 64;
/** Invocations per start, as the kernel has them. */
const LANES = 8;
const MOST_GROUPS = 1024;
const [HEAD_BYTES, BODY_BYTES] = [4 * HEAD_WORDS, 4 * BODY];
/** The place of a start that is no candidate. */
const NONE = 0xffffffff;

/** The list of candidates has the capacity of `starts`, so each listed start has room. */
export interface CandidateListConfig
  extends PreamblesConfig, Pick<Preambles, "magnitudes" | "starts" | "runs" | "counts"> {}

export interface CandidateKernel extends Plan {
  /** 8 words [candidate], then from `capacity` candidates on 32 words [candidate], in any order: {@link createListsOfCandidates} reads them. */
  readonly candidates: GPUBuffer;
  /** Returns the parts of memory that hold a list of this many candidates at this many starts. */
  partsOf(starts: number, candidates: number): GPUBufferBinding[];
}

/** Decides the bits at each listed start, and lists the starts whose bits may be a frame. */
export async function createCandidateList(device: GPUDevice, config: CandidateListConfig): Promise<CandidateKernel> {
  const { grid, capacity, format, raw, page, offsets, magnitudes, starts, counts, runs } = config;
  const memory = allocate(device);
  const candidates = memory.storage("candidates", (HEAD_BYTES + BODY_BYTES) * capacity);
  const stage = await createStage(device, {
    label: "signals/decoders/mode-s/candidates",
    wgsl: [candidatesKernel, ...RAW_SAMPLE],
    constants: {
      GROUP,
      SLOTS: GROUP / LANES,
      FORMAT: RAW_FORMATS.indexOf(format),
      CAPACITY: capacity,
      UP: grid.up,
      DOWN: grid.down,
      BLOCK: OFFSET_BLOCK,
      STRIDE: startsInBlock(grid, OFFSET_BLOCK),
      REST: grid.steps,
      REACH: grid.reach,
      CARRIER: grid.carrierSamples,
      CLEAR_RATIO,
      CLEAR_CONTRAST: LEAST_CONTRAST.clear,
      UNCLEAR_CONTRAST: LEAST_CONTRAST.unclear,
      MOST_MISFIT,
      TIE,
      USED_FORMATS,
      CHECKED_FORMATS,
      POLYNOMIAL,
    },
    resources: {
      raw,
      page,
      offsets,
      chips: memory.constant("chips", Uint32Array.from(grid.chips)),
      magnitudes,
      starts,
      counts,
      candidates,
      leaks: memory.constant("leaks", Float32Array.from(LEAKS.flatMap(({ after, before }) => [after, before]))),
    },
    groups: Math.min(MOST_GROUPS, Math.ceil((capacity * LANES) / GROUP)),
    memory,
  });
  return {
    ...stage,
    encode(encoder, timestampWrites) {
      encoder.clearBuffer(counts, 4, 4);
      stage.encode(encoder, timestampWrites);
    },
    candidates,
    partsOf: (startCount, count) => [
      { buffer: runs },
      { buffer: starts, offset: 4 * capacity, size: 4 * startCount },
      { buffer: candidates, size: HEAD_BYTES * count },
      { buffer: candidates, offset: HEAD_BYTES * capacity, size: BODY_BYTES * count },
    ],
  };
}

/** Creates lists of the candidates of pages as the GPU lists them. */
export function createListsOfCandidates(grid: SearchGrid) {
  const memoryFor = createRowMemory(listedRows(grid));
  return () => new ListedCandidates(grid, memoryFor);
}

/** The candidates of a page as the GPU lists them. */
class ListedCandidates implements CandidateList {
  count = 0;
  rows: CandidateTable;
  /** Copies of parts of the GPU's list: its memory is slow. */
  #places = new Uint32Array(0);
  #heads = new Uint32Array(0);

  constructor(
    readonly grid: SearchGrid,
    readonly memoryFor: (count: number) => CandidateTable,
  ) {
    this.rows = memoryFor(0);
  }

  /**
   * Takes a copy of a list, with heads in order of their starts: nearly all candidates have nothing of interest but their heads, and reading
   * them in another order takes several times as long.
   *
   * @param first Number of the page's first sample in the stream. @param parts Of at least as many starts and candidates: see `partsOf`.
   */
  set(first: number, starts: number, count: number, [runs, places, heads, words]: readonly Uint32Array[]): void {
    const { grid } = this;
    this.rows.free();
    this.rows = this.memoryFor(count);
    this.count = count;
    const { rows } = this;
    rows.words.set(words.subarray(0, BODY * count));
    if (starts > this.#places.length) this.#places = new Uint32Array(2 * starts);
    this.#places.set(places.subarray(0, starts));
    if (count > this.#heads.length / HEAD_WORDS) this.#heads = new Uint32Array(2 * HEAD_WORDS * count);
    this.#heads.set(heads.subarray(0, HEAD_WORDS * count));
    this.#setBodies(runs);
    const stride = startsInBlock(grid, OFFSET_BLOCK);
    let [block, next] = [0, stride];
    const listed = this.#heads;
    const { bodies, heads: ordered, starts: samples } = rows;
    for (let row = 0; row < count; row++) {
      const from = HEAD_WORDS * bodies[row];
      const to = HEAD_WORDS * row;
      for (let k = 0; k < HEAD_WORDS; k++) ordered[to + k] = listed[from + k];
      const start = ordered[to + NUMBER];
      for (; start >= next; next += stride) block++;
      samples[row] = sampleAt(grid, first + block * OFFSET_BLOCK, start - block * stride);
    }
  }

  /** The runs are in order, and so are the starts of each. */
  #setBodies(runs: Uint32Array): void {
    const places = this.#places;
    const { bodies } = this.rows;
    let candidates = 0;
    for (let run = 0; run < runs.length; run += 2) {
      const end = runs[run] + runs[run + 1];
      for (let start = runs[run]; start < end; start++) {
        const place = places[start];
        if (place !== NONE) bodies[candidates++] = place;
      }
    }
  }

  take(): CandidateTable {
    const { rows } = this;
    this.rows = this.memoryFor(0);
    return rows;
  }
}
