import type { Connection, Graph, GraphBlock, Variable } from "#core/flow/graph/graph.ts";
import { isBlockId, isVariableName } from "#core/flow/graph/names.ts";

export const EMPTY: Graph = { format: "threeray flow", version: 1, variables: [], blocks: [], connections: [] };

/** Blocks with the connections between them: what the clipboard holds. */
export interface Fragment {
  blocks: readonly GraphBlock[];
  connections: readonly Connection[];
}

/** Returns an unused id: the wanted one, with a number behind it if it is taken. */
export function freeId(blocks: readonly GraphBlock[], wanted: string): string {
  const taken = new Set(blocks.map(({ id }) => id));
  if (!taken.has(wanted)) return wanted;
  // An id has at most 100 characters, with its number.
  const stem = wanted.replace(/-\d+$/, "").slice(0, 90);
  for (let n = 2; ; n++) if (!taken.has(`${stem}-${n}`)) return `${stem}-${n}`;
}

/** Returns the name of a connection: its input has only one. */
export const connectionId = ({ to }: Connection): string => to.join(".");

export function addBlock(graph: Graph, block: GraphBlock): Graph {
  return { ...graph, blocks: [...graph.blocks, block] };
}

/** Removes blocks, with their connections. */
export function removeBlocks(graph: Graph, ids: readonly string[]): Graph {
  return {
    ...graph,
    blocks: graph.blocks.filter(({ id }) => !ids.includes(id)),
    connections: graph.connections.filter(({ from, to }) => !ids.includes(from[0]) && !ids.includes(to[0])),
  };
}

/** Connects an output to an input, in place of the input's connection. */
export function connect(graph: Graph, connection: Connection): Graph {
  return { ...graph, connections: [...disconnect(graph, [connectionId(connection)]).connections, connection] };
}

/** Removes connections by their names: see {@link connectionId}. */
export function disconnect(graph: Graph, ids: readonly string[]): Graph {
  return { ...graph, connections: graph.connections.filter((connection) => !ids.includes(connectionId(connection))) };
}

export function moveBlocks(graph: Graph, positions: Readonly<Record<string, GraphBlock["position"]>>): Graph {
  const move = (block: GraphBlock) => {
    const position = positions[block.id];
    return position ? { ...block, position: [Math.round(position[0]), Math.round(position[1])] as const } : block;
  };
  return { ...graph, blocks: graph.blocks.map(move) };
}

/** Sets a field of a block; undefined gives it its default again. */
export function setParameter(graph: Graph, id: string, name: string, value: unknown): Graph {
  const change = (block: GraphBlock): GraphBlock => {
    if (block.id !== id) return block;
    const { [name]: _, ...others } = block.parameters;
    return { ...block, parameters: value === undefined ? others : { ...others, [name]: value } };
  };
  return { ...graph, blocks: graph.blocks.map(change) };
}

/** Disables blocks, or enables them. */
export function setDisabled(graph: Graph, ids: readonly string[], isDisabled: boolean): Graph {
  return {
    ...graph,
    blocks: graph.blocks.map((block) =>
      ids.includes(block.id) ? { ...block, isDisabled: isDisabled || undefined } : block,
    ),
  };
}

/** Why a block cannot have an id; undefined if it can. */
export function idRefusal(graph: Graph, id: string, next: string): string | undefined {
  if (!isBlockId(next)) return "A name has 1 to 100 letters, digits, “_” and “-”";
  if (next !== id && graph.blocks.some((block) => block.id === next)) return `Another block is called “${next}”`;
  return undefined;
}

export function renameBlock(graph: Graph, id: string, next: string): Graph {
  const end = ([block, port]: readonly [string, string]) => [block === id ? next : block, port] as const;
  return {
    ...graph,
    blocks: graph.blocks.map((block) => (block.id === id ? { ...block, id: next } : block)),
    connections: graph.connections.map(({ from, to }) => ({ from: end(from), to: end(to) })),
  };
}

/** Returns blocks with the connections between them. */
export function fragmentOf({ blocks, connections }: Graph, ids: readonly string[]): Fragment {
  return {
    blocks: blocks.filter(({ id }) => ids.includes(id)),
    connections: connections.filter(({ from, to }) => ids.includes(from[0]) && ids.includes(to[0])),
  };
}

/** Adds copies of blocks, moved by some pixels, with unused ids. Returns the new ids, too. */
export function paste(
  graph: Graph,
  fragment: Fragment,
  by: readonly [number, number],
): { graph: Graph; ids: string[] } {
  const names = new Map<string, string>();
  const blocks = [...graph.blocks];
  for (const block of fragment.blocks) {
    const id = freeId(blocks, block.id);
    names.set(block.id, id);
    const [x, y] = block.position;
    blocks.push({ ...block, id, position: [x + by[0], y + by[1]] });
  }
  const copied = fragment.connections.flatMap(({ from, to }): Connection[] => {
    const [source, target] = [names.get(from[0]), names.get(to[0])];
    return source && target ? [{ from: [source, from[1]], to: [target, to[1]] }] : [];
  });
  return { graph: { ...graph, blocks, connections: [...graph.connections, ...copied] }, ids: [...names.values()] };
}

/** Why a variable cannot have a name; undefined if it can. */
export function variableRefusal({ variables }: Graph, name: string, next: string): string | undefined {
  if (!isVariableName(next)) return "A name has at most 100 letters, digits and “_”, and no digit first";
  if (next !== name && variables.some((variable) => variable.name === next)) return `“${next}” exists already`;
  return undefined;
}

export function setVariable(graph: Graph, name: string, change: Partial<Variable>): Graph {
  const { variables } = graph;
  return {
    ...graph,
    variables: variables.map((variable) => (variable.name === name ? { ...variable, ...change } : variable)),
  };
}

export function addVariable(graph: Graph): Graph {
  const names = graph.variables.map(({ name }) => name);
  let n = 1;
  while (names.includes(`v${n}`)) n++;
  return {
    ...graph,
    variables: [...graph.variables, { name: `v${n}`, value: 1, slider: { min: 0, max: 2, step: 0.01 } }],
  };
}

export function removeVariable(graph: Graph, name: string): Graph {
  return { ...graph, variables: graph.variables.filter((variable) => variable.name !== name) };
}
