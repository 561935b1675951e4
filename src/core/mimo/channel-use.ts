import channelUseKernel from "#shaders/mimo/channel-use.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import qam from "#shaders/constellation/lib/axis.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import type { Plan } from "../gpu/timing.ts";
import { checkedChoice, checkedCount, checkedWord, wordsOf } from "../gpu/rows.ts";
import { axisUnit } from "../constellation/constellation.ts";
import { checkedNoise, checkedSizes, type DetectorSizes, dispatchSize } from "./detector.ts";

export interface ChannelUseConfig extends Pick<DetectorSizes, "antennas" | "receiveAntennas" | "bitsPerSymbol"> {
  /** Frames per page. */
  frames: number;
  /** Channel uses per frame. */
  usesPerFrame: number;
  /** u32 [frame][ceil(E/32)], LSB first, E = usesPerFrame·M·B: bit (u·M + m)·B + b is bit b of stream m in use u. */
  sent: GPUBuffer;
  /** Rayleigh: H of complex Gaussian entries, E|h|² = 1. Identity: H = I, and zeros in rows beyond M; only white noise. */
  fading: "rayleigh" | "identity";
  /** ρ of the Kronecker model, 0 to less than 1: antennas at distance Δ correlate by ρ^Δ, on both sides. Default 0. */
  correlation?: number;
  /** True: each column of a Rayleigh H is scaled to the mean square 1, so that all streams arrive with equal power. Default false. */
  powerControl?: boolean;
  /** Number of successive uses of a frame with the same H: `usesPerFrame` gives block fading. Default 1. */
  coherence?: number;
  /** u32. */
  seed: number;
}

export interface ChannelUse extends Plan {
  /** H, vec2f [use][N][M], for each use, even where uses share it. */
  readonly channel: GPUBuffer;
  /** y, vec2f [use][N]. */
  readonly received: GPUBuffer;
  /** Index of the page's first frame, u32; 0 until set. */
  setFirstFrame(firstFrame: number): void;
  /** N0, the variance of the complex noise at each receive antenna: M/SNR; 1 until set. */
  setNoiseVariance(noiseVariance: number): void;
}

const GROUP = 64;

/**
 * Sends bits as Gray-mapped QAM symbols through a MIMO channel, y = Hs + w. The same seed gives a use of a frame the same H and
 * noise in every page.
 *
 * @throws RangeError when a size, `fading`, `correlation`, `coherence`, `seed`, `firstFrame` or `noiseVariance` is out of range.
 */
export async function createChannelUse(device: GPUDevice, config: ChannelUseConfig): Promise<ChannelUse> {
  const label = "mimo/channel-use";
  const { antennas, receiveAntennas = antennas, bitsPerSymbol, usesPerFrame, sent, fading } = config;
  const { correlation = 0, powerControl = false, coherence = 1 } = config;
  const frames = checkedCount(label, "frames", config.frames);
  const uses = frames * usesPerFrame;
  checkedSizes(label, { antennas, receiveAntennas, bitsPerSymbol, uses });
  const seed = checkedWord(label, "seed", config.seed);
  checkedChoice(label, "fading", fading, ["rayleigh", "identity"]);
  if (!(correlation >= 0 && correlation < 1)) {
    throw new RangeError(`${label}: correlation must be 0 to less than 1, got ${correlation}`);
  }
  checkedCount(label, "coherence", coherence);
  const constants = {
    GROUP,
    ANTENNAS: antennas,
    RECEIVERS: receiveAntennas,
    AXIS_BITS: bitsPerSymbol / 2,
    UNIT: axisUnit(bitsPerSymbol),
    POWER_CONTROL: Number(powerControl),
    FADING: Number(fading === "rayleigh"),
  };
  const memory = allocate(device);
  const channel = memory.storage("MIMO channel", uses * receiveAntennas * antennas * 8);
  const received = memory.storage("MIMO received", uses * receiveAntennas * 8);
  const words = wordsOf(usesPerFrame * antennas * bitsPerSymbol);
  const fresh = Math.sqrt(1 - correlation ** 2);
  const params = { firstFrame: 0, usesPerFrame, uses, words, coherence, seed, correlation, fresh, sigma: Math.SQRT1_2 };
  const stage = await createStage(device, {
    label,
    wgsl: [channelUseKernel, qam, random, phasor],
    constants,
    resources: { bits: sent, channel, received, params },
    groups: dispatchSize(Math.ceil(uses / GROUP)),
    memory,
  });
  return {
    ...stage,
    channel,
    received,
    setFirstFrame: (firstFrame) => stage.set({ firstFrame: checkedWord(label, "firstFrame", firstFrame) }),
    setNoiseVariance: (noiseVariance) => stage.set({ sigma: Math.sqrt(checkedNoise(label, noiseVariance) / 2) }),
  };
}
