import type { Code } from "../code.ts";

/** Blocks per row of the base matrix, of z bits each. */
export const BLOCKS = 24;
/** Layers of the base matrix, of z checks each. */
export const LAYERS = 12;

/** Shift of each block of H at z = 96; −1 where it is zero. Source: IEEE 802.16e-2005, 8.4.9.2.5.1, rate 1/2. */
const BASE = `
  -1 94 73 -1 -1 -1 -1 -1 55 83 -1 -1  7  0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
  -1 27 -1 -1 -1 22 79  9 -1 -1 -1 12 -1  0  0 -1 -1 -1 -1 -1 -1 -1 -1 -1
  -1 -1 -1 24 22 81 -1 33 -1 -1 -1  0 -1 -1  0  0 -1 -1 -1 -1 -1 -1 -1 -1
  61 -1 47 -1 -1 -1 -1 -1 65 25 -1 -1 -1 -1 -1  0  0 -1 -1 -1 -1 -1 -1 -1
  -1 -1 39 -1 -1 -1 84 -1 -1 41 72 -1 -1 -1 -1 -1  0  0 -1 -1 -1 -1 -1 -1
  -1 -1 -1 -1 46 40 -1 82 -1 -1 -1 79  0 -1 -1 -1 -1  0  0 -1 -1 -1 -1 -1
  -1 -1 95 53 -1 -1 -1 -1 -1 14 18 -1 -1 -1 -1 -1 -1 -1  0  0 -1 -1 -1 -1
  -1 11 73 -1 -1 -1  2 -1 -1 47 -1 -1 -1 -1 -1 -1 -1 -1 -1  0  0 -1 -1 -1
  12 -1 -1 -1 83 24 -1 43 -1 -1 -1 51 -1 -1 -1 -1 -1 -1 -1 -1  0  0 -1 -1
  -1 -1 -1 -1 -1 94 -1 59 -1 -1 70 72 -1 -1 -1 -1 -1 -1 -1 -1 -1  0  0 -1
  -1 -1  7 65 -1 -1 -1 -1 39 49 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1  0  0
  43 -1 -1 -1 -1 66 -1 41 -1 -1 -1 26  7 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1  0`
  .trim()
  .split("\n")
  .map((row) => row.trim().split(/\s+/).map(Number));

/** A nonzero block of H: the identity matrix, cyclically shifted by `shift`. */
export interface Block {
  column: number;
  /** 0 to z − 1. */
  shift: number;
}

/** A code of IEEE 802.16e, rate 1/2, "wimax-<n>-1/2": n = 24·z coded bits, the first half of them the information bits. */
export interface LdpcCode extends Code {
  /** Size z of a block. */
  z: number;
  /**
   * Blocks of each of the 12 layers by their columns: check i of layer r holds bit (i + shift) mod z of each block's
   * column, H[r·z + i, column·z + (i + shift) mod z] = 1. Within a layer no two checks share a bit.
   */
  layers: readonly (readonly Block[])[];
}

const codeOf = (z: number): LdpcCode => ({
  name: `wimax-${BLOCKS * z}-1/2`,
  length: BLOCKS * z,
  information: (BLOCKS - LAYERS) * z,
  z,
  layers: BASE.map((row) =>
    row.map((s, column) => ({ column, shift: Math.floor((s * z) / 96) })).filter((_, column) => row[column] >= 0),
  ),
});

/** All 19 lengths, 576 to 2304. */
export const LDPC_CODES: readonly LdpcCode[] = Array.from({ length: 19 }, (_, i) => codeOf(24 + 4 * i));

/** @throws RangeError when no code has this name. */
export function ldpcCode(name: string, label = "ldpc/code"): LdpcCode {
  const code = LDPC_CODES.find((known) => known.name === name);
  if (code) return code;
  throw new RangeError(
    `${label}: code must be "wimax-<n>-1/2" with n = 576 to 2304 by 96, got ${JSON.stringify(name)}`,
  );
}

/** Bits of each check of H, layer by layer: [12·z][6 or 7]. */
export const checksOf = ({ layers, z }: LdpcCode): number[][] =>
  layers.flatMap((blocks) =>
    Array.from({ length: z }, (_, i) => blocks.map(({ column, shift }) => column * z + ((i + shift) % z))),
  );

/** Places for the blocks of a layer in {@link blockTable}. */
const TABLE_WIDTH = 8;

/** The blocks for the kernels, u32 [12][8]: shift·2^16 + first bit of the column, padded with 2^32 − 1. */
export function blockTable({ layers, z }: LdpcCode): number[] {
  const table = Array.from({ length: LAYERS * TABLE_WIDTH }, () => 0xffffffff);
  for (const [r, blocks] of layers.entries()) {
    for (const [e, { column, shift }] of blocks.entries()) table[r * TABLE_WIDTH + e] = shift * 2 ** 16 + column * z;
  }
  return table;
}
