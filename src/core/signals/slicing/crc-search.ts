import { OCTET_CRCS, type OctetCrc } from "../../codes/crc/catalogue.ts";
import { crcOfOctets } from "../../codes/crc/octets.ts";
import { type OctetOrder, octetsOf } from "./octets.ts";

/** A check that holds in messages. */
export interface FoundCrc {
  name: string;
  bits: number;
  polynomial: number;
  initial: number;
  final: number;
  order: OctetOrder;
  /** The check's lower octet comes first. */
  isSwapped: boolean;
  /** First bit that the check covers, and number of bits that it covers; its own bits follow. */
  start: number;
  length: number;
  /** How many such checks random messages would show. */
  chance: number;
}

export interface CrcSearch {
  /** First bits that are tried. Default: each octet of the message from its first bit. */
  starts?: readonly number[];
  /** Bits after the check, at most. */
  trailing?: number;
  /** Found checks have a smaller chance than this. */
  chance?: number;
  /** Polynomials to search, without their highest power. Default: all of the catalogue. */
  polynomials?: readonly number[];
}

/** Octets that a check covers, at least. */
const LEAST_OCTETS = { 8: 3, 16: 2 } as const;
/** Longest message that is searched, bits. */
const MOST_BITS = 8192;

interface Variant {
  crc: OctetCrc;
  isSwapped: boolean;
}

const VARIANTS = OCTET_CRCS.flatMap((crc) =>
  (["highest first", "lowest first"] as const).flatMap((order) =>
    (crc.bits === 16 ? [false, true] : [false]).map((isSwapped) => ({ crc, order, isSwapped })),
  ),
);

/**
 * Finds checks of 8 and 16 bits that hold in all messages at the same distance from their starts, in whole octets. The check is expected at the end.
 * Different messages tell more than one: the chance counts each of them.
 *
 * @param messages Bits, characters 0 and 1.
 */
export function findCrcs(messages: readonly string[], search: CrcSearch = {}): FoundCrc[] {
  const distinct = [...new Set(messages)].filter((bits) => bits.length <= MOST_BITS);
  if (distinct.length === 0) return [];
  const { trailing = 7, chance: most = 0.01, polynomials } = search;
  const shortest = Math.min(...distinct.map((bits) => bits.length));
  const starts = search.starts ?? Array.from({ length: Math.ceil(shortest / 8) }, (_, k) => 8 * k);
  const variants = VARIANTS.filter(({ crc }) => polynomials?.includes(crc.polynomial) ?? true);
  const found: FoundCrc[] = [];
  let tried = 0;
  for (const start of starts) {
    // At more places, a check would say nothing.
    if (tried * 2 ** (-16 * distinct.length) >= most) break;
    const octets = {
      "highest first": packed(distinct, "highest first", start),
      "lowest first": packed(distinct, "lowest first", start),
    };
    // Lengths whose check is in the last octets, the last one first.
    for (let skipped = 0; 8 * skipped <= trailing; skipped++) {
      tried += variants.length;
      for (const { crc, order, isSwapped } of variants) {
        const chance = tried * 2 ** (-crc.bits * distinct.length);
        if (chance >= most) continue;
        const length = octetsCovered(octets[order][0], crc, skipped);
        if (length < LEAST_OCTETS[crc.bits as 8 | 16]) continue;
        if (!octets[order].every((message) => holds(message, octetsCovered(message, crc, skipped), { crc, isSwapped })))
          continue;
        const { name, bits, polynomial, initial, final } = crc;
        found.push({ name, bits, polynomial, initial, final, order, isSwapped, start, length: 8 * length, chance });
      }
    }
  }
  return found.toSorted((a, b) => a.chance - b.chance);
}

const packed = (messages: readonly string[], order: OctetOrder, start: number) =>
  messages.map((bits) => octetsOf(bits, order, start));

const octetsCovered = (message: Uint8Array, crc: OctetCrc, skipped: number) => message.length - skipped - crc.bits / 8;

function holds(message: Uint8Array, length: number, { crc, isSwapped }: Variant): boolean {
  const covered = message.subarray(0, length);
  // Zeros pass checks that start from 0.
  if (covered.every((octet) => octet === 0)) return false;
  const [first, second] = [message[length], message[length + 1]];
  const sent = crc.bits === 8 ? first : isSwapped ? 256 * second + first : 256 * first + second;
  return crcOfOctets(covered, crc) === sent;
}

/** Tells whether a check that was found in other messages holds in this one, at the same place. */
export function crcHolds(bits: string, { name, order, isSwapped, start, length }: FoundCrc): boolean {
  const crc = OCTET_CRCS.find((entry) => entry.name === name);
  return crc !== undefined && holds(octetsOf(bits, order, start), length / 8, { crc, isSwapped });
}
