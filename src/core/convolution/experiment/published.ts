import type { ConvolutionComparison, ConvolutionPoint, MethodName } from "./comparison.ts";

/**
 * The thesis's published convolution times, to draw beside measured times.
 * Source: J. T. Ravert, GPU Implementation of Data-Aided Equalizers, BYU 2017.
 */

/** A published time of a convolution: milliseconds for the batch, on a Tesla K40c or, for the CPU's methods, its host. */
export interface PublishedConvolution extends ConvolutionPoint, Pick<ConvolutionComparison, "cascade" | "transfers"> {
  method: MethodName;
  ms: number;
}

/** The machine of the published times. */
export const PUBLISHED_MACHINE = "Tesla K40c, 2017";

/** Rows: filter taps, second filter, batch, transfers, then CPU, CPU by FFT, GPU global, GPU shared memory, GPU by FFT (ms). */
const CONVOLUTION_TABLE: readonly [
  number,
  ConvolutionComparison["cascade"],
  number,
  ConvolutionComparison["transfers"],
  ...(number | null)[],
][] = [
  [186, "none", 3104, "excluded", null, null, 201.3, 180.3, 36.8],
  [23, "none", 3104, "excluded", null, null, 29.5, 22.7, 39],
  [186, "detection", 3104, "excluded", null, null, 228.8, 205, 39],
  [186, "none", 1, "included", 6.2683, 0.8519, 0.3467, 0.2857, 0.449],
  [23, "none", 1, "included", 0.6429, 0.8899, 0.2406, 0.2346, 0.3231],
];

/** The methods here that correspond to the table's columns. */
const COLUMNS: readonly MethodName[] = ["cpu-direct", "cpu-fft", "direct-global", "direct", "transform"];

/** Published times of convolutions of packets of 12,672 samples. */
export const PUBLISHED_CONVOLUTIONS: readonly PublishedConvolution[] = CONVOLUTION_TABLE.flatMap(
  ([filter, cascade, batch, transfers, ...times]) =>
    times.flatMap((ms, i) =>
      ms === null ? [] : [{ method: COLUMNS[i], signal: 12_672, filter, cascade, batch, transfers, ms }],
    ),
);
