import type { BitOrder } from "../interleaving/order.ts";
import type { LdpcCode } from "./code.ts";
import { checkedCount } from "../../gpu/rows.ts";

/** Base graphs of NR: information blocks, core parity blocks, layers, and numerators of the redundancy versions' starts. */
const GRAPHS = {
  "nr-1": { informationBlocks: 22, layers: 46, starts: [0, 17, 33, 56], most: 8448 },
  "nr-2": { informationBlocks: 10, layers: 42, starts: [0, 13, 25, 43], most: 3840 },
} as const;
type NrGraph = keyof typeof GRAPHS;

/** Layers whose parity blocks form a dual diagonal; the bits of each further layer's parity block are in one check. */
export const NR_CORE = 4;
/** Information blocks that are not sent. */
const PUNCTURED = 2;
/** Smallest K: six blocks of two bits. */
const LEAST = 12;
/** Highest rate that a receiver must decode. Source: 3GPP TS 38.214, 5.1.3. */
const MOST_RATE = 0.95;
/**
 * Least N − K with which the coded bits determine the information bits, by the size of base graph 2's blocks. The 2z information bits that are not
 * sent follow from the parity bits. At the other sizes, and with base graph 1, the highest rate leaves enough of them.
 */
const LEAST_SURPLUS: Readonly<Record<number, number>> = { 2: 2, 4: 3 };

/** Factors of the lifting sizes, by their sets 0 to 7. Source: 3GPP TS 38.212, table 5.3.2-1. */
const SETS = [2, 3, 5, 7, 9, 11, 13, 15];

/** The 51 lifting sizes z = a·2^j, 2 to 384, in ascending order. */
export const LIFTING_SIZES: readonly number[] = SETS.flatMap((a) =>
  Array.from({ length: 8 }, (_, j) => a * 2 ** j).filter((z) => z <= 384),
).sort((a, b) => a - b);

/** The set of a lifting size: the column of the base graph's table. */
export const liftingSet = (z: number): number =>
  SETS.findIndex((a) => z % a === 0 && Number.isInteger(Math.log2(z / a)));

/** Returns the base graph by K and the rate. Source: 3GPP TS 38.212, 6.2.2 and 7.2.2. */
function graphFor(information: number, rate: number): NrGraph {
  return information <= 292 || (information <= 3824 && rate <= 0.67) || rate <= 0.25 ? "nr-2" : "nr-1";
}

/** Blocks that the information bits must fit in. Source: 3GPP TS 38.212, 5.2.2. */
function filledBlocks(graph: NrGraph, information: number): number {
  if (graph === "nr-1") return 22;
  if (information > 640) return 10;
  if (information > 560) return 9;
  return information > 192 ? 8 : 6;
}

/**
 * Returns the LDPC code of NR for one code block of K information bits, of which the first N bits of the circular buffer are the
 * codeword. Its matching reads around a buffer that holds at most these bits (limited-buffer rate matching). Sources: 3GPP TS 38.212, 5.2.2, 5.3.2 and 5.4.2.1.
 *
 * @throws RangeError when the standard has no such code.
 */
function nrCode(name: string, information: number, length: number, label: string): LdpcCode {
  const refuse = (rule: string) => new RangeError(`${label}: ${name} is not a code of NR: ${rule}`);
  if (information < LEAST || information > GRAPHS["nr-1"].most) {
    throw refuse(`K must be ${LEAST} to ${GRAPHS["nr-1"].most}, got ${information}`);
  }
  if (information > MOST_RATE * length) {
    const least = Math.ceil(information / MOST_RATE);
    throw refuse(`the rate must be at most ${MOST_RATE}, so N must be at least ${least}; got ${length}`);
  }
  const graph = graphFor(information, information / length);
  const { informationBlocks, layers: mostLayers, starts, most } = GRAPHS[graph];
  if (information > most) throw refuse(`K must be at most ${most} at rates up to 1/4, got ${information}`);
  const z = LIFTING_SIZES.find((size) => size * filledBlocks(graph, information) >= information) as number;
  const filler = informationBlocks * z - information;
  const punctured = PUNCTURED * z;
  const parity = length - (information - punctured);
  const surplus = (graph === "nr-2" && LEAST_SURPLUS[z]) || 0;
  if (length < information + surplus) {
    throw refuse(
      `${length} coded bits do not determine ${information} information bits; N must be at least ${information + surplus}`,
    );
  }
  if (parity > mostLayers * z) {
    throw refuse(`N must be at most ${length - parity + mostLayers * z}, the circular buffer, got ${length}`);
  }
  return {
    name,
    information,
    length,
    graph,
    z,
    informationBlocks,
    layers: Math.max(NR_CORE, Math.ceil(parity / z)),
    punctured,
    matching(sent, redundancyVersion): BitOrder {
      const start = starts[redundancyVersion];
      if (start === undefined) {
        throw new RangeError(`${label}: redundancyVersion must be 0, 1, 2 or 3, got ${redundancyVersion}`);
      }
      checkedCount(label, "sent", sent);
      // The buffer with its filler bits, which are not sent.
      const buffer = length + filler;
      const systematic = information - punctured;
      const begin = z * Math.floor((start * buffer) / ((informationBlocks + mostLayers - PUNCTURED) * z));
      const order = Array.from({ length: buffer }, (_, j) => (begin + j) % buffer)
        .filter((place) => place < systematic || place >= systematic + filler)
        .map((place) => (place < systematic ? place : place - filler));
      return { length, sent, order };
    },
  };
}

/** Codes with usual names: "nr-ldpc-<N>-<rate>". */
export const NR_CODES: readonly LdpcCode[] = [nrCode("nr-ldpc-2304-1/2", 1152, 2304, "ldpc/code")];

/** Returns the code "nr-ldpc:<K>:<N>", or undefined for names of another form. @throws RangeError when the standard has no such code. */
export function parseNr(name: string, label = "ldpc/code"): LdpcCode | undefined {
  const [, information, length] = /^nr-ldpc:(\d{1,6}):(\d{1,6})$/.exec(name) ?? [];
  return information === undefined ? undefined : nrCode(name, Number(information), Number(length), label);
}
