import { bytesToHex } from "@noble/hashes/utils.js";
import type { FmDecoder, FmFrame } from "../decoder.ts";
import { createSymbolSampler, type DecidedSymbol } from "../fm/symbols.ts";
import { createDeframer } from "../hdlc/deframer.ts";
import { createNrziDecoder } from "../hdlc/nrzi.ts";
import { LEAST_MESSAGE, MOST_MESSAGE, readMessage } from "./message.ts";

/** GMSK at this rate, Bd. Source: ITU-R M.1371-5, annex 2. */
const SYMBOL_RATE = 9600;
/** The bits 0 and 1 take turns before the opening flag; of the last 16, at most this many may be wrong. */
const TRAINING_ERRORS = 3;
const ALTERNATING = 0x5555;

/** Creates the decoder of AIS in the frequency of an FM signal. */
export function createAisDecoder(rateHz: number): FmDecoder {
  const sampler = createSymbolSampler(rateHz, SYMBOL_RATE);
  const deframe = createDeframer({ least: LEAST_MESSAGE, most: MOST_MESSAGE });
  const decodeNrzi = createNrziDecoder();
  const half = rateHz / SYMBOL_RATE / 2;

  const take = (symbol: DecidedSymbol): FmFrame[] => {
    const frame = deframe(decodeNrzi(symbol.level), symbol);
    if (!frame || !trained(frame.before)) return [];
    const fields = readMessage(frame.octets);
    if (!fields) return [];
    const { first, last, middle, octets } = frame;
    const hex = bytesToHex(octets);
    return [{ start: first - half, stop: last + half, middle, good: true, correctedBits: 0, hex, fields }];
  };
  const run = (feed: (emit: (symbol: DecidedSymbol) => void) => void) => {
    const frames: FmFrame[] = [];
    feed((symbol) => frames.push(...take(symbol)));
    return frames;
  };
  return {
    push: (samples) => run((emit) => sampler.push(samples, emit)),
    end: () => run((emit) => sampler.end(emit)),
  };
}

function trained(before: number): boolean {
  let wrong = 0;
  for (let rest = before ^ ALTERNATING; rest; rest &= rest - 1) wrong++;
  return Math.min(wrong, 16 - wrong) <= TRAINING_ERRORS;
}
