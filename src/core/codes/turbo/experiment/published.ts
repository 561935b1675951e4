import type { TurboAlgorithm, TurboExperiment } from "./experiment.ts";

/** A point of a published curve. */
export interface PublishedRate {
  ebn0Db: number;
  ber: number;
  fer: number;
}

/**
 * K = 6144, 6 iterations, max-log with extrinsic scale 0.75, no windows, float32, at least 500 frame errors per point.
 * Source: AFF3CT, aff3ct/error_rate_references@021a9e0, TURBO/AWGN/BPSK/RSC_RSC/BCJR/LTE/Turbo_N18432_K6144_BCJR_i6_p32_LTE.txt.
 */
export const AFF3CT_MAX_LOG: readonly PublishedRate[] = [
  { ebn0Db: 0, ber: 1.37343e-1, fer: 1 },
  { ebn0Db: 0.1, ber: 1.04305e-1, fer: 9.97354e-1 },
  { ebn0Db: 0.2, ber: 6.63981e-2, fer: 9.90741e-1 },
  { ebn0Db: 0.3, ber: 3.08548e-2, fer: 8.79854e-1 },
  { ebn0Db: 0.4, ber: 9.00825e-3, fer: 5.60976e-1 },
  { ebn0Db: 0.5, ber: 1.30578e-3, fer: 2.21292e-1 },
  { ebn0Db: 0.6, ber: 1.03398e-4, fer: 3.8444e-2 },
  { ebn0Db: 0.7, ber: 5.03179e-6, fer: 3.89166e-3 },
  { ebn0Db: 0.8, ber: 1.93462e-7, fer: 3.73548e-4 },
  { ebn0Db: 0.9, ber: 3.2837e-8, fer: 8.22801e-5 },
  { ebn0Db: 1, ber: 1.3035e-8, fer: 3.26087e-5 },
];

/** True if AFF3CT's curve belongs to the same code and decoder, except for windows. */
export function matchesAff3ct({ length, rate, algorithm, iterations, scale, stop, crc }: TurboExperiment): boolean {
  const same = length === 6144 && rate === "1/3" && iterations === "6" && scale === 0.75;
  return same && algorithm.includes("max-log") && stop === "none" && crc === "none";
}

/** Decoded megabits per second on one Tesla C1060, K = 6144. */
export interface PublishedThroughput {
  algorithm: TurboAlgorithm;
  /** W, stages per window. */
  stages: number;
  iterations: number;
  mbits: number;
}

const STAGES = [32, 64, 96, 128];
const MBITS: readonly [number, TurboAlgorithm, readonly number[]][] = [
  [1, "max-log", [49, 34.8, 26.3, 18]],
  [1, "log-map", [36.6, 23.9, 19.5, 12.2]],
  [6, "max-log", [7.97, 5.64, 4.26, 2.91]],
  [6, "log-map", [5.99, 4.33, 3.18, 1.97]],
];

/** Source: M. Wu, On the Application of Graphics Processor to Wireless Receiver Design, Rice University 2010, table 5.3. */
export const TABLE_5_3: readonly PublishedThroughput[] = MBITS.flatMap(([iterations, algorithm, row]) =>
  row.map((mbits, i) => ({ algorithm, stages: STAGES[i], iterations, mbits })),
);
