import type { Graph } from "./graph.ts";

/** A block: its type, its parameters, and its column and row on the canvas. */
export type DrawnBlock = readonly [type: string, parameters: object, column?: number, row?: number];

/** A graph in few words. */
export interface GraphDrawing extends Partial<Pick<Graph, "title" | "description" | "variables">> {
  /** Blocks by their names in the graph. */
  blocks: Readonly<Record<string, DrawnBlock>>;
  /** "block.port block.port": from, to. */
  connections: readonly string[];
}

/** Pixels between blocks. Five columns and four rows can be read on a screen of 1280 pixels. */
const [COLUMN, ROW] = [256, 164];

/**
 * Returns the graph of a short description. Blocks without a place stand in one row. Whether types, parameters and connections fit is
 * left to the check of the graph.
 *
 * @example
 * ```ts
 * import { drawGraph } from "threeray/flow";
 *
 * const graph = drawGraph({
 *   blocks: { tone: ["signal-source", { type: "complex" }], sink: ["null-sink", { type: "complex" }] },
 *   connections: ["tone.out sink.in"],
 * });
 * console.log(graph.blocks.length, graph.connections.length); // 2 1
 * ```
 */
export function drawGraph({ title, description, variables = [], blocks, connections }: GraphDrawing): Graph {
  const end = (written: string) => written.split(".") as [string, string];
  return {
    format: "threeray flow",
    version: 1,
    title,
    description,
    variables,
    blocks: Object.entries(blocks).map(([id, [type, parameters, column, row = 0]], i) => ({
      id,
      type,
      parameters: { ...parameters },
      position: [(column ?? i) * COLUMN, row * ROW],
    })),
    connections: connections.map((written) => {
      const [from, to] = written.split(" ").map(end);
      return { from, to };
    }),
  };
}
