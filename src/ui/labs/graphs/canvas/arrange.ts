import type { Graph, GraphBlock } from "#core/flow/graph/graph.ts";
import type { Size } from "./geometry.ts";

/** Pixels between columns, between the blocks of a column, and between rows of columns. */
const GAP = { column: 68, block: 32, row: 72 } as const;

/** Smallest scale at which the texts of blocks can be read. */
export const READABLE = 0.72;

/** How often the blocks of each column are ordered by those before or behind them. */
const SWEEPS = 4;

interface Node extends Size {
  before: Node[];
  behind: Node[];
  /** Its column. */
  rank: number;
  /** Its place in its column, from 0 to 1. */
  share: number;
  /** Pixels from the top of its row. The first ports of blocks are as far from their tops, so that wires are straight. */
  y: number;
}

type Column = readonly Node[];
type Position = GraphBlock["position"];

/**
 * Returns positions from left to right in the order of the signals. A long chain continues in the next row. The work grows
 * with the graph as n log n, so that every graph that a file may hold is placed at once.
 *
 * @param room Pixels of the canvas. A graph that it cannot hold with readable texts is as wide, and higher.
 */
export function arranged(
  { blocks, connections }: Pick<Graph, "blocks" | "connections">,
  sizes: ReadonlyMap<string, Size>,
  room: Size,
): Record<string, Position> {
  const nodes = new Map(
    blocks.map(({ id }): [string, Node] => {
      const { width, height } = sizes.get(id) ?? { width: 200, height: 150 };
      return [id, { width, height, before: [], behind: [], rank: 0, share: 0, y: 0 }];
    }),
  );
  rank([...nodes.values()], linksOf(nodes, connections));
  const columns = columnsOf([...nodes.values()], (2 * room.height) / READABLE);
  for (let sweep = 0; sweep < SWEEPS; sweep++) order(columns, sweep % 2 === 0 ? "before" : "behind");
  const positions = new Map<Node, Position>();
  let top = 0;
  for (const row of rowsOf(columns, room)) {
    level(row);
    const blocksOfRow = row.flat();
    const above = -mostOf(blocksOfRow, ({ y }) => -y);
    let left = 0;
    for (const column of row) {
      for (const node of column) positions.set(node, [Math.round(left), Math.round(top + node.y - above)]);
      left += widthOf(column) + GAP.column;
    }
    top += mostOf(blocksOfRow, ({ y, height }) => y + height) - above + GAP.row;
  }
  return Object.fromEntries([...nodes].map(([id, node]) => [id, positions.get(node)!]));
}

/** Returns the readers of each block, as often as it is connected to them. */
function linksOf(nodes: ReadonlyMap<string, Node>, connections: Graph["connections"]): Map<Node, Node[]> {
  const readers = new Map([...nodes.values()].map((node): [Node, Node[]] => [node, []]));
  for (const { from, to } of connections) {
    const [source, target] = [nodes.get(from[0]), nodes.get(to[0])];
    if (source && target && source !== target) readers.get(source)?.push(target);
  }
  return readers;
}

/** Gives each node its column, behind all blocks that it reads, and its neighbours, without those that close a cycle. */
function rank(nodes: readonly Node[], readers: ReadonlyMap<Node, readonly Node[]>): void {
  const waiting = new Map<Node, number>();
  for (const node of [...readers.values()].flat()) waiting.set(node, (waiting.get(node) ?? 0) + 1);
  const ready = nodes.filter((node) => !waiting.has(node));
  const placed = new Set<Node>();
  let next = 0;
  for (let at = 0; at < nodes.length; at++) {
    // A cycle is entered at its first block of the file.
    for (; at >= ready.length; next++) if (waiting.delete(nodes[next])) ready.push(nodes[next]);
    const node = ready[at];
    placed.add(node);
    for (const reader of readers.get(node)!) {
      if (placed.has(reader)) continue;
      node.behind.push(reader);
      reader.before.push(node);
      reader.rank = Math.max(reader.rank, node.rank + 1);
      const left = (waiting.get(reader) ?? 1) - 1;
      if (left > 0) waiting.set(reader, left);
      else if (waiting.delete(reader)) ready.push(reader);
    }
  }
  // The column of a source is next to the first block that reads it.
  for (const node of nodes) {
    if (node.before.length > 0 || node.behind.length === 0) continue;
    node.rank = node.behind.reduce((least, { rank }) => Math.min(least, rank), Infinity) - 1;
  }
}

