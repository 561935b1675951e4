import { conjugateFloat64, magnitudeFloat64 } from "../blocks/arithmetic/complex-parts.float64.ts";
import { addConstantFloat64, multiplyConstantFloat64 } from "../blocks/arithmetic/constants.float64.ts";
import { fftFilterFloat64, firFilterFloat64 } from "../blocks/filters/fir-filter.float64.ts";
import { iirFilterFloat64 } from "../blocks/filters/iir-filter.float64.ts";
import { fftFloat64 } from "../blocks/transforms/fft.float64.ts";
import type { Float64Factory } from "../flow/build/block-factory.ts";

/** The work of the benchmarks in float64, by block types. */
export const FLOAT64: Readonly<Record<string, Float64Factory<never>>> = {
  "add-constant": addConstantFloat64,
  "multiply-constant": multiplyConstantFloat64,
  conjugate: conjugateFloat64,
  magnitude: magnitudeFloat64,
  "fir-filter": firFilterFloat64,
  "fft-filter": fftFilterFloat64,
  "iir-filter": iirFilterFloat64,
  fft: fftFloat64,
};
