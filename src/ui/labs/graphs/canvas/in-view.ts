import type { Connection } from "#core/flow/graph/graph.ts";
import { connectionId } from "../graph/edits.ts";
import type { Outline } from "./geometry.ts";

/** Most blocks and connections that are drawn with all their texts. A plain line stands for each of the others. */
export const MOST_BLOCKS = 150;
export const MOST_WIRES = 300;

/** A graph of at most this many blocks is drawn whole: then the Tab key reaches all of them. */
export const WHOLE = 60;

/** A block's place on the canvas. */
export interface PlacedBlock extends Outline {
  id: string;
  x: number;
  y: number;
  /** False for a block that has not been drawn yet: its size is an estimate. */
  isMeasured: boolean;
}

/** A connection between two handles. */
export interface PlacedWire {
  id: string;
  connection: Connection;
  /** From x1, y1 to x2, y2. */
  line: readonly [x1: number, y1: number, x2: number, y2: number];
}

export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What is drawn of a graph. */
export interface InView {
  /** Blocks and connections that are drawn with all their texts, by their ids. */
  blocks: ReadonlySet<string>;
  wires: ReadonlySet<string>;
  /** The others in the view: the number of blocks, and the paths of their outlines and of the lines (SVG). */
  others: number;
  outlines: string;
  lines: string;
}

/** Returns the connections between placed blocks. An input has only one: the last one. */
export function wiresOf(blocks: ReadonlyMap<string, PlacedBlock>, connections: readonly Connection[]): PlacedWire[] {
  const end = ([id, port]: Connection["from"], type: "source" | "target") => {
    const block = blocks.get(id);
    const handle = block?.handles.find((one) => one.id === port && one.type === type);
    return block && handle && ([block.x + handle.x, block.y + handle.y] as const);
  };
  const wires = connections.flatMap((connection): [string, PlacedWire][] => {
    const [from, to] = [end(connection.from, "source"), end(connection.to, "target")];
    const id = connectionId(connection);
    return from && to ? [[id, { id, connection, line: [...from, ...to] }]] : [];
  });
  return [...new Map(wires).values()];
}

/** Returns true if a line crosses a rectangle. It may err for a line that passes a corner. */
function crosses({ line: [x1, y1, x2, y2] }: PlacedWire, { left, top, right, bottom }: Rectangle): boolean {
  return Math.max(x1, x2) >= left && Math.min(x1, x2) <= right && Math.max(y1, y2) >= top && Math.min(y1, y2) <= bottom;
}

/**
 * Returns what is drawn of a graph in a part of the canvas. The work grows with the graph as n log n; the number of drawn
 * elements is bounded.
 *
 * @param kept Blocks that are drawn first: those that are selected.
 */
export function inViewOf(
  blocks: readonly PlacedBlock[],
  wires: readonly PlacedWire[],
  view: Rectangle,
  kept: ReadonlySet<string>,
): InView {
  if (blocks.length <= WHOLE && wires.length <= MOST_WIRES) {
    const all = (list: readonly { id: string }[]) => new Set(list.map(({ id }) => id));
    return { blocks: all(blocks), wires: all(wires), others: 0, outlines: "", lines: "" };
  }
  const visible = blocks.filter(
    ({ x, y, width, height }) =>
      x + width >= view.left && x <= view.right && y + height >= view.top && y <= view.bottom,
  );
  const [middleX, middleY] = [(view.left + view.right) / 2, (view.top + view.bottom) / 2];
  const distance = ({ x, y, width, height }: PlacedBlock) =>
    Math.hypot(x + width / 2 - middleX, y + height / 2 - middleY);
  const rank = (block: PlacedBlock) => (kept.has(block.id) ? -1 : distance(block));
  const ordered = visible.map((block) => [rank(block), block] as const).toSorted(([a], [b]) => a - b);
  const drawn = new Set(ordered.slice(0, MOST_BLOCKS).map(([, { id }]) => id));
  const ends = ({ connection: { from, to } }: PlacedWire) => Number(drawn.has(from[0])) + Number(drawn.has(to[0]));
  const first = wires.filter((wire) => crosses(wire, view)).toSorted((a, b) => ends(b) - ends(a));
  const others = ordered.slice(MOST_BLOCKS);
  return {
    blocks: drawn,
    wires: new Set(first.slice(0, MOST_WIRES).map(({ id }) => id)),
    others: others.length,
    outlines: others
      .map(
        ([, { x, y, width, height }]) => `M${x} ${y}h${Math.round(width)}v${Math.round(height)}h-${Math.round(width)}z`,
      )
      .join(""),
    lines: first
      .slice(MOST_WIRES)
      .map(({ line: [x1, y1, x2, y2] }) => `M${Math.round(x1)} ${Math.round(y1)}L${Math.round(x2)} ${Math.round(y2)}`)
      .join(""),
  };
}
