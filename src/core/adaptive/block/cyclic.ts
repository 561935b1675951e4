import { createFft } from "../../fft/fft.ts";
import { owning } from "../../gpu/owning.ts";
import { type Plan, sequence } from "../../gpu/timing.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";
import type { DecisionTables } from "../decision.ts";
import { createCircularChannel } from "./circular.ts";
import { createBlockEstimates } from "./estimates.ts";
import { createOneTap } from "./one-tap.ts";
import { createChannelResponse } from "./response.ts";
import { createBlockSymbols } from "./symbols.ts";

export interface CyclicEqualizerConfig {
  /** N: symbols of a block, a power of two. */
  length: number;
  /** The symbols are carriers: they are transformed before they are sent. */
  isMulticarrier: boolean;
  criterion: "mmse" | "zf";
  /** Symbols, taps and noise of the ordinary stream are real numbers. Carriers are complex in any case. */
  isReal: boolean;
  /** Mean Σ|h|². */
  power: number;
  /** u32. */
  seed: number;
}

export interface CyclicLinkConfig extends CyclicEqualizerConfig {
  /** Complex f32, [packet][K]. */
  sent: GPUBuffer;
  /** H: complex f32, [packet][N] or [1][N]. */
  response: GPUBuffer;
}

export interface CyclicEqualizer extends Plan, EqualizedBatch {
  /** f32 [packet] or [1]: estimates are divided by it before decisions. Undefined: by 1. */
  readonly scales: GPUBuffer | undefined;
  /** There is a scale per packet. */
  readonly hasOwnScales: boolean;
  /** H: complex f32, [packet][N] or [1][N]. */
  readonly response: GPUBuffer;
  /** Sets the number of the batch's first packet, u32. Default 0. */
  setFirstPacket(firstPacket: number): void;
  /** Sets 1/γ. */
  setNoiseVariance(noiseVariance: number): void;
}

/** Returns the factor on symbols: N carriers together have the power of one symbol per sample. */
export const carrierGain = (length: number): number => Math.sqrt(length);

/**
 * Creates the transmission in blocks with a cyclic prefix, and its equalizer with one tap per frequency: a single carrier (FDE), or the
 * symbols as carriers (OFDM). The batch gives symbols and noise. Source: D. Falconer et al., “Frequency domain equalization for single-carrier
 * broadband wireless systems”, IEEE Communications Magazine 40 (2002).
 *
 * @throws RangeError when K is not in whole blocks, or a channel has more taps than a block has symbols.
 */
export function createCyclicEqualizer(
  device: GPUDevice,
  batch: ReceivedBatch,
  { points }: Pick<DecisionTables, "points">,
  config: CyclicEqualizerConfig,
): Promise<CyclicEqualizer> {
  const gain = config.isMulticarrier ? carrierGain(config.length) : 1;
  return owning(device, async ({ keep }) => {
    const response = await keep(createChannelResponse(device, batch, config.length));
    const symbols = await keep(createBlockSymbols(device, { ...batch, points, gain }));
    const signals = { sent: symbols.symbols, response: response.response };
    const link = await keep(createCyclicLink(device, batch, { ...config, ...signals }));
    return { ...link, ...sequence(link.label, [response, symbols, link]) };
  });
}

/** Creates what follows the symbols: modulation, channel and equalizer. */
export function createCyclicLink(
  device: GPUDevice,
  batch: ReceivedBatch,
  { length, isMulticarrier, criterion, isReal, power, seed, sent, response }: CyclicLinkConfig,
): Promise<CyclicEqualizer> {
  const { packets, symbols, hasOwnTaps } = batch;
  const blocks = symbols / length;
  return owning(device, async ({ keep }) => {
    const hasRealNoise = isReal && !isMulticarrier;
    const channel = await keep(createCircularChannel(device, { ...batch, length, sent, isReal: hasRealNoise, seed }));
    const transform = (input: GPUBuffer, inverse: boolean) =>
      keep(createFft(device, { length, batch: packets * blocks, input, inverse, inPlace: true }));
    const modulation = isMulticarrier ? [await transform(sent, true)] : [];
    const spectra = await transform(channel.received, false);
    const gain = isMulticarrier ? 1 / carrierGain(length) : 1;
    const frequencies = { response, hasOwnTaps, power, spectra: spectra.output };
    const oneTap = await keep(createOneTap(device, { packets, length, blocks, gain, ...frequencies }));
    const demodulation = isMulticarrier ? [] : [await transform(spectra.output, true)];
    const cover = { length, drop: 0, blocks, last: symbols };
    const estimates = await keep(createBlockEstimates(device, batch, spectra.output, cover));
    const stages = [...modulation, channel, spectra, oneTap, ...demodulation, estimates];
    return {
      ...sequence(isMulticarrier ? "adaptive/ofdm" : "adaptive/fde", stages),
      estimates: estimates.estimates,
      scales: isMulticarrier ? undefined : oneTap.scales,
      hasOwnScales: hasOwnTaps && !isMulticarrier,
      response,
      setFirstPacket: channel.setFirstPacket,
      setNoiseVariance(noiseVariance: number) {
        // Carriers are complex: where the real stream has noise on one axis, they have as much on the other.
        channel.setSigma(Math.sqrt(isReal ? noiseVariance : noiseVariance / 2));
        oneTap.setNoise(criterion === "mmse" ? noiseVariance : 0);
      },
    };
  });
}
