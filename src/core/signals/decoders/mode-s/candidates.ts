import candidatesKernel from "#shaders/signals/decoders/mode-s/candidates.wgsl?raw";
import rawSample from "#shaders/signals/lib/raw-sample.wgsl?raw";
import { allocate } from "../../../gpu/pool.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";
import { CHECKED_FORMATS, HEAD_WORDS, type RowFormat } from "./candidate-rows.ts";
import { POLYNOMIAL } from "./crc.ts";
import { OFFSET_BLOCK, startsInBlock } from "./envelope.ts";
import type { Preambles, PreamblesConfig } from "./preambles.ts";
import { RAW_FORMATS } from "../../raw-samples.ts";
import { CLEAR_RATIO, LEAKS, LEAST_CONTRAST, MOST_MISFIT, type SearchGrid, TIE, USED_FORMATS } from "./search.ts";

const GROUP = 64;
/** Invocations per start, as the kernel has them. */
const LANES = 8;
const MOST_GROUPS = 1024;
/** Words of a candidate's body, and its first word of octets. */
export const [BODY, OCTETS] = [32, 8];
/** Float32 numbers of the body: two sums give its contrast, and from `ON` on two give its SNR and two its carrier. */
const [DIFFERENCE, SUM, ON, PRODUCTS_END] = [0, 1, 2, 6];
/** Bytes of a candidate's head and body. */
export const [HEAD_BYTES, BODY_BYTES] = [4 * HEAD_WORDS, 4 * BODY];

export interface CandidateListConfig extends PreamblesConfig, Pick<Preambles, "magnitudes" | "starts" | "counts"> {
  /** Candidates that the ring holds: a power of two, and at least `capacity`. */
  ring: number;
}

export interface CandidateKernel extends Plan {
  /**
   * A ring of the candidates of all pages: 8 words [candidate], then from `ring` candidates on 32 words [candidate]. The second word of
   * `counts` is their number, modulo 2³². A page's candidates have no order.
   */
  readonly candidates: GPUBuffer;
}

/** Decides the bits at each listed start, and adds those that may be a frame to a ring. */
export async function createCandidateList(device: GPUDevice, config: CandidateListConfig): Promise<CandidateKernel> {
  const { grid, capacity, ring, format, raw, page, offsets, magnitudes, starts, counts } = config;
  const memory = allocate(device);
  const candidates = memory.storage("candidates", (HEAD_BYTES + BODY_BYTES) * ring);
  const stage = await createStage(device, {
    label: "signals/decoders/mode-s/candidates",
    wgsl: [candidatesKernel, rawSample],
    constants: {
      GROUP,
      SLOTS: GROUP / LANES,
      FORMAT: RAW_FORMATS.indexOf(format),
      CAPACITY: capacity,
      RING: ring,
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
  return { ...stage, candidates };
}

/** Rows as the kernel writes them, which have float32 sums. */
export function kernelRows({ offsetHz, sampleRateHz }: SearchGrid): RowFormat {
  const turn = (2 * Math.PI * offsetHz) / sampleRateHz;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return {
    size: BODY,
    bits: OCTETS,
    contrastOf: ({ floats }, row) => floats[BODY * row + DIFFERENCE] / floats[BODY * row + SUM],
    sumsOf({ floats }, row) {
      const [on, off, re, im] = floats.subarray(BODY * row + ON, BODY * row + PRODUCTS_END);
      return { on, off, re: re * cos + im * sin, im: im * cos - re * sin };
    },
  };
}
