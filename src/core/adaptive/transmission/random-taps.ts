import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import tapsKernel from "#shaders/adaptive/transmission/random-taps.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, checkedWord } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";

export interface RandomTapsConfig {
  packets: number;
  /** Square roots of the mean powers of the taps: f32 [L + 1]. */
  amplitudes: Float32Array<ArrayBuffer>;
  /** u32. */
  seed: number;
}

export interface RandomTaps extends Plan {
  /** h: complex f32, [L + 1][packet]. */
  readonly taps: GPUBuffer;
  /** Sets the number of the batch's first packet, u32. Default 0. */
  setFirstPacket(firstPacket: number): void;
}

const GROUP = 64;

/** Creates the channels of packets, a Rayleigh channel for each. A packet has the same channel in every batch. */
export async function createRandomTaps(device: GPUDevice, config: RandomTapsConfig): Promise<RandomTaps> {
  const label = "adaptive/random-taps";
  const { amplitudes } = config;
  const packets = checkedCount(label, "packets", config.packets);
  const seed = checkedWord(label, "seed", config.seed);
  const memory = allocate(device);
  const taps = memory.storage("channels", 8 * amplitudes.length * packets);
  const stage = await createStage(device, {
    label,
    wgsl: [tapsKernel, random, phasor],
    constants: { GROUP },
    resources: {
      amplitudes: memory.constant("amplitudes", amplitudes),
      taps,
      params: { firstPacket: 0, packets, seed },
    },
    groups: [Math.ceil(packets / GROUP), amplitudes.length],
    memory,
  });
  return {
    ...stage,
    taps,
    setFirstPacket: (firstPacket) => stage.set({ firstPacket: checkedWord(label, "firstPacket", firstPacket) }),
  };
}
