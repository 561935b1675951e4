import type { Float64Block, Place } from "../../flow/build/block-factory.ts";
import { convolution } from "../convolution.ts";
import { designTaps } from "./design.ts";
import type { FftFilter, FirFilter } from "./fir-filter.ts";

export function firFilterFloat64(parameters: FirFilter, { hz }: Place): Float64Block {
  const { type: kind, interpolation: up, decimation: down } = parameters;
  const filter = convolution({ kind, ...designTaps(parameters, (hz.in ?? 1) * up), up, down });
  return ({ in: x }) => ({ out: filter(x) });
}

export const fftFilterFloat64 = (parameters: FftFilter, place: Place): Float64Block =>
  firFilterFloat64({ ...parameters, interpolation: 1 }, place);
