import { type BitOrder, NOTHING } from "../../codes/interleaving/order.ts";
import { wordsOf } from "../../gpu/rows.ts";
import { philox } from "../../random/philox.ts";
import { mimoFrame, type MimoExperiment, sizesOf } from "./experiment.ts";

/** Philox stream. */
const INTERLEAVER_STREAM = 40;

/** Where the bits of a frame's codewords are in its channel uses. */
export interface FrameOrder {
  /** Of packed bits: each codeword begins with a new word. */
  bits: BitOrder;
  /** Of LLRs, [codeword][n]. */
  llrs: BitOrder;
}

/**
 * Returns the order in which a frame's channel uses carry the bits of its codewords. A joint codeword fills the uses one after
 * another. With a codeword per stream, codeword m fills the symbols of stream m.
 */
export function frameOrder(config: MimoExperiment): FrameOrder {
  const { codewords, coded, sent } = mimoFrame(config);
  const { antennas, bitsPerSymbol } = sizesOf(config);
  const key = [config.interleaver, codewords, coded, sent, antennas, bitsPerSymbol].join(" ");
  if (last?.key !== key) last = { key, order: newOrder(config) };
  return last.order;
}

/** The last order: the figures make a chain for each change of a field, mostly with the same one. */
let last: { key: string; order: FrameOrder } | undefined;

function newOrder(config: MimoExperiment): FrameOrder {
  const { codewords, coded, sent } = mimoFrame(config);
  const { antennas, bitsPerSymbol } = sizesOf(config);
  const order = config.interleaver === "nr" ? rowsAndColumns(coded, bitsPerSymbol) : shuffled(coded);
  const stride = 32 * wordsOf(coded);
  const [bits, llrs] = [0, 1].map(() => new Uint32Array(sent).fill(NOTHING));
  for (let codeword = 0; codeword < codewords; codeword++) {
    for (const [i, bit] of order.entries()) {
      const symbol = Math.floor(i / bitsPerSymbol);
      const place = codewords === 1 ? i : (symbol * antennas + codeword) * bitsPerSymbol + (i % bitsPerSymbol);
      bits[place] = codeword * stride + bit;
      llrs[place] = codeword * coded + bit;
    }
  }
  return {
    bits: { length: codewords * stride, order: bits },
    llrs: { length: codewords * coded, order: llrs },
  };
}

/** A fixed pseudorandom order of a number of bits: a Fisher–Yates shuffle. */
function shuffled(length: number): number[] {
  const order = Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const [word] = philox([i, 0, 0, 0], [length, INTERLEAVER_STREAM]);
    const j = Math.floor((word / 2 ** 32) * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** The interleaver of 5G NR: bits fill a row per bit of a symbol, and leave column by column. Source: TS 38.212, 5.4.2.2. */
function rowsAndColumns(length: number, bitsPerSymbol: number): number[] {
  const columns = Math.ceil(length / bitsPerSymbol);
  return Array.from({ length: columns }, (_, column) =>
    Array.from({ length: bitsPerSymbol }, (_, row) => row * columns + column).filter((bit) => bit < length),
  ).flat();
}
