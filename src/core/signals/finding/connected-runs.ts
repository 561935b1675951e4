import type { CellRun } from "./regions.ts";

/** Frames and bins without activity that a connected set may have inside. */
const [FRAME_GAP, BIN_GAP] = [1, 1];

/** A bit per cell of a grid: u32 [frame][active, short, long][word]. */
interface CellBits {
  bits: Uint32Array;
  /** Frames [from, to) of which the bits count. */
  frames: readonly [from: number, to: number];
  bins: number;
  /** Of a row of bits. */
  words: number;
}

/** Words of a row of bits. */
export const wordsPerRow = (bins: number) => Math.ceil(bins / 32);

/**
 * Returns the connected sets of active cells that hold a block over its threshold. Sets grow from such blocks, because noise has far more active cells
 * than signals have. The runs of a set, and the sets by their first runs, are in the order of their frames and bins.
 *
 * @param bits u32 [frame][active, short, long][word]: a bit per bin. The cells of the sets are no longer active then. @param frames Frames [from, to) of the sets.
 */
export function connectedRuns(bits: Uint32Array, frames: readonly [number, number], bins: number): CellRun[][] {
  const words = wordsPerRow(bins);
  const cells = { bits, frames, bins, words };
  const sets: CellRun[][] = [];
  for (let frame = frames[0]; frame < frames[1]; frame++) {
    const row = 3 * frame * words;
    for (let w = 0; (w = nextBlock(bits, row, w, words)) < words;) {
      const seeds = bits[row + w] & (bits[row + words + w] | bits[row + 2 * words + w]);
      sets.push(takeSet(cells, frame, 32 * w + lowestBit(seeds)));
    }
  }
  return sets.sort(([a], [b]) => inOrder(a, b));
}

/** Returns the next word of a row in which an active cell holds a block. Nearly all words hold no block, so this loop has its own function. */
function nextBlock(bits: Uint32Array, row: number, from: number, words: number): number {
  let w = from;
  while (w < words && (bits[row + w] & (bits[row + words + w] | bits[row + 2 * words + w])) === 0) w++;
  return w;
}

const lowestBit = (word: number) => 31 - Math.clz32(word & -word);
const inOrder = (a: CellRun, b: CellRun) => a.frame - b.frame || a.low - b.low;

/** Returns all runs that are connected with an active cell, and takes them out of the active cells. */
function takeSet(cells: CellBits, frame: number, k: number): CellRun[] {
  const { frames, bins } = cells;
  const runs = [takeRun(cells, frame, k)];
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i];
    const last = Math.min(frames[1] - 1, run.frame + FRAME_GAP + 1);
    const from = Math.max(0, run.low - BIN_GAP - 1);
    const end = Math.min(bins, run.high + BIN_GAP + 1);
    for (let near = Math.max(frames[0], run.frame - FRAME_GAP - 1); near <= last; near++) {
      let at = from;
      while ((at = nextActive(cells, near, at, end)) < end) runs.push(takeRun(cells, near, at));
    }
  }
  return runs.sort(inOrder);
}

/** Returns the first active bin of [from, end), or `end`. */
function nextActive({ bits, words }: CellBits, frame: number, from: number, end: number): number {
  const row = 3 * frame * words;
  for (let k = from; k < end; k = (k | 31) + 1) {
    const word = bits[row + (k >> 5)] >>> (k & 31);
    if (word !== 0) return Math.min(end, k + lowestBit(word));
  }
  return end;
}

/** Returns the neighbouring active cells around one of them, and takes them out of the active cells. */
function takeRun(cells: CellBits, frame: number, k: number): CellRun {
  const { bits, words } = cells;
  const [low, high] = [lowOf(cells, frame, k), highOf(cells, frame, k)];
  let [short, long] = [0, 0];
  for (let from = low; from < high; from = (from | 31) + 1) {
    const count = Math.min(high, (from | 31) + 1) - from;
    const mask = (count === 32 ? -1 : (1 << count) - 1) << (from & 31);
    const at = 3 * frame * words + (from >> 5);
    bits[at] &= ~mask;
    short |= bits[at + words] & mask;
    long |= bits[at + 2 * words] & mask;
  }
  return { frame, low, high, short: short !== 0, long: long !== 0 };
}

/** Returns the first bin of the neighbouring active cells around one of them. */
function lowOf({ bits, words }: CellBits, frame: number, k: number): number {
  for (let last = k; last >= 0; last = (last & ~31) - 1) {
    const others = ~bits[3 * frame * words + (last >> 5)] << (31 - (last & 31));
    if (others !== 0) return last + 1 - Math.clz32(others);
  }
  return 0;
}

/** Returns the bin after the neighbouring active cells around one of them. */
function highOf({ bits, bins, words }: CellBits, frame: number, k: number): number {
  for (let first = k; first < bins; first = (first | 31) + 1) {
    const others = ~bits[3 * frame * words + (first >> 5)] >>> (first & 31);
    if (others !== 0) return Math.min(bins, first + lowestBit(others));
  }
  return bins;
}
