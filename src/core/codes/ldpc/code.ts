import { type Code, nearest } from "../code.ts";
import { NR_CODES, parseNr } from "./nr.ts";

/** Base graphs of {@link LdpcCode.graph}; `base-graphs.ts` has their blocks. */
export type BaseGraphName = `wimax-${WimaxRate}` | "nr-1" | "nr-2";

/**
 * A quasi-cyclic LDPC code. H consists of z × z blocks, each zero or a cyclically shifted identity matrix. Its columns are the
 * information blocks, then one parity block for each layer. The information bits are filled up with zeros, which are not sent.
 */
export interface LdpcCode extends Code {
  graph: BaseGraphName;
  /** Size z of a block. */
  z: number;
  informationBlocks: number;
  /** Layers of H, of z checks each: the first rows of the base graph. */
  layers: number;
  /** Number of information bits that are not sent, from the first. */
  punctured: number;
}

/** Rates of IEEE 802.16e, and their numbers of layers. Rate 5/6 has a variant with the shift 50 of other programs. */
const WIMAX_LAYERS = { "1/2": 12, "2/3a": 8, "2/3b": 8, "3/4a": 6, "3/4b": 6, "5/6": 4, "5/6-50": 4 } as const;
export type WimaxRate = keyof typeof WIMAX_LAYERS;
export const WIMAX_RATES = Object.keys(WIMAX_LAYERS) as WimaxRate[];

/** Blocks per codeword. */
const WIMAX_BLOCKS = 24;
/** Uncertainties about a rate's matrix. */
const DOUBTS: Partial<Record<WimaxRate, string>> = {
  "5/6":
    "Programs disagree on one shift of the WiMAX code of rate 5/6, in the first column of the last row: 68 or 50. " +
    "Threeray uses 68; rate 5/6-50 is the variant with 50.",
  "5/6-50":
    "This variant of the WiMAX code of rate 5/6 has the shift 50 in its last row, where other programs have 68.",
};

function wimaxCode(rate: WimaxRate, z: number): LdpcCode {
  const layers = WIMAX_LAYERS[rate];
  const informationBlocks = WIMAX_BLOCKS - layers;
  const [length, information] = [WIMAX_BLOCKS * z, informationBlocks * z];
  const name = `wimax-${length}-${rate}`;
  const sizes = { length, information, z, informationBlocks, layers, punctured: 0 };
  return { name, ...sizes, graph: `wimax-${rate}`, doubt: DOUBTS[rate] };
}

/** The codes of IEEE 802.16e, "wimax-<n>-<rate>": 19 lengths of each rate, n = 576 to 2304 by 96. */
export const WIMAX_CODES: readonly LdpcCode[] = WIMAX_RATES.flatMap((rate) =>
  Array.from({ length: 19 }, (_, i) => wimaxCode(rate, 24 + 4 * i)),
);

/**
 * Returns the code "wimax-<n>-<rate>", or undefined for names of another form.
 *
 * @throws RangeError that names the rates, or the nearest lengths, when the standard has no such code.
 */
export function parseWimax(name: string, label: string): LdpcCode | undefined {
  const [, length, rate] = /^wimax-(\d{1,6})-(.*)$/.exec(name) ?? [];
  if (length === undefined) return undefined;
  const sameRate = WIMAX_CODES.filter(({ graph }) => graph === `wimax-${rate}`);
  const refuse = (rule: string) => new RangeError(`${label}: ${name} is no code of IEEE 802.16e: ${rule}`);
  if (sameRate.length === 0) throw refuse(`the rate must be one of ${WIMAX_RATES.join(", ")}, got ${rate}`);
  const found = sameRate.find((code) => code.name === name);
  if (found) return found;
  const lengths = sameRate.map((code) => code.length);
  throw refuse(`n must be 576 to 2304 by 96, got ${Number(length)}${nearest(lengths, Number(length))}`);
}

/** @throws RangeError when no code has this name. */
export function ldpcCode(name: string, label = "ldpc/code"): LdpcCode {
  const code = [...WIMAX_CODES, ...NR_CODES].find((known) => known.name === name) ?? parseNr(name, label);
  if (code) return code;
  throw new RangeError(
    `${label}: code must be "wimax-<n>-<rate>" with n = 576 to 2304 by 96 and rate ${WIMAX_RATES.join(", ")}, or "nr-ldpc:<K>:<N>", got ${JSON.stringify(name)}`,
  );
}

/** The places of a frame's bits: blocks of information bits and zeros, then the parity blocks. */
export interface Places {
  /** Bits of all columns. */
  all: number;
  /** Zeros after the information bits. */
  filler: number;
  /** Sent information bits. */
  systematic: number;
  /** The place of each sent bit. */
  sent(bit: number): number;
}

export function placesOf({ z, informationBlocks, layers, information, punctured }: LdpcCode): Places {
  const filler = informationBlocks * z - information;
  const systematic = information - punctured;
  return {
    all: (informationBlocks + layers) * z,
    filler,
    systematic,
    sent: (bit) => bit + punctured + (bit < systematic ? 0 : filler),
  };
}
