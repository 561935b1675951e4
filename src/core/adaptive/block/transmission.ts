import { createFft } from "../../fft/fft.ts";
import { owning } from "../../gpu/owning.ts";
import { type Plan, sequence } from "../../gpu/timing.ts";
import type { ReceivedBatch } from "../batch.ts";
import { createCircularChannel } from "./circular.ts";
import { createBlockSymbols } from "./symbols.ts";

export interface BlockTransmissionConfig {
  /** N: symbols of a block, a power of two. */
  length: number;
  /** The symbols are carriers: they are transformed before they are sent. */
  isMulticarrier: boolean;
  /** Symbols, taps and noise of the ordinary stream are real numbers. Carriers are complex in any case. */
  isReal: boolean;
  /** u32. */
  seed: number;
}

/** Received blocks. Any number of equalizers may use them. */
export interface BlockTransmission extends Plan {
  /** Y: complex f32, [packet][block][N]. */
  readonly spectra: GPUBuffer;
  /** Sets the number of the batch's first packet, u32. Default 0. */
  setFirstPacket(firstPacket: number): void;
  /** Sets 1/γ. */
  setNoiseVariance(noiseVariance: number): void;
}

/** Returns the factor on symbols: N carriers together have the power of one symbol per sample. */
export const carrierGain = (length: number): number => Math.sqrt(length);

/**
 * Creates the transmission of a batch's symbols in blocks with a cyclic prefix, up to the spectra of the received blocks.
 *
 * @param points Complex f32, by label.
 * @throws RangeError when K is not in whole blocks, or a channel has more taps than a block has symbols.
 */
export function createBlockTransmission(
  device: GPUDevice,
  batch: ReceivedBatch,
  points: Float32Array<ArrayBuffer>,
  config: BlockTransmissionConfig,
): Promise<BlockTransmission> {
  const gain = config.isMulticarrier ? carrierGain(config.length) : 1;
  return owning(device, async ({ keep }) => {
    const symbols = await keep(createBlockSymbols(device, { ...batch, points, gain }));
    const link = await keep(createBlockLink(device, batch, symbols.symbols, config));
    return { ...link, ...sequence(link.label, [symbols, link]) };
  });
}

/**
 * Creates what follows the symbols: modulation, channel and transform.
 *
 * @param sent Complex f32, [packet][K].
 * @throws RangeError as `createBlockTransmission`.
 */
export function createBlockLink(
  device: GPUDevice,
  batch: ReceivedBatch,
  sent: GPUBuffer,
  { length, isMulticarrier, isReal, seed }: BlockTransmissionConfig,
): Promise<BlockTransmission> {
  return owning(device, async ({ keep }) => {
    const hasRealNoise = isReal && !isMulticarrier;
    const channel = await keep(createCircularChannel(device, { ...batch, length, sent, isReal: hasRealNoise, seed }));
    const blocks = batch.packets * (batch.symbols / length);
    const transform = (input: GPUBuffer, inverse: boolean) =>
      keep(createFft(device, { length, batch: blocks, input, inverse, inPlace: true }));
    const modulation = isMulticarrier ? [await transform(sent, true)] : [];
    const spectra = await transform(channel.received, false);
    return {
      ...sequence("adaptive/blocks", [...modulation, channel, spectra]),
      spectra: spectra.output,
      setFirstPacket: channel.setFirstPacket,
      // Carriers are complex: where the real stream has noise on one axis, they have as much on the other.
      setNoiseVariance: (variance: number) => channel.setSigma(Math.sqrt(isReal ? variance : variance / 2)),
    };
  });
}