/** Returns the blocks of each column. A column that is too high continues in the next one. */
function columnsOf(nodes: readonly Node[], most: number): Node[][] {
  const ranks: Node[][] = [];
  for (const node of nodes) (ranks[node.rank] ??= []).push(node);
  return ranks.flatMap((column) => {
    const parts: Node[][] = [[]];
    let height = 0;
    for (const node of column) {
      if (height > 0 && height + node.height > most) {
        parts.push([]);
        height = 0;
      }
      parts.at(-1)!.push(node);
      height += node.height + GAP.block;
    }
    return parts;
  });
}

/** Orders each column by the mean place of the neighbours on one side, so that few connections cross. */
function order(columns: Node[][], side: "before" | "behind"): void {
  for (const column of side === "before" ? columns : columns.toReversed()) {
    const places = new Map(column.map((node) => [node, meanOf(node[side], ({ share }) => share) ?? node.share]));
    column.sort((a, b) => places.get(a)! - places.get(b)!);
    for (const [i, node] of column.entries()) node.share = (i + 0.5) / column.length;
  }
}

/** Cuts the columns into rows: as they show the graph largest, or, if its texts cannot be read then, as wide as the room. */
function rowsOf(columns: readonly Column[], room: Size): Column[][] {
  let best: { scale: number; rows: Column[][] } = { scale: 0, rows: [] };
  let readable: Column[][] | undefined;
  const sizes = new Map(columns.map((column) => [column, { width: widthOf(column), height: heightOf(column) }]));
  for (let length = columns.length; length >= 1; length = Math.min(length - 1, Math.floor(length / 1.1))) {
    const count = Math.ceil(columns.length / length);
    // Rows of about the same length.
    const each = Math.ceil(columns.length / count);
    const rows = Array.from({ length: Math.ceil(columns.length / each) }, (_, i) =>
      columns.slice(i * each, (i + 1) * each),
    );
    const width = mostOf(rows, (row) =>
      row.reduce((sum, column) => sum + sizes.get(column)!.width + GAP.column, -GAP.column),
    );
    const height = rows.reduce(
      (sum, row) => sum + mostOf(row, (column) => sizes.get(column)!.height) + GAP.row,
      -GAP.row,
    );
    const scale = Math.min(1, room.width / width, room.height / height);
    // A further row has to be worth it.
    if (scale > 1.05 * best.scale) best = { scale, rows };
    if (width * READABLE <= room.width) readable ??= rows;
  }
  return best.scale >= READABLE || !readable ? best.rows : readable;
}

/** Places the blocks of each column of a row in height: near the blocks that they read. */
function level(row: readonly Column[]): void {
  const placed = new Set<Node>();
  for (const column of row) {
    const wanted = new Map<Node, number>();
    let bottom = -Infinity;
    for (const node of column) {
      const read = node.before.filter((one) => placed.has(one));
      const y = meanOf(read, (one) => one.y);
      if (y !== undefined) wanted.set(node, y);
      const least = bottom + GAP.block;
      node.y = Math.max(y ?? (bottom === -Infinity ? 0 : least), least);
      bottom = node.y + node.height;
    }
    // The blocks at the top have moved those below them down: the column as a whole moves up by the mean.
    const down = meanOf([...wanted], ([node, y]) => node.y - y) ?? 0;
    for (const node of column) {
      node.y -= down;
      placed.add(node);
    }
  }
}

const widthOf = (column: Column) => mostOf(column, ({ width }) => width);
const heightOf = (column: Column) => column.reduce((sum, { height }) => sum + height + GAP.block, -GAP.block);

const mostOf = <T>(list: readonly T[], of: (one: T) => number) =>
  list.reduce((most, one) => Math.max(most, of(one)), -Infinity);

const meanOf = <T>(list: readonly T[], of: (one: T) => number) =>
  list.length === 0 ? undefined : list.reduce((sum, one) => sum + of(one), 0) / list.length;

/** Blocks nearer than this lie on one another, in pixels. */
const NEAR = 24;

/** Returns true if more than a quarter of the blocks lie on others, as in a file whose program places none. */
export function isPiled(blocks: Graph["blocks"]): boolean {
  const cells = new Set(blocks.map(({ position: [x, y] }) => `${Math.round(x / NEAR)} ${Math.round(y / NEAR)}`));
  return blocks.length - cells.size > blocks.length / 4;
}
