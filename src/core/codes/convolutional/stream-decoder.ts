import streamDecoderKernel from "#shaders/codes/convolutional/stream-decoder.wgsl?raw";
import codewordWindow from "#shaders/codes/lib/codeword-window.wgsl?raw";
import viterbiStep from "#shaders/codes/lib/viterbi-step.wgsl?raw";
import viterbiWindow from "#shaders/codes/lib/viterbi-window.wgsl?raw";
import { createHistory } from "../../flow/build/history.ts";
import { owning } from "../../gpu/owning.ts";
import { checkedCount, wordsOf } from "../../gpu/rows.ts";
import { type Plan, sequence } from "../../gpu/timing.ts";
import { workgroupSize } from "../../gpu/workgroup-size.ts";
import { WINDOW_WORDS } from "./decoding.ts";
import { SURVIVOR_BYTES, windowMemory } from "./window-memory.ts";

export interface ViterbiStreamDecoderConfig {
  /** Parallel streams, each with its own state. */
  streams: number;
  /** Stages of each stream per page, a multiple of 32. */
  length: number;
  /** log p(1)/p(0) of the coded bits, f32 [stream][length][2]: A B per stage, as in `ViterbiDecoderConfig`. */
  llr: GPUBuffer;
  /** Stages by which a window extends beyond both of its ends, a positive multiple of 8: see `overlapOf`. */
  overlap: number;
  /** Stages of each stream in a page, u32 at offset 0, where the GPU decides the number: a multiple of 32, at most `length`. */
  count?: GPUBuffer;
  /** Words of 32 bits per window. Default: {@link WINDOW_WORDS}. */
  windowWords?: number;
}

export interface ViterbiStreamDecoder extends Plan {
  /** Decided bits, u32 [stream][length/32], LSB first, `delay` stages late. */
  readonly decisions: GPUBuffer;
  /** Stages from a coded bit to its decision: the overlap. The first page begins with as many bits of no meaning. */
  readonly delay: number;
  /** Clears the state for later submissions: streams begin again. */
  reset(): void;
}

/** Usual invocations per workgroup. */
const USUAL_GROUP = 64;

/**
 * Viterbi decoder of the code 133, 171 (octal) for streams without an end, page by page. `encode` treats a page as the continuation of
 * the previous one; pages of any size give the same bits. They equal the maximum-likelihood path of the whole stream where survivors
 * merge within the overlap. The state before a stream is unknown.
 *
 * @throws RangeError when `streams`, `length`, `overlap` or `windowWords` is out of range.
 */
export async function createViterbiStreamDecoder(
  device: GPUDevice,
  config: ViterbiStreamDecoderConfig,
): Promise<ViterbiStreamDecoder> {
  const label = "convolutional/stream-decoder";
  const streams = checkedCount(label, "streams", config.streams);
  const length = checkedCount(label, "length", config.length);
  const words = checkedCount(label, "windowWords", config.windowWords ?? WINDOW_WORDS);
  const { llr, overlap, count } = config;
  if (length % 32) throw new RangeError(`${label}: length must be a multiple of 32, got ${length}`);
  const windows = Math.ceil(length / 32 / words);
  const stages = 32 * Math.min(words, length / 32) + overlap;
  const GROUP = workgroupSize(device, "convolutional/decoder", USUAL_GROUP);
  const { capacity, groups, bytes } = windowMemory(label, device, {
    group: GROUP,
    windows: streams * windows,
    stages,
    overlap,
    stageBytes: SURVIVOR_BYTES,
  });
  const lead = 32 * wordsOf(overlap);
  const constants = { GROUP, WORDS: words, OVERLAP: overlap, LEAD: lead, CAPACITY: capacity };
  return owning(device, async ({ memory, keep, stage }) => {
    const page = { signals: streams, length, input: llr, count };
    const history = await keep(createHistory(device, { ...page, label, kind: "complex", history: lead + overlap }));
    const decisions = memory.storage("decisions", (streams * length) / 8);
    const decoder = await stage({
      label,
      wgsl: [streamDecoderKernel, viterbiStep, codewordWindow, viterbiWindow],
      constants,
      resources: {
        llr,
        history: history.buffer,
        survivors: memory.storage("survivors", bytes),
        decisions,
        params: { streams, length, windows },
      },
      groups,
    });
    return { ...sequence(label, [decoder, history]), decisions, delay: overlap, reset: () => history.reset() };
  });
}
