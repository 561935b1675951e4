import complex from "#shaders/lib/complex.wgsl?raw";
import tapsKernel from "#shaders/adaptive/fixed/packet-taps.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { checkedInteger } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { ReceivedBatch } from "../batch.ts";

/** The channels: complex f32, [L + 1][packet]. */
export type ChannelsOfPackets = Pick<
  ReceivedBatch,
  "packets" | "samplesPerSymbol" | "taps" | "hasOwnTaps" | "tapCount"
>;

export interface PacketTapsConfig {
  /** N, 1 to 256. */
  forwardTaps: number;
  /** Nb, 0 to 256. Default 0. */
  feedbackTaps?: number;
  /** δ in samples, below N + L. */
  delay: number;
  /** "mmse" minimizes the mean squared error. "zf" does the same without noise. */
  criterion: "mmse" | "zf";
}

export interface PacketTaps extends Plan {
  /** w and b: complex f32, [N + Nb][packet]. */
  readonly taps: GPUBuffer;
  /** f32 [packet]: 1 − J, the factor by which the MMSE estimate is too small; 1 for zero forcing. */
  readonly scales: GPUBuffer;
  /** Sets the variance of the noise of a sample, ≥ 0. Default 0. */
  setNoiseVariance(variance: number): void;
}

const GROUP = 64;
/** Least σ relative to the channel's root mean square, so that no matrix is singular: the square root of float64's ridge. */
const RIDGE = 1e-6;

/** Returns the bytes of the largest buffer per packet. */
export const factorBytes = (forwardTaps: number, tapCount: number): number =>
  8 * (forwardTaps + 1) * Math.min(forwardTaps, tapCount);

/**
 * Creates the solution for the taps of equalizers where each packet has its own channel: w = (HHᴴ + σ²I)⁻¹·H_δ, for decision feedback without
 * the columns of the fed-back symbols, and b_j = −H_(−j)ᴴ·w. Source: Proakis & Salehi, Digital Communications, 5th edition, sections 9.4
 * and 9.5; G. Golub and C. Van Loan, Matrix Computations, section 5.2, for the factorization.
 *
 * @throws RangeError when a size is out of range, or all packets have the same channel.
 */
export async function createPacketTaps(
  device: GPUDevice,
  { packets, samplesPerSymbol, taps: channel, hasOwnTaps, tapCount }: ChannelsOfPackets,
  config: PacketTapsConfig,
): Promise<PacketTaps> {
  const label = "adaptive/packet-taps";
  const forward = checkedInteger(label, "forwardTaps", config.forwardTaps, 1, 256);
  const feedback = checkedInteger(label, "feedbackTaps", config.feedbackTaps ?? 0, 0, 256);
  const delay = checkedInteger(label, "delay", config.delay, 0, forward + tapCount - 2);
  if (!hasOwnTaps) throw new RangeError(`${label}: needs a channel for each packet, got one for all`);
  const memory = allocate(device);
  const taps = memory.storage("equalizer taps", 8 * (forward + feedback) * packets);
  const scales = memory.storage("scales", 4 * packets);
  const isUnbiased = config.criterion === "zf";
  const stage = await createStage(device, {
    label,
    wgsl: [tapsKernel, complex],
    constants: {
      GROUP,
      SPS: samplesPerSymbol,
      FORWARD: forward,
      FEEDBACK: feedback,
      TAPS: tapCount,
      WIDTH: Math.min(forward, tapCount),
      UNBIASED: Number(isUnbiased),
    },
    resources: {
      channel,
      factor: memory.storage("factors", factorBytes(forward, tapCount) * packets),
      taps,
      scales,
      params: { packets, delay, sigma: 0, ridge: RIDGE },
    },
    groups: [Math.ceil(packets / GROUP), 1],
    memory,
  });
  return {
    ...stage,
    taps,
    scales,
    setNoiseVariance: (variance) => stage.set({ sigma: isUnbiased ? 0 : Math.sqrt(variance) }),
  };
}
