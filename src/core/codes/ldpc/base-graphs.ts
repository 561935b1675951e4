import nr1 from "./nr-1.base-graph.csv?raw";
import nr2 from "./nr-2.base-graph.csv?raw";
import type { BaseGraphName, LdpcCode } from "./code.ts";
import { liftingSet, NR_CORE } from "./nr.ts";

/** A nonzero block of H: the identity matrix, cyclically shifted by `shift`. */
interface Block {
  column: number;
  /** 0 to z − 1. */
  shift: number;
}

/** The parity-check matrix of a code by its blocks. */
export interface ParityChecks {
  /**
   * Blocks of each layer by their columns: check i of layer r holds bit (i + shift) mod z of each block's column,
   * H[r·z + i, column·z + (i + shift) mod z] = 1. Within a layer no two checks share a bit.
   */
  layers: readonly (readonly Block[])[];
  /**
   * First layers, whose parity blocks form a dual diagonal of shifts 0, except the first block. It is in three layers, twice with the same shift. The
   * parity block of every further layer is in this layer only, with shift 0.
   */
  core: number;
}

/** Blocks of a base graph for blocks of z bits. */
type BaseGraph = (z: number) => Omit<ParityChecks, "layers"> & { layers: Block[][] };

// Shifts of the blocks of H at z = 96, −1 where a block is zero. Source: IEEE 802.16e-2005, 8.4.9.2.5.1.

const WIMAX_1_2 = `
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
  43 -1 -1 -1 -1 66 -1 41 -1 -1 -1 26  7 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1  0`;

const WIMAX_2_3A = `
   3  0 -1 -1  2  0 -1  3  7 -1  1  1 -1 -1 -1 -1  1  0 -1 -1 -1 -1 -1 -1
  -1 -1  1 -1 36 -1 -1 34 10 -1 -1 18  2 -1  3  0 -1  0  0 -1 -1 -1 -1 -1
  -1 -1 12  2 -1 15 -1 40 -1  3 -1 15 -1  2 13 -1 -1 -1  0  0 -1 -1 -1 -1
  -1 -1 19 24 -1  3  0 -1  6 -1 17 -1 -1 -1  8 39 -1 -1 -1  0  0 -1 -1 -1
  20 -1  6 -1 -1 10 29 -1 -1 28 -1 14 -1 38 -1 -1  0 -1 -1 -1  0  0 -1 -1
  -1 -1 10 -1 28 20 -1 -1  8 -1 36 -1  9 -1 21 45 -1 -1 -1 -1 -1  0  0 -1
  35 25 -1 37 -1 21 -1 -1  5 -1 -1  0 -1  4 20 -1 -1 -1 -1 -1 -1 -1  0  0
  -1  6  6 -1 -1 -1  4 -1 14 30 -1  3 36 -1 14 -1  1 -1 -1 -1 -1 -1 -1  0`;

const WIMAX_2_3B = `
   2 -1 19 -1 47 -1 48 -1 36 -1 82 -1 47 -1 15 -1 95  0 -1 -1 -1 -1 -1 -1
  -1 69 -1 88 -1 33 -1  3 -1 16 -1 37 -1 40 -1 48 -1  0  0 -1 -1 -1 -1 -1
  10 -1 86 -1 62 -1 28 -1 85 -1 16 -1 34 -1 73 -1 -1 -1  0  0 -1 -1 -1 -1
  -1 28 -1 32 -1 81 -1 27 -1 88 -1  5 -1 56 -1 37 -1 -1 -1  0  0 -1 -1 -1
  23 -1 29 -1 15 -1 30 -1 66 -1 24 -1 50 -1 62 -1 -1 -1 -1 -1  0  0 -1 -1
  -1 30 -1 65 -1 54 -1 14 -1  0 -1 30 -1 74 -1  0 -1 -1 -1 -1 -1  0  0 -1
  32 -1  0 -1 15 -1 56 -1 85 -1  5 -1  6 -1 52 -1  0 -1 -1 -1 -1 -1  0  0
  -1  0 -1 47 -1 13 -1 61 -1 84 -1 55 -1 78 -1 41 95 -1 -1 -1 -1 -1 -1  0`;

const WIMAX_3_4A = `
   6 38  3 93 -1 -1 -1 30 70 -1 86 -1 37 38  4 11 -1 46 48  0 -1 -1 -1 -1
  62 94 19 84 -1 92 78 -1 15 -1 -1 92 -1 45 24 32 30 -1 -1  0  0 -1 -1 -1
  71 -1 55 -1 12 66 45 79 -1 78 -1 -1 10 -1 22 55 70 82 -1 -1  0  0 -1 -1
  38 61 -1 66  9 73 47 64 -1 39 61 43 -1 -1 -1 -1 95 32  0 -1 -1  0  0 -1
  -1 -1 -1 -1 32 52 55 80 95 22  6 51 24 90 44 20 -1 -1 -1 -1 -1 -1  0  0
  -1 63 31 88 20 -1 -1 -1  6 40 56 16 71 53 -1 -1 27 26 48 -1 -1 -1 -1  0`;

