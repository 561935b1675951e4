import type { BlockInstance, Place } from "../build/block-factory.ts";
import type { Ports } from "./block-type.ts";
import type { PortName } from "./connect.ts";
import type { Problem } from "./graph.ts";
import type { PortType } from "./port.ts";
import type { Shape } from "./shape.ts";

/** A graph after all checks. What has problems is left out. */
export interface CheckedGraph {
  problems: readonly Problem[];
  variables: Readonly<Record<string, number>>;
  /** In the order of their work. */
  blocks: readonly CheckedBlock[];
  edges: readonly CheckedEdge[];
  /** Ids of the blocks that become one kernel, two or more each, in the order of their work. */
  groups: readonly (readonly string[])[];
  /** The connected parts of the graph. Items in different parts have no fixed ratio. */
  parts: readonly Part[];
}

export interface CheckedBlock {
  id: string;
  type: string;
  /** The parameters with their defaults, and with the values of expressions. */
  parameters: Readonly<Record<string, unknown>>;
  ports: Ports;
  place: Place;
  /** Undefined if its factory failed, like its shape. */
  instance?: BlockInstance;
  shape?: Shape;
  /** Number of its connected component of the graph: blocks that no connection joins, over others too, are in different ones. */
  component: number;
  /** Index of its part. Undefined for a block that follows counts of the GPU, and where something is wrong. */
  part?: number;
  /** Firings in the smallest page; see `part`. */
  firings?: number;
}

/** A block that computes in a certain way. */
export type BlockOf<Kind extends BlockInstance["kind"]> = CheckedBlock & {
  instance: Extract<BlockInstance, { kind: Kind }>;
};

export const isOf =
  <Kind extends BlockInstance["kind"]>(kind: Kind) =>
  (block: CheckedBlock): block is BlockOf<Kind> =>
    block.instance?.kind === kind;

/** A connection without problems. */
export interface CheckedEdge {
  from: readonly [block: string, port: string];
  to: readonly [block: string, port: string];
  type: PortType;
  /** Elements per item. */
  vector: number;
  /** Items per second, where a source names it. */
  hz?: number;
  /** Items in the smallest page; where the GPU decides, the largest possible number. */
  itemsPerPageUnit: number;
  /** Whether the GPU decides the number of items. */
  hasVariableRate: boolean;
  /** Whether the items wait until a page of the next block's part is full. */
  isBuffered: boolean;
}

export interface Part {
  /** Largest page, as a multiple of the smallest page. */
  most: number;
  /** For a part behind outputs whose number of items the GPU decides: its pages begin when enough items are there. */
  buffered?: Buffered;
}

export interface Buffered {
  /** An output with as many items as each buffered one. */
  countSource: PortName;
  /** Items of each buffered output in the smallest page. */
  items: number;
}
