import decoderKernel from "#shaders/codes/convolutional/decoder.wgsl?raw";
import codewordWindow from "#shaders/codes/lib/codeword-window.wgsl?raw";
import viterbiStep from "#shaders/codes/lib/viterbi-step.wgsl?raw";
import viterbiWindow from "#shaders/codes/lib/viterbi-window.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, wordsOf } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import { workgroupSize } from "../../gpu/workgroup-size.ts";
import type { Decoder, DecoderConfig } from "../code.ts";
import { TAIL } from "./code.ts";
import { windowWords } from "./decoding.ts";
import { SURVIVOR_BYTES, windowMemory } from "./window-memory.ts";

export interface ViterbiDecoderConfig extends Pick<DecoderConfig, "frames" | "llr"> {
  /** Information bits K per frame, without the tail. A codeword has A B per step, tail included. */
  length: number;
  /**
   * Number of windows per frame, decoded in parallel, 1 to ceil(K/32). One window finds the maximum-likelihood path of any
   * LLRs. Several windows find it when survivors merge within `overlap` stages, which noise alone does not ensure.
   */
  windows: number;
  /** Stages by which a window extends beyond both of its ends, a positive multiple of 8: see {@link overlapOf}. */
  overlap: number;
}

export type ViterbiDecoder = Plan & Pick<Decoder, "decisions">;

/** Usual invocations per workgroup. */
const USUAL_GROUP = 64;
/**
 * Viterbi decoder of the terminated code 133, 171 (octal) with soft input and hard output. Windows of a frame overlap
 * and are decoded in parallel. Puncturing needs nothing but LLRs of 0.
 * Source: G. D. Forney, "The Viterbi algorithm", Proc. IEEE 61 (1973); IEEE Std 802.11-2012, 18.3.5.6.
 *
 * @throws RangeError when `length`, `frames`, `windows` or `overlap` is out of range.
 */
export async function createViterbiDecoder(device: GPUDevice, config: ViterbiDecoderConfig): Promise<ViterbiDecoder> {
  const label = "convolutional/decoder";
  const length = checkedCount(label, "length", config.length);
  const frames = checkedCount(label, "frames", config.frames);
  const words = windowWords(label, length, config.windows);
  // Whole words per window may need fewer windows than requested.
  const windows = Math.ceil(wordsOf(length) / words);
  const { overlap } = config;
  const GROUP = workgroupSize(device, label, USUAL_GROUP);
  const { capacity, groups, bytes } = windowMemory(label, device, {
    group: GROUP,
    windows: frames * windows,
    stages: Math.min(32 * words + overlap, length + TAIL),
    overlap,
    stageBytes: SURVIVOR_BYTES,
  });
  const memory = allocate(device);
  const decisions = memory.storage("decisions", frames * wordsOf(length) * 4);
  const stage = await createStage(device, {
    label,
    wgsl: [decoderKernel, viterbiStep, codewordWindow, viterbiWindow],
    constants: { GROUP },
    resources: {
      llr: config.llr,
      survivors: memory.storage("survivors", bytes),
      decisions,
      params: { frames, length, windows, words, overlap, capacity },
    },
    groups,
    memory,
  });
  return { ...stage, decisions };
}