const WIMAX_3_4B = `
  -1 81 -1 28 -1 -1 14 25 17 -1 -1 85 29 52 78 95 22 92  0  0 -1 -1 -1 -1
  42 -1 14 68 32 -1 -1 -1 -1 70 43 11 36 40 33 57 38 24 -1  0  0 -1 -1 -1
  -1 -1 20 -1 -1 63 39 -1 70 67 -1 38  4 72 47 29 60  5 80 -1  0  0 -1 -1
  64  2 -1 -1 63 -1 -1  3 51 -1 81 15 94  9 85 36 14 19 -1 -1 -1  0  0 -1
  -1 53 60 80 -1 26 75 -1 -1 -1 -1 86 77  1  3 72 60 25 -1 -1 -1 -1  0  0
  77 -1 -1 -1 15 28 -1 35 -1 72 30 68 85 84 26 64 11 89  0 -1 -1 -1 -1  0`;

const WIMAX_5_6 = `
   1 25 55 -1 47  4 -1 91 84  8 86 52 82 33  5  0 36 20  4 77 80  0 -1 -1
  -1  6 -1 36 40 47 12 79 47 -1 41 21 12 71 14 72  0 44 49  0  0  0  0 -1
  51 81 83  4 67 -1 21 -1 31 24 91 61 81  9 86 78 60 88 67 15 -1 -1  0  0
  68 -1 50 15 -1 36 13 10 11 20 53 90 29 92 57 30 84 92 11 66 80 -1 -1  0`;

/** The variant of rate 5/6 that other programs have: docs/codes.md weighs both shifts. */
const WIMAX_5_6_50 = WIMAX_5_6.replace("68 -1 50 15", "50 -1 50 15");

/** The shift at z of a shift at z = 96. Source: IEEE 802.16e-2005, 8.4.9.2.5.1. */
const scaled = (s: number, z: number) => Math.floor((s * z) / 96);
/** The same at rate 2/3A. */
const remainder = (s: number, z: number) => s % z;

const wimax =
  (text: string, shiftAt = scaled): BaseGraph =>
  (z) => {
    const rows = text.trim().split("\n");
    const layers = rows.map((row) =>
      row
        .trim()
        .split(/\s+/)
        .flatMap((s, column) => (s === "-1" ? [] : [{ column, shift: shiftAt(Number(s), z) }])),
    );
    return { layers, core: layers.length };
  };

const nr =
  (text: string): BaseGraph =>
  (z) => {
    const layers: Block[][] = [];
    for (const line of text.trim().split("\n")) {
      if (line.startsWith("#")) continue;
      const [layer, column, ...shifts] = line.split(",").map(Number);
      (layers[layer] ??= []).push({ column, shift: shifts[liftingSet(z)] % z });
    }
    return { layers, core: NR_CORE };
  };

const GRAPHS: Readonly<Record<BaseGraphName, BaseGraph>> = {
  "wimax-1/2": wimax(WIMAX_1_2),
  "wimax-2/3a": wimax(WIMAX_2_3A, remainder),
  "wimax-2/3b": wimax(WIMAX_2_3B),
  "wimax-3/4a": wimax(WIMAX_3_4A),
  "wimax-3/4b": wimax(WIMAX_3_4B),
  "wimax-5/6": wimax(WIMAX_5_6),
  "wimax-5/6-50": wimax(WIMAX_5_6_50),
  "nr-1": nr(nr1),
  "nr-2": nr(nr2),
};

const known = new Map<string, ParityChecks>();

export function parityChecksOf({ graph, z, layers: count }: LdpcCode): ParityChecks {
  const key = `${graph} ${z} ${count}`;
  const found = known.get(key);
  if (found) return found;
  const { layers, core } = GRAPHS[graph](z);
  const checks = { layers: layers.slice(0, count), core };
  known.set(key, checks);
  return checks;
}

/** Bits of each check of H, layer by layer, by their places in the information blocks and parity blocks. */
export function checksOf(code: LdpcCode): number[][] {
  const { z } = code;
  return parityChecksOf(code).layers.flatMap((blocks) =>
    Array.from({ length: z }, (_, i) => blocks.map(({ column, shift }) => column * z + ((i + shift) % z))),
  );
}

/** The three blocks of the first parity block: their layers and shifts. */
export function startsOf(code: LdpcCode): { layer: number; shift: number }[] {
  const { layers, core } = parityChecksOf(code);
  return layers
    .slice(0, core)
    .flatMap((blocks, layer) =>
      blocks.flatMap(({ column, shift }) => (column === code.informationBlocks ? [{ layer, shift }] : [])),
    );
}

/** The shift of the first parity block that is left in the sum of the core's layers. */
export function turnOf(code: LdpcCode): number {
  const shifts = startsOf(code).map(({ shift }) => shift);
  return shifts.find((shift) => shifts.filter((other) => other === shift).length % 2 === 1) as number;
}
