import { wordsOf } from "../../gpu/rows.ts";
import { PREAMBLE_SAMPLES, SYMBOL_SAMPLES } from "../frame/symbol.ts";
import type { FrameLine } from "../frame-table.ts";

interface Page {
  length: number;
  room: { symbols: number; words: number };
  windowWords: number;
}

/** Returns the lines with the places of their data, and the numbers of symbols, words and windows of all. */
export function laidOut(lines: readonly FrameLine[], { length, room, windowWords }: Page) {
  let [symbols, words, windows] = [0, 0, 0];
  let full = false;
  const placed = lines.map((line): FrameLine => {
    const places = { firstSymbol: symbols, firstWord: words, firstWindow: windows };
    const refused = (status: FrameLine["status"]) => ({ ...line, ...places, status, symbols: 0 });
    if (line.status !== "received" || line.symbols === 0) return refused(line.status);
    if (line.start + PREAMBLE_SAMPLES + SYMBOL_SAMPLES * (1 + line.symbols) > length) return refused("cut off");
    const size = wordsOf(line.symbols * line.rate.dataBits);
    full ||= symbols + line.symbols > room.symbols || words + size > room.words;
    if (full) return refused("no room");
    symbols += line.symbols;
    words += size;
    windows += Math.ceil(size / windowWords);
    return { ...line, ...places };
  });
  return { lines: placed, symbols, words, windows };
}
