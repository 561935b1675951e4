import { bytesToHex } from "@noble/hashes/utils.js";
import type { FmDecoder, FmFrame } from "../decoder.ts";
import { createSymbolSampler, type DecidedSymbol } from "../fm/symbols.ts";
import { createDeframer, type HdlcFrame } from "../hdlc/deframer.ts";
import { createNrziDecoder } from "../hdlc/nrzi.ts";
import { AFSK_RATE, AFSK_STEP_RATE, createToneDetector } from "./afsk.ts";
import { readCspPacket } from "./csp.ts";
import { readPacket } from "./packet.ts";

const FSK_RATE = 9600;
/** Gains of the mark tone over the space tone, of which the best one is not known: 0 and ± 6 dB. */
const GAINS = [0.708, 1, 1.413];
/** Octets of the shortest frame (a header, a check and one octet of CSP) and of the longest one, without the check. */
const SIZE = { least: 9, most: 1100 };

/** Takes the decided bits of a line. */
type Line = (symbol: DecidedSymbol) => FmFrame[];

/**
 * Creates the decoder of AX.25 in the frequency of an FM signal: tones of Bell 202 at 1200 Bd, and FSK at 9600 Bd with and without
 * the scrambler of G3RUH.
 */
export function createAx25Decoder(rateHz: number): FmDecoder {
  const plain = createLine(rateHz / FSK_RATE);
  const scrambled = createLine(rateHz / FSK_RATE, createDescrambler());
  const fsk = createSymbolSampler(rateHz, FSK_RATE);
  const tones = createToneDetector(rateHz, GAINS);
  const toneLines = GAINS.map(() => {
    const line = createLine(AFSK_STEP_RATE / AFSK_RATE);
    return { sampler: createSymbolSampler(AFSK_STEP_RATE, AFSK_RATE, 0.75), line };
  });
  const toInput = rateHz / AFSK_STEP_RATE;

  /** A frame of a demodulated tone, in samples of the input. Its levels say nothing about the carrier. */
  const ofTones = (frame: FmFrame): FmFrame => {
    const late = AFSK_STEP_RATE / AFSK_RATE / 2;
    return { ...frame, start: (frame.start - late) * toInput, stop: (frame.stop - late) * toInput, middle: null };
  };
  const run = (samples: ArrayLike<number>, demodulated: Float64Array[], end: boolean): FmFrame[] => {
    const frames: FmFrame[] = [];
    const take = (symbol: DecidedSymbol) => frames.push(...plain(symbol), ...scrambled(symbol));
    fsk.push(samples, take);
    if (end) fsk.end(take);
    for (const [k, { sampler, line }] of toneLines.entries()) {
      const takeTone = (symbol: DecidedSymbol) => frames.push(...line(symbol).map(ofTones));
      sampler.push(demodulated[k], takeTone);
      if (end) sampler.end(takeTone);
    }
    return frames;
  };
  return {
    push: (samples) => run(samples, tones.push(samples), false),
    end: () => run([], tones.end(), true),
  };
}

/** NRZI, an optional descrambler, and HDLC. */
function createLine(samplesPerSymbol: number, descramble: (bit: number) => number = (bit) => bit): Line {
  const deframe = createDeframer(SIZE);
  const decodeNrzi = createNrziDecoder();
  return (symbol) => {
    const frame = deframe(descramble(decodeNrzi(symbol.level)), symbol);
    const framed = frame && framedOf(frame, samplesPerSymbol);
    return framed ? [framed] : [];
  };
}

function framedOf({ octets, first, last, middle }: HdlcFrame, samplesPerSymbol: number): FmFrame | undefined {
  const packet = readPacket(octets) ?? readCspPacket(octets);
  if (!packet) return undefined;
  return {
    start: first - samplesPerSymbol / 2,
    stop: last + samplesPerSymbol / 2,
    middle,
    good: true,
    correctedBits: 0,
    hex: bytesToHex(octets),
    fields: { ...packet },
  };
}

/**
 * The descrambler 1 + x¹² + x¹⁷ of G3RUH. It and NRZI are linear, so their order does not matter.
 * Source: J. Miller, 9600 Baud Packet Radio Modem Design, 1988.
 */
function createDescrambler(): (bit: number) => number {
  let register = 0;
  return (bit) => {
    const out = bit ^ ((register >> 11) & 1) ^ ((register >> 16) & 1);
    register = ((register << 1) | bit) & 0x1ffff;
    return out;
  };
}
