import type { Float64Factory } from "../flow/block-factory.ts";
import { multiplyConstantFloat64 } from "./arithmetic/multiply-constant.float64.ts";
import { constellationMapperFloat64 } from "./bits-and-codes/constellation-mapper.float64.ts";
import { differentialDecoderFloat64 } from "./bits-and-codes/differential-decoder.float64.ts";
import { differentialEncoderFloat64 } from "./bits-and-codes/differential-encoder.float64.ts";
import { slicerFloat64 } from "./bits-and-codes/slicer.float64.ts";
import { softDemapperFloat64 } from "./bits-and-codes/soft-demapper.float64.ts";
import { convolutionalEncoderFloat64 } from "./bits-and-codes/convolutional-encoder.float64.ts";
import { ldpcDecoderFloat64, ldpcEncoderFloat64 } from "./bits-and-codes/ldpc.float64.ts";
import { turboDecoderFloat64, turboEncoderFloat64 } from "./bits-and-codes/turbo.float64.ts";
import { viterbiDecoderFloat64 } from "./bits-and-codes/viterbi-decoder.float64.ts";
import { randomBitsFloat64 } from "./sources/random-bits.float64.ts";
import type { BlockName } from "./registry.ts";

/** One line per block. Sinks, and sources that somebody opens, have none. */
export const FLOAT64: Readonly<Partial<Record<BlockName, Float64Factory<never>>>> = {
  "multiply-constant": multiplyConstantFloat64,
  "constellation-mapper": constellationMapperFloat64,
  "differential-decoder": differentialDecoderFloat64,
  "differential-encoder": differentialEncoderFloat64,
  slicer: slicerFloat64,
  "soft-demapper": softDemapperFloat64,
  "convolutional-encoder": convolutionalEncoderFloat64,
  "ldpc-decoder": ldpcDecoderFloat64,
  "ldpc-encoder": ldpcEncoderFloat64,
  "turbo-decoder": turboDecoderFloat64,
  "turbo-encoder": turboEncoderFloat64,
  "viterbi-decoder": viterbiDecoderFloat64,
  "random-bits": randomBitsFloat64,
};
