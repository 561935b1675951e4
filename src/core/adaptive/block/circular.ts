import circularKernel from "#shaders/adaptive/block/circular.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { checkedInteger, checkedWord } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { ReceivedBatch } from "../batch.ts";

export interface CircularChannelConfig extends Pick<
  ReceivedBatch,
  "packets" | "symbols" | "guard" | "taps" | "hasOwnTaps" | "tapCount"
> {
  /** N: samples of a block, a power of two that divides K. */
  length: number;
  /** Complex f32, [packet][K]. */
  sent: GPUBuffer;
  /** The noise is real. */
  isReal: boolean;
  /** u32. */
  seed: number;
}

export interface CircularChannel extends Plan {
  /** Complex f32, [packet][K]: blocks without their prefix. */
  readonly received: GPUBuffer;
  /** Sets the number of the batch's first packet, u32. Default 0. */
  setFirstPacket(firstPacket: number): void;
  /** Sets the standard deviation of the noise's real part. Default 1. */
  setSigma(sigma: number): void;
}

const GROUP = 64;

/**
 * Sends blocks with a cyclic prefix through a channel with the noise of `createReceivedSamples`.
 *
 * @throws RangeError when a block has not more samples than the channel's memory, or K is not in whole blocks.
 */
export async function createCircularChannel(
  device: GPUDevice,
  config: CircularChannelConfig,
): Promise<CircularChannel> {
  const label = "adaptive/circular";
  const { packets, symbols, guard, sent, taps, hasOwnTaps, tapCount, length, isReal } = config;
  checkedInteger(label, "tapCount", tapCount, 1, length);
  if (symbols % length !== 0)
    throw new RangeError(`${label}: symbols must be whole blocks of ${length}, got ${symbols}`);
  const memory = allocate(device);
  const received = memory.storage("received blocks", 8 * symbols * packets);
  const stage = await createStage(device, {
    label,
    wgsl: [circularKernel, complex, random, phasor],
    constants: { GROUP, LENGTH: length, TAPS: tapCount, OWN: Number(hasOwnTaps), REAL: Number(isReal) },
    resources: {
      sent,
      taps,
      received,
      params: { firstPacket: 0, packets, symbols, guard, seed: checkedWord(label, "seed", config.seed), sigma: 1 },
    },
    groups: [Math.ceil(symbols / 2 / GROUP), packets],
    memory,
  });
  return {
    ...stage,
    received,
    setFirstPacket: (firstPacket) => stage.set({ firstPacket: checkedWord(label, "firstPacket", firstPacket) }),
    setSigma: (sigma) => stage.set({ sigma }),
  };
}
