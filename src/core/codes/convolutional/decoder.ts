import decoderKernel from "#shaders/codes/convolutional/decoder.wgsl?raw";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, wordsOf } from "../../gpu/rows.ts";
import type { Stage } from "../../gpu/timing.ts";
import { TAIL } from "./code.ts";
import { windowWords } from "./decoding.ts";

export interface ViterbiDecoderConfig {
  /** Information bits K per frame, without the tail. */
  length: number;
  /** Frames per page. */
  frames: number;
  /**
   * log p(1)/p(0) of the coded bits, f32 [frame][2K + 12]: A B per step, tail included; 0 for a bit that was not sent.
   * Values beyond ±2^20 count as ±2^20, and NaN as 0.
   */
  llr: GPUBuffer;
  /**
   * Number of windows per frame, decoded in parallel, 1 to ceil(K/32). One window finds the maximum-likelihood path of any
   * LLRs. Several windows find it when survivors merge within `overlap` stages, which noise alone does not ensure.
   */
  windows: number;
  /** Stages by which a window extends beyond both of its ends, a positive multiple of 8: see {@link overlapOf}. */
  overlap: number;
}

export interface ViterbiDecoder extends Stage {
  /** Decided bits, u32 [frame][ceil(K/32)], LSB first; the unused bits of a frame's last word are 0. */
  readonly decisions: GPUBuffer;
  destroy(): void;
}

/** Invocations per workgroup. */
const GROUP = 64;
/** Stages whose survivors the traceback loads together; a multiple of the stages of a forward block. */
const BLOCK = 8;
/** Bytes of one stage's survivors: a bit per state. */
const STAGE_BYTES = 8;
/** Most bytes of survivors: enough to occupy the device. */
const MOST_SCRATCH = 2 ** 28;

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
  const { overlap } = config;
  if (!Number.isInteger(overlap) || overlap <= 0 || overlap % BLOCK) {
    throw new RangeError(`${label}: overlap must be a positive multiple of ${BLOCK}, got ${overlap}`);
  }
  const kernel = await compile(device, { label, wgsl: [decoderKernel], constants: { GROUP } });

  // Whole words per window may need fewer windows than requested.
  const windows = Math.ceil(wordsOf(length) / words);
  const capacity = BLOCK * Math.ceil(Math.min(32 * words + overlap, length + TAIL) / BLOCK);
  const { maxStorageBufferBindingSize, maxComputeWorkgroupsPerDimension } = device.limits;
  const groupBytes = GROUP * capacity * STAGE_BYTES;
  const most = Math.max(1, Math.floor(Math.min(maxStorageBufferBindingSize, MOST_SCRATCH) / groupBytes));
  const groups = Math.min(Math.ceil((frames * windows) / GROUP), most, maxComputeWorkgroupsPerDimension);

  const memory = allocate(device);
  const decisions = memory.storage("decisions", frames * wordsOf(length) * 4);
  const bound = kernel.bind({
    llr: config.llr,
    survivors: memory.storage("survivors", groups * groupBytes),
    decisions,
    params: { frames, length, windows, words, overlap, capacity },
  });
  return {
    label,
    decisions,
    encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
