import type { DecidedSymbol } from "../fm/symbols.ts";
import { type FlexWord, flexWord, PHASE_WORDS } from "./message.ts";
import type { FlexStart } from "./synchronization.ts";

/** Duration of the eleven blocks, seconds. Source: ITU-R M.584-2, annex 2. */
export const BLOCKS_SECONDS = 1.76;
/** Codewords of a phase per block, which are interleaved. */
const BLOCK_WORDS = 8;
const PHASES = ["A", "B", "C", "D"] as const;
/** How quickly the clock and the middle of the levels follow the symbols. */
const [CLOCK_GAIN, MIDDLE_GAIN] = [1 / 32, 1 / 64];

/** Collects the symbols of a frame's blocks, at their places in time: so a symbol too many or too few does no harm. */
export function createFlexFrame(rateHz: number, start: FlexStart) {
  const { symbolRateHz, levels, inverted, outer } = start;
  const samplesPerSymbol = rateHz / symbolRateHz;
  const symbols = BLOCKS_SECONDS * symbolRateHz;
  const sign = inverted ? -1 : 1;
  // A phase has 1600 bits/s: two levels are one phase, and two symbols in turn two.
  const turns = symbolRateHz / 1600;
  const phases = PHASES.map(() => ({ bits: new Uint32Array(PHASE_WORDS), count: new Uint8Array(PHASE_WORDS) }));
  const isKnown = new Uint8Array(symbols);
  let { middle } = start;
  let drift = 0;

  const add = (phase: number, place: number, bit: number) => {
    const word = (place >> 8) * BLOCK_WORDS + (place & 7);
    phases[phase].bits[word] |= bit << (31 - ((place >> 3) & 31));
    phases[phase].count[word]++;
  };

  return {
    start,
    /** Sample at which the blocks end. */
    end: start.at + BLOCKS_SECONDS * rateHz,
    /** The carrier's place between the levels. */
    middle: start.middle,
    push({ at, level, value }: DecidedSymbol): void {
      const place = (at - start.at) / samplesPerSymbol - 0.5;
      const index = Math.round(place - drift);
      if (index < 0 || index >= symbols) return;
      drift += CLOCK_GAIN * (place - drift - index);
      if (isKnown[index]) return;
      isKnown[index] = 1;
      const phase = turns === 1 ? 0 : 2 * (index % 2);
      const bit = Math.floor(index / turns);
      if (levels === 2) {
        add(phase, bit, level ^ Number(inverted));
        return;
      }
      // From −3 to 3, the outer levels of the synchronization.
      const scaled = (3 * sign * (value - middle)) / outer;
      const nearest = Math.max(-3, Math.min(3, 2 * Math.floor(scaled / 2) + 1));
      middle += MIDDLE_GAIN * (value - middle - (sign * nearest * outer) / 3);
      add(phase, bit, Number(nearest > 0));
      add(phase + 1, bit, Number(Math.abs(nearest) === 1));
    },
    /** The codewords of the phases that are in use. A codeword that lacks a bit is unknown. */
    phases(): { name: string; words: FlexWord[] }[] {
      const used = PHASES.flatMap((name, k) =>
        (k < 2 || turns === 2) && (k % 2 === 0 || levels === 4) ? [{ name, k }] : [],
      );
      return used.map(({ name, k }) => ({
        name,
        words: Array.from(phases[k].bits, (sent, word) =>
          phases[k].count[word] === 32 ? flexWord(sent) : { word: sent, info: undefined, corrected: 0 },
        ),
      }));
    },
  };
}

export type FlexFrame = ReturnType<typeof createFlexFrame>;
