import type { Code } from "../code.ts";
import { NR_CODES, parseNr } from "./nr.ts";

/** Base graphs of {@link LdpcCode.graph}; `base-graphs.ts` has their blocks. */
export type BaseGraphName = "wimax-1/2" | "nr-1" | "nr-2";

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

/** The codes of IEEE 802.16e at rate 1/2, "wimax-<n>-1/2": n = 24·z coded bits, the first half of them the information bits. */
const wimaxCode = (z: number): LdpcCode => ({
  name: `wimax-${24 * z}-1/2`,
  length: 24 * z,
  information: 12 * z,
  graph: "wimax-1/2",
  z,
  informationBlocks: 12,
  layers: 12,
  punctured: 0,
});

/** All 19 lengths, 576 to 2304. */
export const WIMAX_CODES: readonly LdpcCode[] = Array.from({ length: 19 }, (_, i) => wimaxCode(24 + 4 * i));

/** @throws RangeError when no code has this name. */
export function ldpcCode(name: string, label = "ldpc/code"): LdpcCode {
  const code = [...WIMAX_CODES, ...NR_CODES].find((known) => known.name === name) ?? parseNr(name, label);
  if (code) return code;
  throw new RangeError(
    `${label}: code must be "wimax-<n>-1/2" with n = 576 to 2304 by 96, or "nr-ldpc:<K>:<N>", got ${JSON.stringify(name)}`,
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
