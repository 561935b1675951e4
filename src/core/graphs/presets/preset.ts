import type { Graph, Variable } from "../../flow/graph/graph.ts";

/** A graph that the lab and the terminal offer by its name. */
export interface Preset {
  name: string;
  title: string;
  graph: Graph;
}

/** A block: its type, its parameters, and its column and row on the canvas. */
type Placed = readonly [type: string, parameters: object, column: number, row?: number];

interface Drawing {
  name: string;
  title: string;
  /** Paragraphs. */
  text: readonly string[];
  variables?: readonly Variable[];
  blocks: Readonly<Record<string, Placed>>;
  /** "block.port block.port": from, to. */
  connections: readonly string[];
}

/** Pixels between the blocks of a preset. Five columns and four rows can be read on a screen of 1280 pixels. */
const [COLUMN, ROW] = [256, 164];

/** Returns a preset from a short description. */
export function preset({ name, title, text, variables = [], blocks, connections }: Drawing): Preset {
  const end = (written: string) => written.split(".") as [string, string];
  return {
    name,
    title,
    graph: {
      format: "threeray flow",
      version: 1,
      title,
      description: text.join("\n\n"),
      variables,
      blocks: Object.entries(blocks).map(([id, [type, parameters, column, row = 0]]) => ({
        id,
        type,
        parameters: { ...parameters },
        position: [column * COLUMN, row * ROW],
      })),
      connections: connections.map((written) => {
        const [from, to] = written.split(" ").map(end);
        return { from, to };
      }),
    },
  };
}
