import type { FmDecoder, FmFrame } from "../decoder.ts";
import { createSymbolSampler, type DecidedSymbol } from "../fm/symbols.ts";
import { correctedCodeword, onesOf } from "./codeword.ts";
import { textOfMessage } from "./message.ts";

/** Source of the format: ITU-R M.584-2, annex 1. */
const RATES = [512, 1200, 2400];
const SYNC = 0x7cd215d8;
const IDLE = 0x7a89c197;
/** Codewords of a batch after its synchronization, and their bits. */
const WORDS = 16;
const BATCH = 32 * WORDS;
/** Most wrong bits of a synchronization word: anywhere, and where the next batch is expected. */
const SYNC_ERRORS = 2;
const NEXT_ERRORS = 4;
/** Of the first four codewords, at least three are valid. */
const [FIRST, LEAST_VALID] = [4, 3];
/** The least share of valid codewords of a batch; two thirds of the words of noise or of a distorted signal are not. */
const LEAST_SHARE = 0.7;
/** An idle codeword with this many wrong bits is likelier than another codeword with two. */
const IDLE_ERRORS = 6;
/**
 * How far a batch must be from noise, bits: chance makes one such batch in 2^44 bits. A valid codeword with 0, 1, 2 corrections
 * counts log2(2^11/1), log2(2^11/32), log2(2^11/496); an idle one that much of 2^32; an invalid one takes off 2.
 */
const LEAST_EVIDENCE = 44;
const CORRECTION_BITS = [0, 5, 9];
const CHECK_BITS = 11;
const INVALID_BITS = -2;
/** Bits that are kept. */
const KEPT = 2048;

/** A batch that may begin at a bit. */
interface Batch {
  /** The number of its first bit after the synchronization word. */
  start: number;
  inverted: boolean;
  /** Evidence of the synchronization word, and of a batch before it. */
  evidence: number;
}

interface Codeword {
  word: number;
  /** undefined: not correctable. */
  corrected: number | undefined;
}

/** A message that is not complete yet. */
interface Message {
  first: number;
  last: number;
  address: number;
  functionBits: number;
  words: Codeword[];
  /** All codewords of the address's batch are valid. */
  isClean: boolean;
}

/** Creates the decoder of POCSAG pagers at 512, 1200 and 2400 Bd in the frequency of an FM signal, of either polarity. */
export function createPocsagDecoder(rateHz: number): FmDecoder {
  const receivers = RATES.map((symbolRateHz) => ({
    sampler: createSymbolSampler(rateHz, symbolRateHz),
    line: createLine(symbolRateHz, rateHz / symbolRateHz),
  }));
  return {
    push: (samples) =>
      receivers.flatMap(({ sampler, line }) => {
        const frames: FmFrame[] = [];
        sampler.push(samples, (symbol) => frames.push(...line.push(symbol)));
        return frames;
      }),
    end: () =>
      receivers.flatMap(({ sampler, line }) => {
        const frames: FmFrame[] = [];
        sampler.end((symbol) => frames.push(...line.push(symbol)));
        return [...frames, ...line.end()];
      }),
  };
}

