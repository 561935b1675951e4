import { WINDOW_WORDS } from "../../codes/convolutional/decoding.ts";
import type { Page } from "../acquisition/page.ts";
import { GAP } from "../acquisition/search.ts";
import { dataSymbols, MOST_OCTETS } from "../frame/data-field.ts";
import { RATES } from "../frame/rates.ts";
import { SYMBOL_SAMPLES } from "../frame/symbol.ts";

/** What a receiver has room for, of all frames of a page. */
export interface Capacity {
  frames: number;
  /** Symbols of data. */
  symbols: number;
  /** Words of 32 decoded bits. */
  words: number;
  /** Windows of the decoder. */
  windows: number;
}

/** Symbols of the longest frame. */
const MOST_SYMBOLS = dataSymbols(MOST_OCTETS, RATES[0]);
const MOST_DATA_BITS = Math.max(...RATES.map(({ dataBits }) => dataBits));
/** Room for symbols of frames that overlap, as a part of the samples' symbols. */
const SPARE = 1.25;

/** Returns room for all candidates of a page, and for all symbols unless many frames overlap. */
export function capacityOf({ length, own }: Pick<Page, "length" | "own">): Capacity {
  const frames = Math.ceil(own / GAP) + 1;
  const symbols = Math.ceil((SPARE * length) / SYMBOL_SAMPLES) + MOST_SYMBOLS;
  const words = Math.ceil((symbols * MOST_DATA_BITS) / 32) + frames;
  return { frames, symbols, words, windows: Math.ceil(words / WINDOW_WORDS) + frames };
}

/** Bytes of a page's largest buffer: the LLRs of A and B. */
export const largestBuffer = (page: Pick<Page, "length" | "own">) => 32 * 8 * capacityOf(page).words;
