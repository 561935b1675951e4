import type { Code } from "../code.ts";
import { puncturedOrder, PUNCTURING } from "./puncturing.ts";

/** Generators, whose most significant bit belongs to the newest bit. */
export type Generators = readonly [number, number];

/** The generators of IEEE 802.11. */
export const STANDARD: Generators = [0o133, 0o171];

/** Zero bits after the information bits; they end a frame in state 0. */
export const TAIL = 6;

/** Bits of a codeword with `information` bits: A and B of each step, tail included. */
export const codedBits = (information: number) => 2 * (information + TAIL);

const codeOf = (information: number): Code => {
  const length = codedBits(information);
  return {
    name: `bcc-${information}`,
    information,
    length,
    tail: 2 * TAIL,
    matching(sent, redundancyVersion) {
      const label = "convolutional/code";
      if (redundancyVersion !== 0) {
        throw new RangeError(`${label}: redundancyVersion must be 0, got ${redundancyVersion}`);
      }
      const orders = Object.values(PUNCTURING).map((pattern) => puncturedOrder(length, pattern));
      const order = orders.find((kept) => kept.length === sent);
      if (order) return { length, sent, order };
      const choices = orders.map((kept) => kept.length).join(", ");
      throw new RangeError(`${label}: sent must be one of ${choices} for ${length} coded bits, got ${sent}`);
    },
  };
};

/** Bits of the SIGNAL field before its tail. */
const SIGNAL_BITS = 18;
/** Bits of the SERVICE field. */
const SERVICE_BITS = 16;
const MOST_OCTETS = 4095;
const MOST_BITS = SERVICE_BITS + 8 * MOST_OCTETS;

/**
 * The convolutional code 133, 171 (octal) of IEEE 802.11 (there: BCC) for its frames, "bcc-<K>": the SIGNAL field, and SERVICE with
 * a PSDU of 1 to 4095 octets. The coded bits are A B per step; `matching` sends as many as a rate 1/2, 2/3 or 3/4
 * leaves. Source: IEEE Std 802.11-2012, 18.3.4 and 18.3.5.6.
 */
export const CONVOLUTIONAL_CODES: readonly Code[] = [
  codeOf(SIGNAL_BITS),
  ...Array.from({ length: MOST_OCTETS }, (_, i) => codeOf(SERVICE_BITS + 8 * (i + 1))),
];

/**
 * Returns the code for frames of any number K of bits, from its name "bcc-<K>"; undefined for a name of another form.
 *
 * @throws RangeError when K is out of range.
 */
export function parseConvolutional(name: string, label: string): Code | undefined {
  const found = /^bcc-(0|[1-9]\d*)$/.exec(name);
  if (!found) return undefined;
  const information = Number(found[1]);
  if (information >= 1 && information <= MOST_BITS) return codeOf(information);
  throw new RangeError(`${label}: ${name} is no code: K must be 1 to ${MOST_BITS}, got ${information}`);
}
