import softDecoderKernel from "#shaders/codes/convolutional/soft-decoder.wgsl?raw";
import codewordWindow from "#shaders/codes/lib/codeword-window.wgsl?raw";
import viterbiStep from "#shaders/codes/lib/viterbi-step.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, wordsOf } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import { codedBits, TAIL } from "./code.ts";
import type { ViterbiDecoderConfig } from "./decoder.ts";
import { windowWords } from "./decoding.ts";
import { windowMemory } from "./window-memory.ts";

export interface SoftConvolutionalDecoderConfig extends ViterbiDecoderConfig {
  /** True for {@link SoftConvolutionalDecoder.codeword}. Default false. */
  codeword?: boolean;
}

export interface SoftConvolutionalDecoder extends Plan {
  /** log p(1)/p(0) of the information bits, f32 [frame][K]. Its signs are the decisions of the Viterbi algorithm. */
  readonly posterior: GPUBuffer;
  /** log p(1)/p(0) of the coded bits, f32 [frame][2K + 12] in the order of `llr`, if requested. */
  readonly codeword?: GPUBuffer;
}

/** Invocations per workgroup. */
const GROUP = 64;
/** Bytes of one stage's metrics. */
const STAGE_BYTES = 4 * 64;

/**
 * Max-log BCJR decoder of the terminated code 133, 171 (octal): soft input, soft output. Windows of a frame overlap and are decoded
 * in parallel, as in `createViterbiDecoder`; one window is exact for any LLRs.
 * Source: L. R. Bahl, J. Cocke, F. Jelinek, J. Raviv, Optimal decoding of linear codes for minimizing symbol error rate,
 * IEEE Trans. Inf. Theory 20 (1974); P. Robertson, E. Villebrun, P. Hoeher, ICC 1995 (max-log).
 *
 * @throws RangeError when `length`, `frames`, `windows` or `overlap` is out of range.
 */
export async function createSoftConvolutionalDecoder(
  device: GPUDevice,
  config: SoftConvolutionalDecoderConfig,
): Promise<SoftConvolutionalDecoder> {
  const label = "convolutional/soft-decoder";
  const length = checkedCount(label, "length", config.length);
  const frames = checkedCount(label, "frames", config.frames);
  const words = windowWords(label, length, config.windows);
  const { overlap, codeword = false } = config;
  // Whole words per window may need fewer windows than requested.
  const windows = Math.ceil(wordsOf(length) / words);
  const { capacity, groups, bytes } = windowMemory(label, device, {
    group: GROUP,
    windows: frames * windows,
    stages: Math.min(32 * words, length) + (codeword ? TAIL : 0),
    overlap,
    stageBytes: STAGE_BYTES,
  });
  const memory = allocate(device);
  const posterior = memory.storage("posterior LLRs", frames * length * 4);
  // The kernel's bindings must exist, even if it does not write them.
  const coded = memory.storage("LLRs of the coded bits", codeword ? frames * codedBits(length) * 4 : 8);
  const stage = await createStage(device, {
    label,
    wgsl: [softDecoderKernel, viterbiStep, codewordWindow],
    constants: { GROUP, CODEWORD: Number(codeword) },
    resources: {
      llr: config.llr,
      alphas: memory.storage("forward metrics", bytes),
      posterior,
      codeword: coded,
      params: { frames, length, windows, words, overlap, capacity },
    },
    groups,
    memory,
  });
  return { ...stage, posterior, codeword: codeword ? coded : undefined };
}
