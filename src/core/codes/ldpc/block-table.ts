import type { Values } from "../../gpu/kernel.ts";
import { type NonzeroBlock, parityChecksOf } from "./base-graphs.ts";
import type { LdpcCode } from "./code.ts";

/** The kernels' largest tables: NR's base graph 1. */
const MOST_LAYERS = 46;
const MOST_QUADS = 101;

/** A layer's blocks in the kernels' tables. */
export interface TableLayer {
  /** Number of blocks. */
  degree: number;
  /** Index of the first four blocks in `blocks`. */
  quad: number;
  /** Number of messages of a check that are kept, in the layers before. */
  edge: number;
  /** Number of messages that a check keeps from one iteration to the next. */
  kept: number;
  /** Whether its last block's bits are in no other layer, and have no beliefs. Their messages are not kept. */
  isOuter: boolean;
  blocks: readonly NonzeroBlock[];
}

/**
 * The layers of a code, as the kernels' tables have them.
 *
 * @param hasOuter Whether layers whose last block's bits are in no other layer count as outer.
 */
export function tableLayers(code: LdpcCode, hasOuter = false): TableLayer[] {
  let quad = 0;
  let edge = 0;
  const { layers, core } = parityChecksOf(code);
  return layers.map((blocks, i) => {
    const degree = blocks.length;
    const isOuter = hasOuter && i >= core;
    const kept = degree - Number(isOuter);
    const layer = { degree, quad, edge, kept, isOuter, blocks };
    quad += Math.ceil(degree / 4);
    edge += kept;
    return layer;
  });
}

/**
 * The blocks for the kernels' parameters: `layers`, u32 [46][4]: first quad, first edge, degree and its part in information bits;
 * `blocks`, u32 [101][4]: shift·2^16 + column·unit, by four; each layer begins with a new four.
 */
export function blockTable(code: LdpcCode, unit: number, table = tableLayers(code)): Values {
  const layers = Array.from<number>({ length: 4 * MOST_LAYERS }).fill(0);
  const blocks = Array.from<number>({ length: 4 * MOST_QUADS }).fill(0);
  const { layers: rows } = parityChecksOf(code);
  for (const [r, { degree, quad, edge }] of table.entries()) {
    const information = rows[r].filter(({ column }) => column < code.informationBlocks).length;
    layers.splice(4 * r, 4, quad, edge, degree, information);
    for (const [e, { column, shift }] of rows[r].entries()) blocks[4 * quad + e] = shift * 2 ** 16 + column * unit;
  }
  return { layers, blocks };
}
