import nr1 from "./nr-1.base-graph.csv?raw";
import nr2 from "./nr-2.base-graph.csv?raw";
import type { BaseGraphName, LdpcCode } from "./code.ts";
import { liftingSet, NR_CORE } from "./nr.ts";

/** A nonzero block of H: the identity matrix, cyclically shifted by `shift`. */
export interface Block {
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

/** Shift of each block of H at z = 96; −1 where it is zero. Source: IEEE 802.16e-2005, 8.4.9.2.5.1, rate 1/2. */
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

const wimax =
  (text: string): BaseGraph =>
  (z) => {
    const rows = text.trim().split("\n");
    const layers = rows.map((row) =>
      row
        .trim()
        .split(/\s+/)
        .flatMap((s, column) => (s === "-1" ? [] : [{ column, shift: Math.floor((Number(s) * z) / 96) }])),
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

/** The shift of the first parity block that is left in the sum of the core's layers. */
export function turnOf(code: LdpcCode): number {
  const { layers, core } = parityChecksOf(code);
  const shifts = layers
    .slice(0, core)
    .flatMap((blocks) => blocks.filter(({ column }) => column === code.informationBlocks))
    .map(({ shift }) => shift);
  return shifts.find((shift) => shifts.filter((other) => other === shift).length % 2 === 1) as number;
}
