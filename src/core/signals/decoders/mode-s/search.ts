import { OFFSET_BLOCK, type EnvelopeGrid, envelopeGrid, envelopeOf, sampleAt, startsInBlock } from "./envelope.ts";
import { createBlocksOfSamples, type BlockOfSamples } from "./sample-blocks.ts";

/** Bits that may be a Mode S frame: its preamble was seen, and its pulses stand out. Nothing is checked yet. */
export interface Candidate {
  /** First sample of the preamble, with a fraction. */
  start: number;
  /** 7 or 14. */
  octets: Uint8Array;
  /** Σ|early − late| / Σ(early + late) of the bits' halves: 1 without noise, about 0.3 for noise alone. */
  contrast: number;
  /** Power of the pulses over the noise, dB; null without noise. */
  snrDb: number | null;
  /** Carrier, Hz from the recording's centre. */
  carrierHz: number;
}

/**
 * Finds candidates in a stream of complex samples that comes in pieces of any size. Each candidate comes once, in order of its
 * start.
 */
interface CandidateSearch {
  push(samples: Float32Array): Candidate[];
  end(): Candidate[];
}

/** Chips (half microseconds) of the preamble and of the longest frame. Source: ICAO Annex 10, volume IV, 3.1.2.2. */
const PREAMBLE = 16;
const LONGEST = PREAMBLE + 2 * 112;

/** The least ratio of the preamble's pulses to the gaps between them, both mean magnitudes. */
export const LEAST_RATIO = 1.9;
/** From this ratio on the preamble is clear. */
export const CLEAR_RATIO = 3;
/** The least ratio of two pulses to the gap of one chip between them, which has up to half a pulse at 2 MS/s. */
export const LEAST_DIP = 1.6;
/** Each pulse of the preamble is at least this part of their mean. */
export const LEAST_PULSE = 0.35;
/**
 * The least contrast of the bits, with a clear preamble and without. For noise the mean is 0.29 and the deviation 0.02 for 112
 * bits. Pulses with slow edges have little more.
 */
export const LEAST_CONTRAST = { clear: 0.26, unclear: 0.38 };
/**
 * Bits without a clear contrast must fit pulses: the most mean square distance per chip, relative to a pulse's power. For
 * noise the mean is 0.16; it is 0.06 at 12 dB and 0.09 at 10 dB.
 */
export const MOST_MISFIT = 0.125;

/** How much of a pulse leaks into the chips after and before it, relative to the pulse. */
interface Leak {
  after: number;
  before: number;
}

/** Leaks that are tried: none, a slow fall, wide pulses, and at 2 MS/s samples in the middle between two chips. */
export const LEAKS: readonly Leak[] = [
  { after: 0, before: 0 },
  { after: 0.45, before: 0 },
  { after: 0.35, before: 0.35 },
  { after: 0, before: 0.45 },
  { after: 0, before: 1 },
];

/** The steps of the envelope, and where each chip of a frame lies after its start. */
export interface SearchGrid extends EnvelopeGrid {
  chips: Int32Array<ArrayBuffer>;
}

/** @throws RangeError when the rate is not between 2 and 20 MS/s. */
export function searchGrid(sampleRateHz: number, offsetHz: number): SearchGrid {
  const grid = envelopeGrid(sampleRateHz, offsetHz, LONGEST / 2e6);
  return { ...grid, chips: Int32Array.from({ length: LONGEST }, (_, chip) => Math.round((chip * grid.rateHz) / 2e6)) };
}

/** Creates the search in float64. @throws RangeError when the rate is not between 2 and 20 MS/s. */
export function createCandidateSearch(sampleRateHz: number, offsetHz = 0): CandidateSearch {
  const grid = searchGrid(sampleRateHz, offsetHz);
  const blocks = createBlocksOfSamples<Float32Array>(
    { ...grid, size: OFFSET_BLOCK },
    (length) => new Float32Array(length),
  );
  // One array for the magnitudes of all blocks.
  const magnitudes = new Float32Array(startsInBlock(grid, OFFSET_BLOCK) + grid.steps);
  return {
    push: (samples) => blocks.push(samples).flatMap((block) => candidatesIn(grid, block, magnitudes)),
    end: () => blocks.end().flatMap((block) => candidatesIn(grid, block, magnitudes)),
  };
}

