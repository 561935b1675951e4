import { OFFSET_BLOCK, type EnvelopeGrid, envelopeGrid, envelopeOf, sampleAt, startsInBlock } from "./envelope.ts";
import {
  BIT_WORDS,
  CandidateRows,
  CHECKED,
  CHECKED_FORMATS,
  HEAD_WORDS,
  IS_LONG,
  MOST_READINGS,
  READINGS,
  REMAINDERS,
} from "./candidate-rows.ts";
import { remainderOfWords } from "./crc.ts";
import { createBlocksOfSamples, type BlockOfSamples } from "../sample-blocks.ts";

/**
 * Finds candidates in a stream of complex samples that comes in pieces of any size. Each candidate comes once, in order of its
 * start. The list is valid until the next call.
 */
interface CandidateSearch {
  push(samples: Float32Array): CandidateRows;
  end(): CandidateRows;
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

/**
 * A sequence with a bit 1 must be better than one with a bit 0 by this much. With the leak {0, 1} runs of zeros and of ones are the same pulses.
 * Their costs are equal then, and rounding alone would decide.
 */
export const TIE = 1e-3;

/** Downlink formats in use, a bit for each. The others are reserved, or military. */
export const USED_FORMATS =
  [0, 4, 5, 11, 16, 17, 18, 20, 21].reduce((formats, df) => formats | (1 << df), 0xff000000) >>> 0;

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
  // One array for the magnitudes of all blocks, and one list.
  const magnitudes = new Float32Array(startsInBlock(grid, OFFSET_BLOCK) + grid.steps);
  const found = new CandidateRows();
  const searched = (parts: readonly BlockOfSamples<Float32Array>[]) => {
    found.clear();
    for (const block of parts) addCandidatesIn(grid, block, found, magnitudes);
    return found;
  };
  return { push: (samples) => searched(blocks.push(samples)), end: () => searched(blocks.end()) };
}

/** The words of the readings of one start: each bit alone, then the likeliest sequences. */
const READING_BITS = Array.from({ length: MOST_READINGS }, () => new Uint32Array(BIT_WORDS));

/** Adds the candidates that start in a block. It changes the block's samples, and writes the magnitudes if it gets an array for them. */
export function addCandidatesIn(
  grid: SearchGrid,
  block: BlockOfSamples<Float32Array>,
  found: CandidateRows,
  magnitudes?: Float32Array,
): void {
  const { chips, up, down, reach } = grid;
  const { magnitudes: m, productAt } = envelopeOf(grid, block, magnitudes);
  const starts = startsInBlock(grid, block.size);
  const [, c1, c2, , c4, c5, , c7, c8, c9, , c11, c12, c13, c14] = chips;
  const scaled = new Float64Array(LONGEST);
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
    // Formats 16 to 31 have 112 bits.
    const bits = m[g + chips[PREAMBLE]] > m[g + chips[PREAMBLE + 1]] ? 112 : 56;
    const contrast = contrastAt(m, g, chips, bits);
    if (!(contrast >= (pulses < CLEAR_RATIO * gaps ? LEAST_CONTRAST.unclear : LEAST_CONTRAST.clear))) continue;
    // A frame ends within the recording.
    if (reach + Math.floor((g + chips[PREAMBLE + 2 * bits - 1]) / up) * down >= block.to) continue;
    const most = contrast >= LEAST_CONTRAST.unclear ? Infinity : MOST_MISFIT;
    const frame = PREAMBLE + 2 * bits;
    for (let chip = 0; chip < frame; chip++) scaled[chip] = m[g + chips[chip]] / pulses;
    let readings = 1;
    for (const leak of LEAKS) if (sequenceOf(scaled, bits, leak, most, READING_BITS[readings])) readings++;
    if (readings === 1) continue;
    const [on, off] = bitsAt(m, g, chips, bits, READING_BITS[0]);
    let kept = 0;
    for (let reading = 0; reading < readings; reading++) {
      if (isUsed(READING_BITS[reading]) && isNew(reading)) kept |= 1 << reading;
    }
    if (kept === 0) continue;
    const row = found.add();
    const { format, heads, starts, numbers, words } = found.rows;
    starts[row] = sampleAt(grid, block.first, g);
    numbers.set([contrast, on, off, ...productAt(g)], (format.size / 2) * row);
    const head = HEAD_WORDS * row;
    heads[head + READINGS] = kept | (bits === 112 ? IS_LONG : 0) | (checkedOf(kept) << CHECKED);
    for (let reading = 0; reading < readings; reading++) {
      const at = format.size * row + format.bits + BIT_WORDS * reading;
      words.set(READING_BITS[reading], at);
      heads[head + REMAINDERS + reading] = remainderOfWords(words, at, bits / 8);
    }
  }
}

