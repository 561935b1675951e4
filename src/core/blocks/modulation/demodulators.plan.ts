import { envelopeBlock, quadratureBlock, stereoBlock } from "../../analog/blocks.ts";
import type { Quadrature } from "../../analog/quadrature.ts";
import type { ChainBlock, Place } from "../../flow/build/block-factory.ts";
import { iirBlock } from "../../iir/blocks.ts";
import { carrierFilter } from "./am-recursion.ts";
import type { AmDemodulator, QuadratureDemodulator, StereoDecoder } from "./demodulators.ts";
import { differenceGain, multiplexRate } from "./multiplex-rate.ts";

export const createQuadratureDemodulator = ({ gain }: QuadratureDemodulator): ChainBlock => ({
  kind: "chain",
  blocks: [quadratureBlock({ gain })],
  set: (next: QuadratureDemodulator, [plan]) => (plan as Quadrature).setGain(next.gain),
});

/** @throws RangeError for a lowest frequency above half the sample rate. */
export const createAmDemodulator = (parameters: AmDemodulator, { hz }: Place): ChainBlock => ({
  kind: "chain",
  blocks: [envelopeBlock(), iirBlock({ method: "scan", kind: "real", filter: carrierFilter(parameters, hz.in ?? 1) })],
});

/** @throws RangeError without a known sample rate, and for one that is too low or too high. */
export function createStereoDecoderBlock(parameters: StereoDecoder, place: Place): ChainBlock {
  const { decimation, deemphasis } = parameters;
  const rate = multiplexRate(place, decimation);
  const difference = differenceGain(parameters, rate);
  return {
    kind: "chain",
    blocks: [stereoBlock({ rate, decimation, deemphasis: deemphasis * 1e-6, isSteady: true, difference })],
  };
}
