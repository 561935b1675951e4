import { createFft } from "../../fft/fft.ts";
import { owning } from "../../gpu/owning.ts";
import { checkedInteger } from "../../gpu/rows.ts";
import { type Plan, sequence } from "../../gpu/timing.ts";
import type { BatchSizes, EqualizedBatch, ReceivedBatch } from "../batch.ts";
import { type BlockCover, createBlockEstimates } from "./estimates.ts";
import { createOneTap } from "./one-tap.ts";
import { createBlockSegments } from "./segments.ts";

export interface OverlapConfig {
  /** N: symbols of a block, a power of two. */
  length: number;
  /** D: symbols that are dropped on each side of a block, less than N/2. */
  drop: number;
  /** Mean Σ|h|². */
  power: number;
  /** H: complex f32, [packet][N] or [1][N]. */
  response: GPUBuffer;
}

export interface OverlapEqualizer extends Plan, EqualizedBatch {
  /** f32 [packet] or [1]: estimates are divided by it before decisions. */
  readonly scales: GPUBuffer;
  /** There is a scale per packet. */
  readonly hasOwnScales: boolean;
  /** Sets 1/γ. */
  setNoiseVariance(noiseVariance: number): void;
}

/** Returns the overlapping blocks of a packet. The last one ends with the guard at the latest. */
export function overlapCover(
  { symbols, guard }: Pick<BatchSizes, "symbols" | "guard">,
  { length, drop }: Pick<OverlapConfig, "length" | "drop">,
): BlockCover {
  return { length, drop, blocks: Math.ceil(symbols / (length - 2 * drop)), last: symbols + guard - length };
}

/** Returns the guard that the blocks need: a block of N symbols then fits around any symbol. */
export const overlapGuard = (length: number): number => length / 2;

/**
 * Creates the MMSE equalizer with one tap per frequency of overlapping blocks of the ordinary stream. The interference of neighbouring blocks is
 * at their edges, which are dropped. Source: D. Falconer et al., “Frequency domain equalization for single-carrier broadband wireless
 * systems”, IEEE Communications Magazine 40 (2002).
 *
 * @throws RangeError when nothing of a block is left, or the guard is less than N/2.
 */
export async function createOverlapEqualizer(
  device: GPUDevice,
  batch: ReceivedBatch,
  config: OverlapConfig,
): Promise<OverlapEqualizer> {
  const label = "adaptive/overlap";
  const { packets, hasOwnTaps } = batch;
  const { length, drop, power, response } = config;
  checkedInteger(label, "drop", drop, 0, length / 2 - 1);
  checkedInteger(label, "guard", batch.guard, overlapGuard(length));
  const cover = overlapCover(batch, config);
  return owning(device, async ({ keep }) => {
    const transform = (input: GPUBuffer, transforms: number, inverse = false) =>
      keep(createFft(device, { length, batch: transforms, input, inverse, inPlace: true }));
    const segments = await keep(createBlockSegments(device, batch, cover));
    const spectra = await transform(segments.segments, packets * cover.blocks);
    const product = { response, hasOwnTaps, power, spectra: spectra.output, gain: 1 };
    const oneTap = await keep(createOneTap(device, { packets, length, blocks: cover.blocks, ...product }));
    const equalized = await transform(oneTap.equalized, packets * cover.blocks, true);
    const estimates = await keep(createBlockEstimates(device, batch, equalized.output, cover));
    const stages = [segments, spectra, oneTap, equalized, estimates];
    return {
      ...sequence(label, stages),
      estimates: estimates.estimates,
      scales: oneTap.scales,
      hasOwnScales: hasOwnTaps,
      setNoiseVariance: oneTap.setNoise,
    };
  });
}
