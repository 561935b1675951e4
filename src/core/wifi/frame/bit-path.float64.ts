import { CONSTRAINT } from "../../codes/convolutional/decoding.ts";
import { coded } from "../../codes/convolutional/encoder.float64.ts";
import { puncturedOrder, PUNCTURING } from "../../codes/convolutional/puncturing.ts";
import { dataFieldBits, SERVICE_BITS } from "./data-field.ts";
import { type Frame, frameFields } from "./frame.float64.ts";
import { interleaverOrder } from "./interleaver.ts";
import { scramblerSequence } from "./scrambler.ts";
import { DATA_CARRIERS } from "./symbol.ts";

/** One step of the encoder: its input, and its two coded bits. */
export interface CodedStep {
  /** The bit's place in the frame's data; SERVICE, the PSDU and the tail are 0, 1, …. */
  step: number;
  /** The bit before the scrambler, the scrambler's bit, and the encoder's input. */
  plain: number;
  sequence: number;
  scrambled: number;
  /** A and B. */
  coded: readonly CodedBit[];
}

export interface CodedBit {
  output: "A" | "B";
  value: number;
  /** Whether the followed bit is a term of this sum. */
  term: boolean;
  /** Where the bit is sent; undefined if it is punctured. */
  sent?: SentBit;
}

export interface SentBit {
  /** Symbol of data, from 0. */
  symbol: number;
  /** Place in the symbol before and after the interleaver. */
  coded: number;
  interleaved: number;
  /** −26 … 26. */
  carrier: number;
  /** Index of the carrier among the 48 of data. */
  index: number;
  /** Place among the bits of the carrier's label, the first bit on the left: 0 … N_BPSC − 1. */
  place: number;
  /** The bits of the carrier, the first one as the most significant. */
  label: number;
}

/** The path of one PSDU bit through the transmitter to the carriers. */
export interface BitPath {
  /** Index of the bit in the PSDU in the order of transmission. */
  bit: number;
  /** The octet and its value; the bit's place in it, 0 for the least significant. */
  octet: number;
  value: number;
  place: number;
  /** The steps whose coded bits may depend on the bit: its own and up to six after it. */
  steps: readonly CodedStep[];
}

/**
 * Follows one bit of a PSDU through scrambler, encoder, puncturing, interleaver and mapper.
 *
 * @param bit Index in the PSDU in the order of transmission, 0 … 8 · octets − 1.
 * @throws RangeError when the frame has no such bit.
 */
export function bitPath(frame: Frame, bit: number): BitPath {
  const { psdu, rate } = frame;
  if (!Number.isInteger(bit) || bit < 0 || bit >= 8 * psdu.length) {
    throw new RangeError(`wifi/bit-path: bit must be an integer from 0 to ${8 * psdu.length - 1}, got ${bit}`);
  }
  const { codedBits, bitsPerCarrier, codeRate } = rate;
  const plain = dataFieldBits(psdu, rate);
  const { data } = frameFields(frame);
  const sequence = scramblerSequence(frame.scramblerState, plain.length);
  const kept = puncturedOrder(2 * plain.length, PUNCTURING[codeRate]);
  const order = interleaverOrder(rate);
  const own = SERVICE_BITS + bit;
  const sentAt = (place: number): SentBit | undefined => {
    const at = kept.indexOf(place);
    if (at < 0) return undefined;
    const symbol = Math.floor(at / codedBits);
    const interleaved = order.indexOf(at % codedBits);
    const index = Math.floor(interleaved / bitsPerCarrier);
    const first = symbol * codedBits + index * bitsPerCarrier;
    const label = data.interleaved.subarray(first, first + bitsPerCarrier).reduce((sum, one) => 2 * sum + one, 0);
    const carrier = DATA_CARRIERS[index];
    return { symbol, coded: at % codedBits, interleaved, carrier, index, place: interleaved % bitsPerCarrier, label };
  };
  const steps = Array.from({ length: Math.min(CONSTRAINT, plain.length - own) }, (_, delay): CodedStep => {
    const step = own + delay;
    const inputs = Array.from({ length: CONSTRAINT }, (_, back) => data.bits[step - back] ?? 0);
    const alone = inputs.map((_, back) => Number(back === delay));
    const terms = coded(alone);
    return {
      step,
      plain: plain[step],
      sequence: sequence[step],
      scrambled: data.bits[step],
      coded: coded(inputs).map((value, output) => ({
        output: output ? "B" : "A",
        value,
        term: terms[output] === 1,
        sent: sentAt(2 * step + output),
      })),
    };
  });
  return { bit, octet: bit >> 3, value: psdu[bit >> 3], place: bit & 7, steps };
}
