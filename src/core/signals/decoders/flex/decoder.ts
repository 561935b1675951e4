import type { FmDecoder, FmFrame } from "../decoder.ts";
import { createSymbolSampler, type DecidedSymbol } from "../fm/symbols.ts";
import { BLOCKS_SECONDS, createFlexFrame, type FlexFrame } from "./frame.ts";
import { flexPages, PHASE_WORDS } from "./message.ts";
import { createFlexSearch, SYNC_RATE } from "./synchronization.ts";

const RATES = [SYNC_RATE, 3200];
/** Symbols that are kept for a frame which is found after its first ones. */
const KEPT = 512;

/** Creates the decoder of FLEX pagers at 1600, 3200 and 6400 bits/s in the frequency of an FM signal, of either polarity. */
export function createFlexDecoder(rateHz: number): FmDecoder {
  const search = createFlexSearch(rateHz);
  const lines = RATES.map((symbolRateHz) => ({
    symbolRateHz,
    sampler: createSymbolSampler(rateHz, symbolRateHz),
    latest: [] as DecidedSymbol[],
    frames: [] as FlexFrame[],
  }));

  /** Takes a symbol, and returns the pages of frames that end with it. */
  function take(line: (typeof lines)[number], symbol: DecidedSymbol): FmFrame[] {
    line.latest.push(symbol);
    if (line.latest.length >= 2 * KEPT) line.latest = line.latest.slice(-KEPT);
    const ended = line.frames.filter(({ end }) => symbol.at > end);
    line.frames = line.frames.filter(({ end }) => symbol.at <= end);
    for (const frame of line.frames) frame.push(symbol);
    const start = line.symbolRateHz === SYNC_RATE ? search(symbol) : undefined;
    if (start) {
      const frame = createFlexFrame(rateHz, start);
      const taker = lines.find(({ symbolRateHz }) => symbolRateHz === start.symbolRateHz);
      for (const earlier of taker?.latest ?? []) frame.push(earlier);
      taker?.frames.push(frame);
    }
    return ended.flatMap((frame) => framesOf(rateHz, frame));
  }

  const run = (work: (line: (typeof lines)[number], emit: (symbol: DecidedSymbol) => void) => void) =>
    lines.flatMap((line) => {
      const frames: FmFrame[] = [];
      work(line, (symbol) => frames.push(...take(line, symbol)));
      return frames;
    });
  return {
    push: (samples) => run(({ sampler }, emit) => sampler.push(samples, emit)),
    end: () => [
      ...run(({ sampler }, emit) => sampler.end(emit)),
      ...lines.flatMap((line) => line.frames.splice(0).flatMap((frame) => framesOf(rateHz, frame))),
    ],
  };
}

/** Returns the pages of a frame. A page begins and ends with its codewords, as if they were not interleaved: so pages of a phase follow one another. */
function framesOf(rateHz: number, frame: FlexFrame): FmFrame[] {
  const { at, symbolRateHz, levels, inverted, cycle, frame: number } = frame.start;
  const wordSamples = (BLOCKS_SECONDS * rateHz) / PHASE_WORDS;
  return frame.phases().flatMap(({ name, words }) =>
    flexPages(words).map(({ words: own, first, last, address, type, text, continued, good }) => ({
      start: at + first * wordSamples,
      stop: at + (last + 1) * wordSamples,
      middle: frame.middle,
      good,
      correctedBits: own.reduce((sum, { corrected }) => sum + corrected, 0),
      hex: own.map(({ word }) => word.toString(16).padStart(8, "0")).join(""),
      fields: {
        address,
        type,
        text,
        ...(continued ? { continued } : {}),
        phase: name,
        cycle,
        frame: number,
        inverted,
        symbolRateHz,
        levels,
      },
    })),
  );
}
