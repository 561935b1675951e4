import candidatesKernel from "#shaders/signals/decoders/mode-s/candidates.wgsl?raw";
import rawSample from "#shaders/signals/lib/raw-sample.wgsl?raw";
import { allocate } from "../../../gpu/pool.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";
import { type CandidateList, type CandidateTable, type RowFormat, tableFor } from "./candidate-rows.ts";
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
const [WORDS, OCTETS, REMAINDERS] = [40, 8, 32];
/** Its float32 numbers: two sums give its contrast, and from `ON` on two give its SNR and two its carrier. */
const [DIFFERENCE, SUM, ON] = [2, 3, 4];
/** Its last two words, which the kernel leaves unused, get the number of its first sample. */
const START = 19;
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
  readonly format: RowFormat;
  table: CandidateTable;
  order: Uint32Array = new Uint32Array(0);
  readonly #orderOf = createStartOrder();

  constructor(readonly grid: SearchGrid) {
    this.format = formatFor(grid);
    this.table = tableFor(1024, this.format);
  }

  /** Takes a copy of a list: the memory of a GPU's copy is slow. @param first Number of the page's first sample in the stream. */
  set(first: number, listed: Uint32Array<ArrayBuffer>): void {
    const { grid, format } = this;
    const count = listed.length / WORDS;
    if (listed.length > this.table.words.length) this.table = tableFor(2 * count, format);
    const { words, numbers } = this.table;
    words.set(listed);
    const stride = startsInBlock(grid, OFFSET_BLOCK);
    for (let i = 0; i < count; i++) {
      const start = words[WORDS * i];
      const block = Math.floor(start / stride);
      numbers[(WORDS / 2) * i + START] = sampleAt(grid, first + block * OFFSET_BLOCK, start - block * stride);
    }
    this.count = count;
    this.order = this.#orderOf(words, WORDS, count);
  }
}

/** The rows of a list, which have float32 sums. */
function formatFor({ offsetHz, sampleRateHz }: SearchGrid): RowFormat {
  const turn = (2 * Math.PI * offsetHz) / sampleRateHz;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return {
    size: WORDS,
    start: START,
    readings: 1,
    remainders: REMAINDERS,
    bits: OCTETS,
    contrastOf: ({ floats }, row) => floats[WORDS * row + DIFFERENCE] / floats[WORDS * row + SUM],
    sumsOf({ floats }, row) {
      const [on, off, re, im] = floats.subarray(WORDS * row + ON, WORDS * row + OCTETS);
      return { on, off, re: re * cos + im * sin, im: im * cos - re * sin };
    },
  };
}
