import { createFft } from "../../fft/fft.ts";
import { owning } from "../../gpu/owning.ts";
import { type Plan, sequence } from "../../gpu/timing.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";
import { createBlockEstimates } from "./estimates.ts";
import { createOneTap } from "./one-tap.ts";
import { carrierGain } from "./transmission.ts";

export interface CyclicEqualizerConfig {
  /** N: symbols of a block, a power of two. */
  length: number;
  /** The symbols are carriers. */
  isMulticarrier: boolean;
  criterion: "mmse" | "zf";
  /** Mean Σ|h|². */
  power: number;
  /** H: complex f32, [packet][N] or [1][N]. */
  response: GPUBuffer;
  /** Y: complex f32, [packet][block][N], of received blocks. */
  spectra: GPUBuffer;
}

export interface CyclicEqualizer extends Plan, EqualizedBatch {
  /** f32 [packet] or [1]: estimates are divided by it before decisions. Undefined: by 1. */
  readonly scales: GPUBuffer | undefined;
  /** There is a scale per packet. */
  readonly hasOwnScales: boolean;
  /** Sets 1/γ. */
  setNoiseVariance(noiseVariance: number): void;
}

/**
 * Creates the equalizer with one tap per frequency for blocks with a cyclic prefix: of a single carrier (FDE), or of symbols as carriers
 * (OFDM). Source: D. Falconer et al., “Frequency domain equalization for single-carrier broadband wireless systems”, IEEE Communications
 * Magazine 40 (2002).
 */
export function createCyclicEqualizer(
  device: GPUDevice,
  { packets, symbols, hasOwnTaps }: Pick<ReceivedBatch, "packets" | "symbols" | "hasOwnTaps">,
  { length, isMulticarrier, criterion, power, response, spectra }: CyclicEqualizerConfig,
): Promise<CyclicEqualizer> {
  const blocks = symbols / length;
  return owning(device, async ({ keep }) => {
    const gain = isMulticarrier ? 1 / carrierGain(length) : 1;
    const frequencies = { response, hasOwnTaps, power, spectra };
    const oneTap = await keep(createOneTap(device, { packets, length, blocks, gain, ...frequencies }));
    const input = oneTap.equalized;
    const transform = { length, batch: packets * blocks, input, inverse: true, inPlace: true } as const;
    const demodulation = isMulticarrier ? [] : [await keep(createFft(device, transform))];
    const cover = { length, drop: 0, blocks, last: symbols };
    const estimates = await keep(createBlockEstimates(device, { packets, symbols }, input, cover));
    return {
      ...sequence(isMulticarrier ? "adaptive/ofdm" : "adaptive/fde", [oneTap, ...demodulation, estimates]),
      estimates: estimates.estimates,
      scales: isMulticarrier ? undefined : oneTap.scales,
      hasOwnScales: hasOwnTaps && !isMulticarrier,
      setNoiseVariance: (noiseVariance: number) => oneTap.setNoise(criterion === "mmse" ? noiseVariance : 0),
    };
  });
}
