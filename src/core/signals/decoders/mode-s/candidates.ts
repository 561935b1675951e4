import candidatesKernel from "#shaders/signals/decoders/mode-s/candidates.wgsl?raw";
import rawSample from "#shaders/signals/lib/raw-sample.wgsl?raw";
import { allocate } from "../../../gpu/pool.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";
import {
  BIT_WORDS,
  BITS,
  type CandidateRows,
  CONTRAST,
  IM,
  IS_LONG,
  OFF,
  ON,
  RE,
  READINGS,
  ROW_NUMBERS,
  ROW_WORDS,
  START,
} from "./candidate-rows.ts";
import { OFFSET_BLOCK, sampleAt, startsInBlock } from "./envelope.ts";
import type { Preambles, PreamblesConfig } from "./preambles.ts";
import { createStartOrder } from "./start-order.ts";
import { RAW_FORMATS } from "../../raw-samples.ts";
import { CLEAR_RATIO, LEAKS, LEAST_CONTRAST, MOST_MISFIT, type SearchGrid, TIE, USED_FORMATS } from "./search.ts";

const GROUP = 64;
/** Invocations per start, as the kernel has them. */
const LANES = 8;
const MOST_GROUPS = 1024;
/** Words of a candidate, and the word of its first octets. */
const [WORDS, OCTETS] = [32, 8];
export const CANDIDATE_BYTES = 4 * WORDS;

/** The list of candidates has the capacity of `starts`, so each listed start has room. */
export interface CandidateListConfig extends PreamblesConfig, Pick<Preambles, "magnitudes" | "starts" | "counts"> {}

export interface CandidateList extends Plan {
  /** 32 words [candidate], in any order: {@link createListReader} reads them. */
  readonly candidates: GPUBuffer;
}

/** Decides the bits at each listed start, and lists the starts whose bits may be a frame. */
export async function createCandidateList(device: GPUDevice, config: CandidateListConfig): Promise<CandidateList> {
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

/** Creates a function that adds listed candidates in order of their starts. It keeps its memory: new memory for each page is slow. */
export function createListReader(grid: SearchGrid) {
  const stride = startsInBlock(grid, OFFSET_BLOCK);
  const turn = (2 * Math.PI * grid.offsetHz) / grid.sampleRateHz;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const orderOf = createStartOrder();
  let memory = new Uint32Array(WORDS * 1024);

  /** @param first Number of the page's first sample in the stream. */
  return (first: number, listed: Uint32Array<ArrayBuffer>, found: CandidateRows): void => {
    // In order of the starts, the places in the list are random, and the memory of a GPU's copy is slow.
    if (listed.length > memory.length) memory = new Uint32Array(2 * listed.length);
    const words = memory.subarray(0, listed.length);
    words.set(listed);
    const sums = new Float32Array(memory.buffer);
    const count = listed.length / WORDS;
    const order = orderOf(words, WORDS, count);
    for (let k = 0; k < count; k++) {
      const at = order[k] * WORDS;
      const start = words[at];
      const block = Math.floor(start / stride);
      const row = found.add();
      const { numbers, words: to } = found.table;
      const [n, w] = [ROW_NUMBERS * row, ROW_WORDS * row];
      numbers[n + START] = sampleAt(grid, first + block * OFFSET_BLOCK, start - block * stride);
      numbers[n + CONTRAST] = sums[at + 2] / sums[at + 3];
      numbers[n + ON] = sums[at + 4];
      numbers[n + OFF] = sums[at + 5];
      const re = sums[at + 6];
      const im = sums[at + 7];
      numbers[n + RE] = re * cos + im * sin;
      numbers[n + IM] = im * cos - re * sin;
      const readings = words[at + 1];
      to[w + READINGS] = readings;
      for (let left = readings & (IS_LONG - 1), i = 0; left > 0; left >>= 1, i += BIT_WORDS) {
        if ((left & 1) === 0) continue;
        for (let word = i; word < i + BIT_WORDS; word++) to[w + BITS + word] = words[at + OCTETS + word];
      }
    }
  };
}
