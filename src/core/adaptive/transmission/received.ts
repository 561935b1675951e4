import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import random from "#shaders/lib/random.wgsl?raw";
import receivedKernel from "#shaders/adaptive/transmission/received.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, checkedWord } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { BatchSizes, ReceivedBatch } from "../batch.ts";

export interface ReceivedConfig extends BatchSizes, Pick<ReceivedBatch, "labels" | "taps" | "hasOwnTaps" | "tapCount"> {
  /** Complex f32, by label. */
  points: Float32Array<ArrayBuffer>;
  /** Cycles per symbol by which each tap turns. Default: the taps are at rest. */
  turns?: readonly number[];
  /** The noise is real. */
  isReal: boolean;
  /** u32. */
  seed: number;
}

export interface ReceivedSamples extends Plan {
  /** As in `ReceivedBatch`. */
  readonly received: GPUBuffer;
  /** Sets the number of the batch's first packet, u32. Default 0. */
  setFirstPacket(firstPacket: number): void;
  /** Sets 1/γ: the variance of the noise of a sample. Default 1. */
  setNoiseVariance(noiseVariance: number): void;
}

const GROUP = 64;

/**
 * Sends symbols through a channel with noise. A packet has the same noise in every batch.
 *
 * @throws RangeError when a size or `seed` is out of range.
 */
export async function createReceivedSamples(device: GPUDevice, config: ReceivedConfig): Promise<ReceivedSamples> {
  const label = "adaptive/received";
  const { labels, taps, hasOwnTaps, turns, isReal, samplesPerSymbol, guard } = config;
  const packets = checkedCount(label, "packets", config.packets);
  const symbols = checkedCount(label, "symbols", config.symbols);
  const tapCount = checkedCount(label, "tapCount", config.tapCount);
  const rows = samplesPerSymbol * (symbols + 2 * guard);
  const seed = checkedWord(label, "seed", config.seed);
  const memory = allocate(device);
  const received = memory.storage("received", 8 * rows * packets);
  const cycles = Uint32Array.from({ length: tapCount }, (_, l) => Math.round((turns?.[l] ?? 0) * 2 ** 32));
  const stage = await createStage(device, {
    label,
    wgsl: [receivedKernel, complex, random, phasor],
    constants: {
      GROUP,
      SPS: samplesPerSymbol,
      TAPS: tapCount,
      OWN: Number(hasOwnTaps),
      TURNS: Number(turns !== undefined),
      REAL: Number(isReal),
    },
    resources: {
      labels,
      points: memory.constant("points", config.points),
      taps,
      rotation: memory.constant("rotation of the taps", cycles),
      received,
      params: { firstPacket: 0, packets, rows, guard: samplesPerSymbol * guard, seed, sigma: 1 },
    },
    groups: [Math.ceil(packets / GROUP), Math.ceil(rows / 2)],
    memory,
  });
  return {
    ...stage,
    received,
    setFirstPacket: (firstPacket) => stage.set({ firstPacket: checkedWord(label, "firstPacket", firstPacket) }),
    setNoiseVariance(noiseVariance) {
      if (!(noiseVariance >= 1e-9 && noiseVariance <= 1e9)) {
        throw new RangeError(`${label}: noiseVariance must be 1e-9 to 1e9, got ${noiseVariance}`);
      }
      stage.set({ sigma: Math.sqrt(isReal ? noiseVariance : noiseVariance / 2) });
    },
  };
}
