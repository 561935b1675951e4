import nr1 from "./nr-1.base-graph.csv?raw";
import nr2 from "./nr-2.base-graph.csv?raw";
import wimaxTable from "./wimax.base-graph.csv?raw";
import { csvRows } from "../../csv-rows.ts";
import type { BaseGraphName, LdpcCode, WimaxRate } from "./code.ts";
import { liftingSet, NR_CORE } from "./nr.ts";

/** A nonzero block of H: the identity matrix, cyclically shifted by `shift`. */
export interface NonzeroBlock {
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
  layers: readonly (readonly NonzeroBlock[])[];
  /**
   * First layers, whose parity blocks form a dual diagonal of shifts 0, except the first block. It is in three layers, twice with the same shift. The
   * parity block of every further layer is in this layer only, with shift 0.
   */
  core: number;
}

/** Blocks of a base graph for blocks of z bits. */
type BaseGraph = (z: number) => Omit<ParityChecks, "layers"> & { layers: NonzeroBlock[][] };

/** The shift at z of a shift at z = 96. Source: IEEE 802.16e-2005, 8.4.9.2.5.1. */
const scaled = (s: number, z: number) => Math.floor((s * z) / 96);
/** The same at rate 2/3A. */
const remainder = (s: number, z: number) => s % z;

const wimax =
  (rate: WimaxRate, shiftAt = scaled): BaseGraph =>
  (z) => {
    const layers = csvRows(wimaxTable)
      .filter(([name]) => name === rate)
      .map(([, ...shifts]) =>
        shifts.flatMap((shift, column) => (shift === "-1" ? [] : [{ column, shift: shiftAt(Number(shift), z) }])),
      );
    return { layers, core: layers.length };
  };

const nr =
  (table: string): BaseGraph =>
  (z) => {
    const layers: NonzeroBlock[][] = [];
    for (const [layer, column, ...shifts] of csvRows(table).map((row) => row.map(Number))) {
      (layers[layer] ??= []).push({ column, shift: shifts[liftingSet(z)] % z });
    }
    return { layers, core: NR_CORE };
  };

const GRAPHS: Readonly<Record<BaseGraphName, BaseGraph>> = {
  "wimax-1/2": wimax("1/2"),
  "wimax-2/3a": wimax("2/3a", remainder),
  "wimax-2/3b": wimax("2/3b"),
  "wimax-3/4a": wimax("3/4a"),
  "wimax-3/4b": wimax("3/4b"),
  "wimax-5/6": wimax("5/6"),
  "wimax-5/6-50": wimax("5/6-50"),
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
