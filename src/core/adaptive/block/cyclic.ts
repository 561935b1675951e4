import { createFft } from "../../fft/fft.ts";
import { owning } from "../../gpu/owning.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { EqualizedBatch, ReceivedBatch } from "../batch.ts";
import type { DecisionTables } from "../decision.ts";
import { createCircularChannel } from "./circular.ts";
import { createBlockEstimates } from "./estimates.ts";
import { createOneTap } from "./one-tap.ts";
import { createPaddedTaps } from "./padded-taps.ts";
import { createBlockSymbols } from "./symbols.ts";

export interface CyclicEqualizerConfig {
  /** N: symbols of a block, a power of two. */
  length: number;
  /** The symbols are carriers: they are transformed before they are sent, and zeros are forced. */
  isMulticarrier: boolean;
  criterion: "mmse" | "zf";
  /** Symbols, taps and noise of the ordinary stream are real numbers. Carriers are complex in any case. */
  isReal: boolean;
  /** u32. */
  seed: number;
}

export interface CyclicEqualizer extends Pick<Plan, "label" | "encode" | "destroy">, EqualizedBatch {
  /** f32 [packet] or [1]: estimates are divided by it before decisions. Undefined: by 1. */
  readonly scales: GPUBuffer | undefined;
  /** There is a scale per packet. */
  readonly hasOwnScales: boolean;
  /** Sets the number of the batch's first packet, u32. Default 0. */
  setFirstPacket(firstPacket: number): void;
  /** Sets 1/γ. */
  setNoiseVariance(noiseVariance: number): void;
}

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
  { length, isMulticarrier, criterion, isReal, seed }: CyclicEqualizerConfig,
): Promise<CyclicEqualizer> {
  const { packets, symbols, hasOwnTaps } = batch;
  const blocks = symbols / length;
  const root = Math.sqrt(length);
  return owning(device, async ({ keep }) => {
    const sent = await keep(createBlockSymbols(device, { ...batch, points, gain: isMulticarrier ? root : 1 }));
    const transform = (input: GPUBuffer, batches: number, inverse = false) =>
      keep(createFft(device, { length, batch: batches, input, inverse, inPlace: true }));
    const modulation = isMulticarrier ? [await transform(sent.symbols, packets * blocks, true)] : [];
    const hasRealNoise = isReal && !isMulticarrier;
    const channel = await keep(
      createCircularChannel(device, { ...batch, length, sent: sent.symbols, isReal: hasRealNoise, seed }),
    );
    const taps = await keep(createPaddedTaps(device, batch, length));
    const response = await transform(taps.padded, taps.channels);
    const spectra = await transform(channel.received, packets * blocks);
    const gain = isMulticarrier ? 1 / root : 1;

    const oneTap = await keep(
      createOneTap(device, {
        packets,
        length,
        blocks,
        response: response.output,
        hasOwnTaps,
        spectra: spectra.output,
        gain,
      }),
    );
    const demodulation = isMulticarrier ? [] : [await transform(spectra.output, packets * blocks, true)];
    const cover = { length, drop: 0, blocks, last: symbols };
    const estimates = await keep(createBlockEstimates(device, batch, spectra.output, cover));
    const stages = [sent, ...modulation, channel, taps, response, spectra, oneTap, ...demodulation, estimates];
    return {
      label: isMulticarrier ? "adaptive/ofdm" : "adaptive/fde",
      estimates: estimates.estimates,
      scales: isMulticarrier ? undefined : oneTap.scales,
      hasOwnScales: hasOwnTaps && !isMulticarrier,
      encode(encoder: GPUCommandEncoder) {
        for (const stage of stages) stage.encode(encoder);
      },
      setFirstPacket: channel.setFirstPacket,
      setNoiseVariance(noiseVariance: number) {
        // Carriers are complex: where the real stream has noise on one axis, they have as much on the other.
        channel.setSigma(Math.sqrt(isReal ? noiseVariance : noiseVariance / 2));
        oneTap.setNoise(criterion === "mmse" ? noiseVariance : 0);
      },
    };
  });
}
