import candidatesKernel from "#shaders/signals/decoders/mode-s/candidates.wgsl?raw";
import rawSample from "#shaders/signals/lib/raw-sample.wgsl?raw";
import { allocate } from "../../../gpu/pool.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";
import { BIT_WORDS, type CandidateRows } from "./candidate-rows.ts";
import { OFFSET_BLOCK, carrierOf, sampleAt, startsInBlock } from "./envelope.ts";
import type { Preambles, PreamblesConfig } from "./preambles.ts";
import { RAW_FORMATS } from "../../raw-samples.ts";
import {
  CLEAR_RATIO,
  LEAKS,
  LEAST_CONTRAST,
  MOST_MISFIT,
  type SearchGrid,
  snrOf,
  TIE,
  USED_FORMATS,
} from "./search.ts";

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
  /** 32 words [candidate], in any order: {@link addListed} reads them. */
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

/** Adds listed candidates in order of their starts. @param first Number of the page's first sample in the stream. */
export function addListed(
  grid: SearchGrid,
  first: number,
  listed: Uint32Array<ArrayBuffer>,
  found: CandidateRows,
): void {
  // In order of the starts, the places in the list are random, and the memory of a GPU's copy is slow.
  const words = listed.slice();
  const numbers = new Float32Array(words.buffer);
  const stride = startsInBlock(grid, OFFSET_BLOCK);
  const turn = (2 * Math.PI * grid.offsetHz) / grid.sampleRateHz;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  // The start and the place in the list as one number: sorting is quick.
  const order = new Float64Array(words.length / WORDS);
  for (let i = 0; i < order.length; i++) order[i] = words[i * WORDS] * 2 ** 20 + i;
  order.sort();
  for (let k = 0; k < order.length; k++) {
    const at = (order[k] - 2 ** 20 * Math.floor(order[k] / 2 ** 20)) * WORDS;
    const start = words[at];
    const readings = words[at + 1];
    const re = numbers[at + 6];
    const im = numbers[at + 7];
    const block = Math.floor(start / stride);
    const place = sampleAt(grid, first + block * OFFSET_BLOCK, start - block * stride);
    const contrast = numbers[at + 2] / numbers[at + 3];
    const snrDb = snrOf(numbers[at + 4], numbers[at + 5]);
    const carrierHz = carrierOf(grid, re * cos + im * sin, im * cos - re * sin);
    const length = readings & 256 ? 14 : 7;
    for (let reading = 0; reading <= LEAKS.length; reading++) {
      if (!((readings >> reading) & 1)) continue;
      found.add(place, contrast, snrDb, carrierHz, length, words, at + OCTETS + reading * BIT_WORDS);
    }
  }
}
