import packedStreamDecoderKernel from "#shaders/codes/convolutional/packed-stream-decoder.wgsl?raw";
import viterbiStep from "#shaders/codes/lib/viterbi-step.wgsl?raw";
import { createHistory } from "../../flow/build/history.ts";
import { createScaledCount } from "../../flow/build/scaled-count.ts";
import { owning } from "../../gpu/owning.ts";
import { checkedCount, wordsOf } from "../../gpu/rows.ts";
import { type Plan, sequence } from "../../gpu/timing.ts";
import type { ViterbiStreamDecoder, ViterbiStreamDecoderConfig } from "./stream-decoder.ts";
import { windowMemory } from "./window-memory.ts";

export interface PackedViterbiStreamDecoderConfig extends Omit<ViterbiStreamDecoderConfig, "llr"> {
  /**
   * LLRs of the coded bits as integers from −8 to 7 in any unit, u32 [stream][length/4]: four bits each, two's complement,
   * A B per stage from bit 0 on. See `createLlrPacking`.
   */
  llr: GPUBuffer;
}

/** Invocations per workgroup. */
const GROUP = 64;
/** Stages between two tracebacks, as in the kernel. */
const CHUNK = 256;
/** Stages per step of the traceback. */
const BLOCK = 8;
/** Windows that occupy a large device. */
const MANY_WINDOWS = 65_536;
/** Fewest and most words of a usual window. The time for a window's overlap is small for long windows. */
const [LEAST_WORDS, MOST_WORDS] = [32, 128];

/** Returns the words of 32 bits per window: long windows where there are enough of them. The decisions do not depend on it. */
function usualWords(streams: number, length: number): number {
  const words = Math.floor((streams * length) / 32 / MANY_WINDOWS);
  return Math.min(MOST_WORDS, Math.max(LEAST_WORDS, words));
}

/**
 * Viterbi decoder of the code 133, 171 (octal) for streams of 4-bit LLRs without an end, page by page, as `createViterbiStreamDecoder`
 * for float LLRs. Its sums are exact. Sources: G. D. Forney, "The Viterbi algorithm", Proc. IEEE 61 (1973); J. A. Heller and I. M. Jacobs,
 * "Viterbi decoding for satellite and space communication", IEEE Trans. Commun. Technol. 19 (1971), for the loss of quantized LLRs.
 *
 * @throws RangeError when `streams`, `length`, `overlap` or `windowWords` is out of range.
 */
export async function createPackedViterbiStreamDecoder(
  device: GPUDevice,
  config: PackedViterbiStreamDecoderConfig,
): Promise<ViterbiStreamDecoder> {
  const label = "convolutional/packed-stream-decoder";
  const streams = checkedCount(label, "streams", config.streams);
  const length = checkedCount(label, "length", config.length);
  if (length % 32) throw new RangeError(`${label}: length must be a multiple of 32, got ${length}`);
  const words = checkedCount(label, "windowWords", config.windowWords ?? usualWords(streams, length));
  const { llr, overlap, count } = config;
  const windows = Math.ceil(length / 32 / words);
  const stages = Math.min(CHUNK, 32 * words, length) + overlap;
  const { capacity, groups, bytes } = windowMemory(label, device, {
    group: GROUP,
    windows: streams * windows,
    stages,
    overlap,
    stageBytes: 8,
  });
  const lead = 32 * wordsOf(overlap);
  const constants = { GROUP, OVERLAP: overlap, LEAD: lead, RING: capacity / BLOCK };
  return owning(device, async ({ memory, keep, stage }) => {
    const scaled = count && (await keep(createScaledCount(device, { count, up: 1, down: 4 })));
    const page = { signals: streams, length: length / 4, input: llr, count: scaled?.output };
    const kept = { ...page, label, kind: "real", history: (lead + overlap) / 4 } as const;
    const history = await keep(createHistory(device, kept));
    const decisions = memory.storage("decisions", (streams * length) / 8);
    const decoder = await stage({
      label,
      wgsl: [packedStreamDecoderKernel, viterbiStep],
      constants,
      resources: {
        llr,
        history: history.buffer,
        survivors: memory.storage("survivors", bytes),
        decisions,
        params: { streams, length, windows, words },
      },
      groups,
    });
    const stages: Plan[] = [...(scaled ? [scaled] : []), decoder, history];
    return { ...sequence(label, stages), decisions, delay: overlap, reset: () => history.reset() };
  });
}