/** Returns the candidates that start in a block. It changes the block's samples, and writes the magnitudes if it gets an array for them. */
export function candidatesIn(
  grid: SearchGrid,
  block: BlockOfSamples<Float32Array>,
  magnitudes?: Float32Array,
): Candidate[] {
  const { chips, up, down, reach } = grid;
  const { magnitudes: m, carrierAt } = envelopeOf(grid, block, magnitudes);
  const starts = startsInBlock(grid, block.size);
  const [, c1, c2, , c4, c5, , c7, c8, c9, , c11, c12, c13, c14] = chips;
  const scaled = new Float64Array(LONGEST);
  const found: Candidate[] = [];
  for (let g = 0; g < starts; g++) {
    // The dips first: three magnitudes rule out more than half of the starts.
    const p0 = m[g];
    const p2 = m[g + c2];
    if (p0 + p2 < LEAST_DIP * m[g + c1]) continue;
    const p7 = m[g + c7];
    const p9 = m[g + c9];
    if (p7 + p9 < LEAST_DIP * m[g + c8]) continue;
    const pulses = (p0 + p2 + p7 + p9) / 4;
    const gaps = (m[g + c4] + m[g + c5] + m[g + c11] + m[g + c12] + m[g + c13] + m[g + c14]) / 6;
    if (pulses < LEAST_RATIO * gaps || pulses === 0) continue;
    const least = LEAST_PULSE * pulses;
    if (p0 < least || p2 < least || p7 < least || p9 < least) continue;
    const leastContrast = pulses < CLEAR_RATIO * gaps ? LEAST_CONTRAST.unclear : LEAST_CONTRAST.clear;
    const plain = bitsAt(m, g, chips, leastContrast);
    if (!plain) continue;
    const bits = 8 * plain.octets.length;
    // A frame ends within the recording.
    if (reach + Math.floor((g + chips[PREAMBLE + 2 * bits - 1]) / up) * down >= block.to) continue;
    const most = plain.contrast >= LEAST_CONTRAST.unclear ? Infinity : MOST_MISFIT;
    for (let chip = 0; chip < LONGEST; chip++) scaled[chip] = m[g + chips[chip]] / pulses;
    const fitting = LEAKS.flatMap((leak) => sequenceOf(scaled, bits, leak, most) ?? []);
    if (fitting.length === 0) continue;
    const readings = [plain.octets, ...fitting];
    const place = { start: sampleAt(grid, block.first, g), carrierHz: carrierAt(g) };
    for (const [i, octets] of readings.entries()) {
      if (readings.slice(0, i).every((other) => !isEqual(other, octets))) found.push({ ...plain, octets, ...place });
    }
  }
  return found;
}

const isEqual = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((value, i) => value === b[i]);

/** Decides each bit of a frame by the magnitudes of its halves; undefined if these differ too little. */
function bitsAt(m: Float32Array, g: number, chips: Int32Array, leastContrast: number) {
  // Formats 16 to 31 have 112 bits.
  const bits = m[g + chips[PREAMBLE]] > m[g + chips[PREAMBLE + 1]] ? 112 : 56;
  const end = PREAMBLE + 2 * bits;
  let difference = 0;
  let sum = 0;
  for (let chip = PREAMBLE; chip < end; chip += 2) {
    const early = m[g + chips[chip]];
    const late = m[g + chips[chip + 1]];
    difference += Math.abs(early - late);
    sum += early + late;
  }
  if (!(difference >= leastContrast * sum)) return undefined;
  const octets = new Uint8Array(bits / 8);
  let on = 0;
  let off = 0;
  for (let k = 0; k < bits; k++) {
    const early = m[g + chips[PREAMBLE + 2 * k]];
    const late = m[g + chips[PREAMBLE + 2 * k + 1]];
    on += Math.max(early, late) ** 2;
    off += Math.min(early, late) ** 2;
    if (early > late) octets[k >> 3] |= 0x80 >> (k & 7);
  }
  return { octets, contrast: difference / sum, snrDb: snrOf(on, off) };
}

/** Returns the SNR of pulses in dB, from the sums of squares of the larger and the smaller halves of the bits. */
export const snrOf = (on: number, off: number) => (off > 0 && on > off ? 10 * Math.log10((on - off) / off) : null);

/** Bit k of the two arrays: the bit before bit k on the best path that ends with bit k = 0, and with 1. */
const BEFORE = [new Uint8Array(112), new Uint8Array(112)] as const;

/**
 * Decides the bits of a frame together: the sequence whose pulses of magnitude 1, with their leaks, come nearest to the magnitudes
 * of the chips (Viterbi's algorithm; the state is a bit). Undefined if their mean square distance per chip is more than `most`.
 */
function sequenceOf(chips: Float64Array, bits: number, { after, before }: Leak, most: number): Uint8Array | undefined {
  const [fromZero, fromOne] = BEFORE;
  // The preamble's last chip is empty except for the leak of an early pulse.
  const first = chips[PREAMBLE - 1];
  const second = chips[PREAMBLE];
  let cost0 = first ** 2 + (second - before) ** 2;
  let cost1 = (first - before) ** 2 + (second - 1) ** 2;
  for (let k = 1; k < bits; k++) {
    const late = chips[PREAMBLE + 2 * k - 1];
    const early = chips[PREAMBLE + 2 * k];
    // Last bit 0, then 1: its late half holds a pulse or the leak of its early pulse, and leaks into the next early half.
    const zeroZero = cost0 + (late - 1) ** 2 + (early - after - before) ** 2;
    const oneZero = cost1 + (late - after) ** 2 + (early - before) ** 2;
    const zeroOne = cost0 + (late - 1 - before) ** 2 + (early - 1 - after) ** 2;
    const oneOne = cost1 + (late - after - before) ** 2 + (early - 1) ** 2;
    fromZero[k] = oneZero < zeroZero ? 1 : 0;
    fromOne[k] = oneOne < zeroOne ? 1 : 0;
    cost0 = Math.min(zeroZero, oneZero);
    cost1 = Math.min(zeroOne, oneOne);
  }
  const late = chips[PREAMBLE + 2 * bits - 1];
  const zero = cost0 + (late - 1) ** 2;
  const one = cost1 + (late - after) ** 2;
  if (Math.min(zero, one) / (2 * bits + 1) > most) return undefined;
  const octets = new Uint8Array(bits / 8);
  for (let k = bits - 1, bit = one < zero ? 1 : 0; k >= 0; k--) {
    if (bit) octets[k >> 3] |= 0x80 >> (k & 7);
    bit = bit ? fromOne[k] : fromZero[k];
  }
  return octets;
}
