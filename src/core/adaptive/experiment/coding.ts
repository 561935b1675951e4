import type { Code } from "../../codes/code.ts";
import { codeNamed } from "../../codes/files/names.ts";
import { wordsOf } from "../../gpu/rows.ts";
import { philox } from "../../random/philox.ts";
import { EMPTY } from "../coding/places.ts";
import { MODULATIONS } from "../modulations.ts";
import type { AdaptiveExperiment } from "./fields.ts";

/** Philox stream. */
const STREAM = 82;

/** Information bits with a code of any length, unless the configuration says otherwise. */
const USUAL_INFORMATION = 1022;

/** Most symbols of a packet. */
export const MOST_SYMBOLS = 100_000;

/** What a packet with a code holds. */
export interface CodedPacket {
  code: Code;
  codewords: number;
  /** Information bits and coded bits of all codewords. */
  information: number;
  coded: number;
  /** Data symbols, which follow the training. */
  symbols: number;
  /** Information bits per coded bit. The tail does not count. */
  rate: number;
}

type CodeFields = Pick<AdaptiveExperiment, "code" | "information" | "modulation">;

/**
 * Returns what a packet holds; undefined without a code.
 *
 * @throws RangeError that names the field, what it takes and the value found.
 */
export function codedPacket({ code: name, information, modulation }: CodeFields): CodedPacket | undefined {
  if (name === "none") return undefined;
  const code = namedCode(name, information || USUAL_INFORMATION);
  const codewords = information === 0 ? 1 : information / code.information;
  if (!Number.isInteger(codewords)) {
    const below = code.information * Math.max(1, Math.floor(codewords));
    throw new RangeError(
      `adaptive: information must be a multiple of the ${code.information} bits of ${name}, got ${information}: set it to ${below}, for example`,
    );
  }
  const coded = codewords * code.length;
  return {
    code,
    codewords,
    information: codewords * code.information,
    coded,
    symbols: Math.ceil(coded / MODULATIONS[modulation]),
    rate: code.information / (code.length - (code.tail ?? 0)),
  };
}

function namedCode(name: string, information: number): Code {
  try {
    return codeNamed(name, { information });
  } catch (error) {
    const message = (error as Error).message.replace(/^codes: /, "");
    throw new RangeError(`adaptive: code: ${message}`, { cause: error });
  }
}

/** Returns an experiment whose packets have as many symbols as its training and its code need. */
export function withCodedSymbols(config: AdaptiveExperiment): AdaptiveExperiment {
  const packet = codedPacket(config);
  if (!packet) return config;
  const symbols = config.training + packet.symbols;
  if (symbols <= MOST_SYMBOLS) return { ...config, symbols };
  throw new RangeError(
    `adaptive: information and training must fit ${MOST_SYMBOLS} symbols, got ${packet.information} bits with ${config.code} and ${config.training}, which need ${symbols}`,
  );
}

/** Where the coded bits of a packet are sent. Place s·m + b is bit b of data symbol s. */
export interface BitPlaces {
  /** The place of each coded bit. */
  placeOf: Uint32Array<ArrayBuffer>;
  /** The coded bit of each bit of all symbols, training included, or EMPTY. */
  bitAt: Uint32Array<ArrayBuffer>;
  /** The same of the data symbols, in bits of a packet's words: each codeword begins with a new word. */
  packedAt: Uint32Array<ArrayBuffer>;
}

/** Returns a random order of the coded bits of a packet, the same for all packets of a seed: a Fisher–Yates shuffle. */
export function bitPlaces(
  { code, codewords, coded, symbols }: CodedPacket,
  { modulation, training, seed }: Pick<AdaptiveExperiment, "modulation" | "training" | "seed">,
): BitPlaces {
  const bitsPerSymbol = MODULATIONS[modulation];
  const places = Uint32Array.from({ length: symbols * bitsPerSymbol }, (_, place) => place);
  for (let i = places.length - 1; i > 0; i--) {
    const [word] = philox([i, 0, 0, 0], [seed, STREAM]);
    const j = Math.floor((word / 2 ** 32) * (i + 1));
    [places[i], places[j]] = [places[j], places[i]];
  }
  const placeOf = places.slice(0, coded);
  const first = training * bitsPerSymbol;
  const bitAt = new Uint32Array(first + places.length).fill(EMPTY);
  const packedAt = new Uint32Array(places.length).fill(EMPTY);
  const stride = 32 * wordsOf(code.length);
  for (let codeword = 0; codeword < codewords; codeword++) {
    for (let i = 0; i < code.length; i++) {
      const bit = codeword * code.length + i;
      bitAt[first + placeOf[bit]] = bit;
      packedAt[placeOf[bit]] = codeword * stride + i;
    }
  }
  return { placeOf, bitAt, packedAt };
}
