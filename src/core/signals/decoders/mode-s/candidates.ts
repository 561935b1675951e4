import candidatesKernel from "#shaders/signals/decoders/mode-s/candidates.wgsl?raw";
import rawSample from "#shaders/signals/lib/raw-sample.wgsl?raw";
import { allocate } from "../../../gpu/pool.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";
import {
  BIT_WORDS,
  BITS,
  type CandidateList,
  type CandidateTable,
  CONTRAST,
  IM,
  IS_LONG,
  OFF,
  ON,
  RE,
  READINGS,
  REMAINDERS,
  ROW_NUMBERS,
  ROW_WORDS,
  START,
} from "./candidate-rows.ts";
import { POLYNOMIAL } from "./crc.ts";
import { OFFSET_BLOCK, sampleAt, startsInBlock } from "./envelope.ts";
import type { Preambles, PreamblesConfig } from "./preambles.ts";
import { createStartOrder } from "./start-order.ts";
import { RAW_FORMATS } from "../../raw-samples.ts";
import { CLEAR_RATIO, LEAKS, LEAST_CONTRAST, MOST_MISFIT, type SearchGrid, TIE, USED_FORMATS } from "./search.ts";

const GROUP = 64;
/** Invocations per start, as the kernel has them. */
const LANES = 8;
const MOST_GROUPS = 1024;
/** Words of a candidate, and the words of its first octets and of its first remainder. */
const [WORDS, OCTETS, LISTED_REMAINDERS] = [40, 8, 32];
export const CANDIDATE_BYTES = 4 * WORDS;

/** The list of candidates has the capacity of `starts`, so each listed start has room. */
export interface CandidateListConfig extends PreamblesConfig, Pick<Preambles, "magnitudes" | "starts" | "counts"> {}

export interface CandidateKernel extends Plan {
  /** 40 words [candidate], in any order: {@link ListedCandidates} reads them. */
  readonly candidates: GPUBuffer;
}

/** Decides the bits at each listed start, and lists the starts whose bits may be a frame. */
export async function createCandidateList(device: GPUDevice, config: CandidateListConfig): Promise<CandidateKernel> {
  const { grid, capacity, format, raw, page, offsets, magnitudes, starts, counts } = config;
  const memory = allocate(device);
  const candidates = memory.storage("candidates", CANDIDATE_BYTES * capacity);
  const stage = await createStage(device, {
    label: "signals/decoders/mode-s/candidates",
    wgsl: [candidatesKernel, rawSample],
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
  };
}

/** The candidates of a page as the GPU lists them. They keep their memory: new memory for each page is slow. */
export class ListedCandidates implements CandidateList {
  count = 0;
  #words = new Uint32Array(WORDS * 1024);
  #sums = new Float32Array(this.#words.buffer);
  readonly #orderOf = createStartOrder();
  #order: Uint32Array = new Uint32Array(0);
  /** Number of the page's first sample in the stream. */
  #first = 0;

  constructor(readonly grid: SearchGrid) {}

  /** Takes a copy of a list. In order of the starts, the places in it are random, and the memory of a GPU's copy is slow. */
  set(first: number, listed: Uint32Array<ArrayBuffer>): void {
    if (listed.length > this.#words.length) {
      this.#words = new Uint32Array(2 * listed.length);
      this.#sums = new Float32Array(this.#words.buffer);
    }
    this.#words.set(listed);
    this.#first = first;
    this.count = listed.length / WORDS;
    this.#order = this.#orderOf(this.#words, WORDS, this.count);
  }

  copy(from: number, to: number, { numbers, words }: CandidateTable, at: number): void {
    const { grid } = this;
    const [own, sums, order, page] = [this.#words, this.#sums, this.#order, this.#first];
    const stride = startsInBlock(grid, OFFSET_BLOCK);
    const turn = (2 * Math.PI * grid.offsetHz) / grid.sampleRateHz;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    for (let i = from; i < to; i++) {
      const source = order[i] * WORDS;
      const [n, w] = [ROW_NUMBERS * (at + i - from), ROW_WORDS * (at + i - from)];
      const start = own[source];
      const block = Math.floor(start / stride);
      numbers[n + START] = sampleAt(grid, page + block * OFFSET_BLOCK, start - block * stride);
      numbers[n + CONTRAST] = sums[source + 2] / sums[source + 3];
      numbers[n + ON] = sums[source + 4];
      numbers[n + OFF] = sums[source + 5];
      const re = sums[source + 6];
      const im = sums[source + 7];
      numbers[n + RE] = re * cos + im * sin;
      numbers[n + IM] = im * cos - re * sin;
      const readings = own[source + 1];
      words[w + READINGS] = readings;
      for (let left = readings & (IS_LONG - 1), k = 0; left > 0; left >>= 1, k++) {
        if ((left & 1) === 0) continue;
        const [bits, into] = [source + OCTETS + BIT_WORDS * k, w + BITS + BIT_WORDS * k];
        for (let word = 0; word < BIT_WORDS; word++) words[into + word] = own[bits + word];
        words[w + REMAINDERS + k] = own[source + LISTED_REMAINDERS + k];
      }
    }
  }
}
