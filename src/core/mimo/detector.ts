import type { Stage, Plan } from "../gpu/timing.ts";
import type { BitsPerSymbol } from "../constellation/constellation.ts";
import { checkedInteger } from "../gpu/rows.ts";

/** The sizes and inputs of a detector. */
export interface DetectorSizes {
  /** Streams M = transmit antennas: 1 to 8. */
  antennas: number;
  /** Receive antennas N: M to 16. Default M. */
  receiveAntennas?: number;
  /** B = log2 Q of Q-QAM. */
  bitsPerSymbol: BitsPerSymbol;
  /** Channel uses per page. */
  uses: number;
  /** Length K of the list, for k-best: 1 to 64. Default 16. */
  candidates?: number;
  /** Orders of the antennas that MTT traverses, each with another antenna at its strong end: 1 to M. Default 1. */
  orders?: number;
  /** How the trellis and K-best sort the antennas of their (first) order. Default "none". */
  sorting?: Sorting;
}

/**
 * None, by the norms of H's columns (sorted QR), or nearly the order of V-BLAST, by the signal-to-interference-and-noise ratio
 * after MMSE nulling (sorted QR of [H; √N0·I]).
 */
export type Sorting = (typeof SORTINGS)[number];
export const SORTINGS = ["none", "norm", "v-blast"] as const;

export interface DetectorConfig extends DetectorSizes {
  /** H, vec2f [use][N][M]: row r is receive antenna r, column m stream m. */
  channel: GPUBuffer;
  /** Consecutive uses that share H, as with block fading: a divisor of `uses`. Decompositions of H are then shared. Default 1. */
  usesPerChannel?: number;
  /** y, vec2f [use][N]. */
  received: GPUBuffer;
  /**
   * Prior log p(1)/p(0) of the bits, f32 [use][M·B], in the order of `llr`, for detectors that support priors. Without it all
   * priors are 0.
   */
  prior?: GPUBuffer;
  /** The uses that {@link Detector.again} leaves out: those whose value is not 0, u32 [use]. Default none. */
  skipped?: GPUBuffer;
  /**
   * Largest magnitude of an LLR, where a bit's other hypothesis may be missing from the list (k-best, one-pass): such a bit
   * gets ±clip, and all LLRs are limited to it. Greater than 0; default 8.
   */
  clip?: number;
}

/** The configuration of a detector that needs a square H: M receive antennas. */
export type SquareDetectorConfig = Omit<DetectorConfig, "receiveAntennas">;

export interface Detector extends Plan {
  /**
   * Extrinsic log p(1)/p(0), f32 [use][M·B]: bit m·B + b is bit b of stream m's symbol, most significant first. It excludes the
   * prior of the bit itself.
   */
  readonly llr: GPUBuffer;
  /**
   * Detects the same received vectors with new priors. It uses the decompositions of the channels from the last run, and
   * leaves out the skipped uses, whose LLRs stay. Absent where detectors take no priors.
   */
  readonly again?: Stage;
  /** N0, the variance of the complex noise at each receive antenna (M/SNR); 1 until set. 1e-9 to 1e9. */
  setNoiseVariance(noiseVariance: number): void;
}

/** The work of a detector per channel use. */
export interface DetectorWork {
  /** Full or partial symbol vectors whose distances the detector computes; for linear detectors, compared levels. */
  paths: number;
  /** Real additions, multiplications and comparisons, including the decomposition of the channel. */
  operations: number;
}

export const MOST_ANTENNAS = 8;
export const MOST_RECEIVE_ANTENNAS = 16;
const MOST_USES = 2 ** 24;

/** @throws RangeError when the number of antennas is out of range for every detector. */
export function checkedAntennas(label: string, antennas: number): number {
  return checkedInteger(label, "antennas", antennas, 1, MOST_ANTENNAS);
}

/** @throws RangeError when the number of receive antennas is out of range for this many streams. */
export function checkedReceiveAntennas(label: string, antennas: number, receiveAntennas = antennas): number {
  return checkedInteger(label, "receiveAntennas", receiveAntennas, antennas, MOST_RECEIVE_ANTENNAS);
}

/** @throws RangeError when a page cannot have this many uses. */
export function checkedUses(label: string, uses: number): number {
  if (!Number.isInteger(uses) || uses < 1 || uses > MOST_USES) {
    throw new RangeError(`${label}: uses must be an integer, 1 to 2^24, got ${uses}`);
  }
  return uses;
}

/** @throws RangeError when a size is out of range for every detector. */
export function checkedSizes<T extends DetectorSizes>(label: string, sizes: T): T {
  checkedAntennas(label, sizes.antennas);
  checkedReceiveAntennas(label, sizes.antennas, sizes.receiveAntennas);
  if (![2, 4, 6, 8].includes(sizes.bitsPerSymbol)) {
    throw new RangeError(`${label}: bitsPerSymbol must be 2, 4, 6 or 8, got ${sizes.bitsPerSymbol}`);
  }
  checkedUses(label, sizes.uses);
  return sizes;
}

/** @throws RangeError when N0 is out of range. */
export function checkedNoise(label: string, noiseVariance: number): number {
  if (!(noiseVariance >= 1e-9 && noiseVariance <= 1e9)) {
    throw new RangeError(`${label}: noiseVariance must be 1e-9 to 1e9, got ${noiseVariance}`);
  }
  return noiseVariance;
}

/** @throws RangeError when the clipping limit is not a positive number. */
export function checkedClip(label: string, clip = 8): number {
  if (!(clip > 0 && clip <= 1e9))
    throw new RangeError(`${label}: clip must be greater than 0, at most 1e9, got ${clip}`);
  return clip;
}

/** `count` workgroups as a two-dimensional dispatch: a workgroup's index is x + 32768·y. */
export function dispatchSize(count: number): [number, number] {
  const width = Math.min(count, 32768);
  return [width, Math.ceil(count / width)];
}
