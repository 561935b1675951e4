import type { DecidedSymbol } from "../fm/symbols.ts";
import { onesOf } from "../pocsag/codeword.ts";
import { flexCheckHolds, flexWord } from "./message.ts";

/** Symbols per second of the synchronization and the frame information. */
export const SYNC_RATE = 1600;

/** How the blocks of a frame are sent. */
interface FlexMode {
  /** The upper half of the first synchronization word. */
  code: number;
  symbolRateHz: number;
  levels: 2 | 4;
}

/** Source: ITU-R M.584-2, annex 2; as bits, of which 1 is the upper frequency. */
const MODES: readonly FlexMode[] = [
  { code: 0x78f3, symbolRateHz: 1600, levels: 2 },
  { code: 0x4f97, symbolRateHz: 1600, levels: 4 },
  { code: 0x84e7, symbolRateHz: 3200, levels: 2 },
  { code: 0x215f, symbolRateHz: 3200, levels: 4 },
];
/** The lower half of the first word, the 16 bits after it, and the lower half of the inverted first word. */
const [MARK, BETWEEN, INVERTED_MARK] = [0x5939, 0x5555, 0xa6c6];
/** Most wrong bits of all 80. In noise, chance makes one such place in 10^12 bits. */
const SYNC_ERRORS = 8;
/** Symbols of the synchronization, and of the frame information after it. */
const [SYNC_BITS, WORD_BITS] = [80, 32];
/** Duration of the second synchronization, whose symbols tell nothing new, seconds. */
const SECOND_SYNC = 25e-3;

/** A frame whose blocks begin soon. */
export interface FlexStart extends Omit<FlexMode, "code"> {
  inverted: boolean;
  /** Sample at which its blocks begin, with a fraction. */
  at: number;
  /** Value in the middle of the levels, and distance of the outer ones from it. */
  middle: number;
  outer: number;
  cycle: number;
  frame: number;
}

/** Finds frames in the symbols at 1600 Bd of a signal, of either polarity. */
export function createFlexSearch(rateHz: number) {
  const samplesPerSymbol = rateHz / SYNC_RATE;
  let latest: DecidedSymbol[] = [];
  // The 80 latest bits: 32, 16 and 32.
  let [oldest, between, newest] = [0, 0, 0];
  let found: { mode: FlexMode; inverted: boolean; wait: number } | undefined;

  const errorsOf = ({ code }: FlexMode, flip: number) =>
    onesOf((oldest ^ ((code << 16) | MARK) ^ flip) >>> 0) +
    onesOf(between ^ BETWEEN ^ (flip & 0xffff)) +
    onesOf((newest ^ (((~code & 0xffff) << 16) | INVERTED_MARK) ^ flip) >>> 0);

  function search(): void {
    const wrong =
      onesOf((oldest & 0xffff) ^ MARK) + onesOf(between ^ BETWEEN) + onesOf((newest & 0xffff) ^ INVERTED_MARK);
    const inverted = wrong > 24;
    if ((inverted ? 48 - wrong : wrong) > SYNC_ERRORS) return;
    const flip = inverted ? 0xffffffff : 0;
    const mode = MODES.find((one) => errorsOf(one, flip) <= SYNC_ERRORS);
    if (mode) found = { mode, inverted, wait: WORD_BITS };
  }

  /** Reads the frame information word: the latest 32 symbols. */
  function start({ mode, inverted }: { mode: FlexMode; inverted: boolean }): FlexStart | undefined {
    const sent = latest.slice(-WORD_BITS).reduce((word, { level }) => (word << 1) | (level ^ Number(inverted)), 0);
    const { info } = flexWord(sent >>> 0);
    if (info === undefined || !flexCheckHolds(info)) return undefined;
    const count = latest.length;
    const mean = (of: (symbol: DecidedSymbol, k: number) => number) =>
      latest.reduce((sum, symbol, k) => sum + of(symbol, k), 0) / count;
    const last = mean(({ at }, k) => at + (count - 1 - k) * samplesPerSymbol);
    const middle = mean((symbol) => symbol.middle);
    return {
      symbolRateHz: mode.symbolRateHz,
      levels: mode.levels,
      inverted,
      at: last + samplesPerSymbol / 2 + SECOND_SYNC * rateHz,
      middle,
      outer: mean(({ value }) => Math.abs(value - middle)),
      cycle: (info >>> 4) & 15,
      frame: (info >>> 8) & 127,
    };
  }

  /** Takes the next symbol. The result is a frame whose information has ended with it. */
  return (symbol: DecidedSymbol): FlexStart | undefined => {
    oldest = (oldest << 1) | (between >>> 15);
    between = ((between << 1) | (newest >>> 31)) & 0xffff;
    newest = (newest << 1) | symbol.level;
    latest.push(symbol);
    if (latest.length >= 2 * (SYNC_BITS + WORD_BITS)) latest = latest.slice(-SYNC_BITS - WORD_BITS);
    if (!found) {
      search();
      return undefined;
    }
    if (--found.wait > 0) return undefined;
    const mode = found;
    found = undefined;
    latest = latest.slice(-SYNC_BITS - WORD_BITS);
    return start(mode);
  };
}