/** Finds batches in the bits of one rate. */
function createLine(symbolRateHz: number, samplesPerSymbol: number) {
  const bits = new Uint8Array(KEPT);
  const places = new Float64Array(KEPT);
  const middles = new Float64Array(KEPT);
  let [count, register] = [0, 0];
  let waiting: Batch[] = [];
  let message: (Message & { inverted: boolean; middles: number[] }) | undefined;
  let expected = -1; // where the next batch of the transmission begins

  const wordAt = (first: number, inverted: boolean) => {
    let word = 0;
    for (let k = 0; k < 32; k++) word = (word << 1) | bits[(first + k) % KEPT];
    return (inverted ? ~word : word) >>> 0;
  };

  function finished(): FmFrame[] {
    if (!message) return [];
    const { first, last, address, functionBits, words, isClean, inverted, middles: levels } = message;
    message = undefined;
    // A damaged codeword is within two bits of a valid one in one of four cases, so it is not counted as a page.
    if (words.length === 1 && words[0].corrected === 2 && !isClean) return [];
    const data = words
      .slice(1)
      .flatMap(({ word, corrected }) =>
        Array.from({ length: 20 }, (_, k) => (corrected === undefined ? undefined : (word >>> (30 - k)) & 1)),
      );
    const valid = words.every(({ corrected }) => corrected !== undefined);
    return [
      {
        start: first - samplesPerSymbol / 2,
        stop: last + samplesPerSymbol / 2,
        middle: levels.reduce((a, b) => a + b, 0) / levels.length,
        good: valid,
        correctedBits: words.reduce((sum, { corrected = 0 }) => sum + corrected, 0),
        hex: words.map(({ word }) => word.toString(16).padStart(8, "0")).join(""),
        fields: { address, function: functionBits, text: textOfMessage(data, functionBits), inverted, symbolRateHz },
      },
    ];
  }

  /** Reads the codewords of a batch; the last batch of a recording may have fewer than 16. */
  function read({ start, inverted, evidence }: Batch, available: number): FmFrame[] {
    const words = Array.from({ length: available }, (_, k): Codeword => {
      const word = wordAt(start + 32 * k, inverted);
      return correctedCodeword(word) ?? { word, corrected: undefined };
    });
    const validOf = (part: readonly Codeword[]) => part.filter(({ corrected }) => corrected !== undefined).length;
    const total = words.reduce((sum, word) => sum + evidenceOf(word), evidence);
    if (validOf(words.slice(0, FIRST)) < LEAST_VALID || total < LEAST_EVIDENCE) return [];
    if (validOf(words) < LEAST_SHARE * available) return [];
    const frames: FmFrame[] = start === expected ? [] : finished();
    for (const [k, codeword] of words.entries()) {
      const { word, corrected } = codeword;
      const first = start + 32 * k;
      const isIdle = (corrected ?? 2) === 2 && onesOf(wordAt(first, inverted) ^ IDLE) <= IDLE_ERRORS;
      const continues = word >>> 31 === 1 && !isIdle;
      if (continues && message) {
        message.words.push(codeword);
        message.last = places[(first + 31) % KEPT];
        message.middles.push(middles[first % KEPT]);
        continue;
      }
      frames.push(...finished());
      if (continues || isIdle || word === IDLE || corrected === undefined) continue;
      message = {
        first: places[first % KEPT],
        last: places[(first + 31) % KEPT],
        address: (((word >>> 13) & 0x3ffff) << 3) | (k >> 1),
        functionBits: (word >>> 11) & 3,
        words: [codeword],
        isClean: validOf(words) === available,
        inverted,
        middles: [middles[first % KEPT]],
      };
    }
    waiting = waiting.filter((other) => other.start >= start + BATCH);
    expected = start + BATCH + 32;
    return frames;
  }

  /** Looks for a synchronization word in the latest 32 bits. */
  function search(): FmFrame[] {
    const next = count === expected;
    const limit = next ? NEXT_ERRORS : SYNC_ERRORS;
    const wrong = onesOf(register ^ SYNC);
    const inverted = wrong > 16;
    const errors = inverted ? 32 - wrong : wrong;
    if (errors <= limit) {
      const evidence = 31 - Math.log2(binomial(errors)) + (next ? LEAST_EVIDENCE / 2 : 0);
      waiting.push({ start: count, inverted, evidence });
    } else if (next) return finished();
    return [];
  }

  return {
    push({ level, at, middle }: DecidedSymbol): FmFrame[] {
      const slot = count++ % KEPT;
      bits[slot] = level;
      places[slot] = at;
      middles[slot] = middle;
      register = (register << 1) | level;
      const frames: FmFrame[] = [];
      if (waiting.length > 0 && count - waiting[0].start === BATCH) {
        const [batch] = waiting.splice(0, 1);
        frames.push(...read(batch, WORDS));
      }
      return [...frames, ...search()];
    },
    end(): FmFrame[] {
      const frames: FmFrame[] = [];
      while (waiting.length > 0) {
        const [batch] = waiting.splice(0, 1);
        const available = Math.floor((count - batch.start) / 32);
        if (available >= FIRST) frames.push(...read(batch, available));
      }
      return [...frames, ...finished()];
    },
  };
}

function evidenceOf({ word, corrected }: Codeword): number {
  if (corrected === undefined) return INVALID_BITS;
  return (word === IDLE ? 32 : CHECK_BITS) - CORRECTION_BITS[corrected];
}

/** Ways to choose some of 32 bits. */
const binomial = (count: number) =>
  Array.from({ length: count }, (_, k) => (32 - k) / (k + 1)).reduce((a, b) => a * b, 1);