/** Whether the format is in use, which the first five bits give. */
const isUsed = (words: Uint32Array) => ((USED_FORMATS >>> (words[0] >>> 27)) & 1) === 1;

/** Returns which of the readings have a checked parity, of those with a bit in `kept`. */
function checkedOf(kept: number): number {
  let checked = 0;
  for (let reading = 0; reading < MOST_READINGS; reading++) {
    checked |= ((CHECKED_FORMATS >>> (READING_BITS[reading][0] >>> 27)) & 1) << reading;
  }
  return checked & kept;
}

/** Whether a reading differs from those before it. */
function isNew(reading: number): boolean {
  for (let other = 0; other < reading; other++) {
    let same = 0;
    while (same < BIT_WORDS && READING_BITS[other][same] === READING_BITS[reading][same]) same++;
    if (same === BIT_WORDS) return false;
  }
  return true;
}

/** Returns how far the magnitudes of the halves of a frame's bits differ; NaN without magnitudes. */
function contrastAt(m: Float32Array, g: number, chips: Int32Array, bits: number): number {
  const end = PREAMBLE + 2 * bits;
  let difference = 0;
  let sum = 0;
  for (let chip = PREAMBLE; chip < end; chip += 2) {
    const early = m[g + chips[chip]];
    const late = m[g + chips[chip + 1]];
    difference += Math.abs(early - late);
    sum += early + late;
  }
  return difference / sum;
}

/** Writes the bits of a frame, each decided by the magnitudes of its halves. Returns the sums of squares of the larger and the smaller halves. */
function bitsAt(
  m: Float32Array,
  g: number,
  chips: Int32Array,
  bits: number,
  words: Uint32Array,
): readonly [on: number, off: number] {
  let on = 0;
  let off = 0;
  words.fill(0);
  for (let k = 0; k < bits; k++) {
    const early = m[g + chips[PREAMBLE + 2 * k]];
    const late = m[g + chips[PREAMBLE + 2 * k + 1]];
    on += Math.max(early, late) ** 2;
    off += Math.min(early, late) ** 2;
    if (early > late) words[k >> 5] |= 0x80000000 >>> (k & 31);
  }
  return [on, off];
}

/** Bit k of the two arrays: the bit before bit k on the best path that ends with bit k = 0, and with 1. */
const BEFORE = [new Uint8Array(112), new Uint8Array(112)] as const;

/**
 * Decides the bits of a frame together: the sequence whose pulses of magnitude 1, with their leaks, come nearest to the magnitudes
 * of the chips (Viterbi's algorithm; the state is a bit). It writes them and returns true, unless their mean square distance per
 * chip is more than `most`.
 */
function sequenceOf(
  chips: Float64Array,
  bits: number,
  { after, before }: Leak,
  most: number,
  words: Uint32Array,
): boolean {
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
    fromZero[k] = oneZero < zeroZero - TIE ? 1 : 0;
    fromOne[k] = oneOne < zeroOne - TIE ? 1 : 0;
    cost0 = Math.min(zeroZero, oneZero);
    cost1 = Math.min(zeroOne, oneOne);
  }
  const late = chips[PREAMBLE + 2 * bits - 1];
  const zero = cost0 + (late - 1) ** 2;
  const one = cost1 + (late - after) ** 2;
  if (Math.min(zero, one) / (2 * bits + 1) > most) return false;
  words.fill(0);
  for (let k = bits - 1, bit = one < zero - TIE ? 1 : 0; k >= 0; k--) {
    if (bit) words[k >> 5] |= 0x80000000 >>> (k & 31);
    bit = bit ? fromOne[k] : fromZero[k];
  }
  return true;
}
