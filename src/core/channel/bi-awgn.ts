import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import channelKernel from "#shaders/channel/bi-awgn.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, checkedWord, rowsOf, wordsOf } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";

export interface BinaryAwgnConfig {
  /** Frames in the batch. */
  frames: number;
  /** Transmitted bits per frame, E: 3K + 12, or fewer after rate matching. Even for QPSK. */
  sent: number;
  /** u32 [frame][ceil(E/32)], LSB first. */
  bits: GPUBuffer;
  /** BPSK: ±1. QPSK: bits 2i and 2i + 1 as (±1 ± j)/√2, with half the noise variance, so that Eb/N0 is the same. */
  modulation: "bpsk" | "qpsk";
  /** u32. */
  seed: number;
  /** Whether to return `received`, for the constellation figure. */
  received?: boolean;
}

export interface BinaryAwgn extends Plan {
  /** LLRs ln P(1)/P(0) of the transmitted bits, f32 [frame][E]. */
  readonly llr: GPUBuffer;
  /** The received symbols, if requested: BPSK f32 [frame][E], QPSK vec2f [frame][E/2]. */
  readonly received: GPUBuffer | undefined;
  /** Sets the number of the batch's first frame in the endless sequence of frames, u32. Default 0. */
  setFirstFrame(firstFrame: number): void;
  /** Sets σ² = 1/(2·R·Eb/N0) with R = K/E, the noise variance for bits of ±1. Default 1. */
  setNoiseVariance(noiseVariance: number): void;
}

/**
 * Sends bits through white Gaussian noise and computes the LLRs. With the same seed, a frame has the same noise in every
 * batch.
 *
 * @throws RangeError when `frames`, `sent`, `modulation`, `seed`, `firstFrame` or `noiseVariance` is out of range.
 */
export async function createBinaryAwgn(device: GPUDevice, config: BinaryAwgnConfig): Promise<BinaryAwgn> {
  const label = "channel/bi-awgn";
  const { bits, modulation } = config;
  const frames = checkedCount(label, "frames", config.frames);
  const sent = checkedCount(label, "sent", config.sent);
  const seed = checkedWord(label, "seed", config.seed);
  if (modulation !== "bpsk" && modulation !== "qpsk") {
    throw new RangeError(`${label}: modulation must be "bpsk" or "qpsk", got ${JSON.stringify(modulation)}`);
  }
  if (modulation === "qpsk" && sent % 2) throw new RangeError(`${label}: QPSK needs an even sent, got ${sent}`);
  const { groups, ...shape } = rowsOf(device, Math.ceil(sent / 4), frames);
  const constants = { ...shape, SENT: sent, WORDS: wordsOf(sent), RECEIVED: Number(config.received ?? false) };
  const memory = allocate(device);
  const llr = memory.storage("channel LLRs", frames * sent * 4);
  const received = config.received ? memory.storage("received", frames * sent * 4) : undefined;
  const stage = await createStage(device, {
    label,
    wgsl: [channelKernel, random, phasor],
    constants,
    resources: {
      bits,
      llr,
      received: received ?? memory.storage("nothing received", 4),
      params: { firstFrame: 0, frames, seed, sigma: 1, slope: 2, amplitude: modulation === "qpsk" ? Math.SQRT1_2 : 1 },
    },
    groups,
    memory,
  });
  return {
    ...stage,
    llr,
    received,
    setFirstFrame: (firstFrame) => stage.set({ firstFrame: checkedWord(label, "firstFrame", firstFrame) }),
    setNoiseVariance(noiseVariance) {
      if (!(noiseVariance >= 1e-9 && noiseVariance <= 1e9)) {
        throw new RangeError(`${label}: noiseVariance must be 1e-9 to 1e9, got ${noiseVariance}`);
      }
      stage.set({ sigma: Math.sqrt(noiseVariance), slope: 2 / noiseVariance });
    },
  };
}
