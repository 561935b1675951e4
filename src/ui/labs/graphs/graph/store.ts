import { create } from "zustand";
import type { Graph, GraphBlock } from "#core/flow/graph/graph.ts";
import { connectionId, disconnect, EMPTY, removeBlocks } from "./edits.ts";
import { type Fresh, freshAfter, NOTHING_FRESH } from "./fresh.ts";
import { type Resolved, resolve } from "./resolved.ts";

export interface GraphStore {
  graph: Graph;
  resolved: Resolved;
  /** Selected blocks, by their ids. */
  selected: readonly string[];
  /** The selected connection, by its name. */
  wire?: string;
  fresh: Fresh;
}

export const useGraph = create<GraphStore>()(() => ({
  graph: EMPTY,
  resolved: resolve(EMPTY),
  selected: [],
  fresh: NOTHING_FRESH,
}));

/** Changes the graph. The page keeps the history of its changes. */
export function edit(change: (graph: Graph) => Graph): void {
  const { graph, fresh } = useGraph.getState();
  const next = change(graph);
  if (next === graph) return;
  useGraph.setState({ fresh: freshAfter(fresh, graph, next) });
  open(next);
}

/** The person tries to run the graph: the page reports all its problems. */
export const reportAll = (): void => useGraph.setState({ fresh: NOTHING_FRESH });

/** Shows another graph. Blocks of the same names stay selected. */
export function open(graph: Graph): void {
  const ids = new Set(graph.blocks.map(({ id }) => id));
  const { selected, wire } = useGraph.getState();
  const isThere = graph.connections.some((connection) => connectionId(connection) === wire);
  useGraph.setState({
    graph,
    resolved: resolve(graph),
    selected: selected.every((id) => ids.has(id)) ? selected : selected.filter((id) => ids.has(id)),
    wire: isThere ? wire : undefined,
  });
}

export function select(selected: readonly string[], wire?: string): void {
  const before = useGraph.getState();
  const same = selected.length === before.selected.length && selected.every((id) => before.selected.includes(id));
  if (!same || wire !== before.wire) useGraph.setState({ selected: same ? before.selected : selected, wire });
}

export const selectAll = (): void => select(useGraph.getState().graph.blocks.map(({ id }) => id));

/** Removes what is selected. */
export function removeSelected(): void {
  const { selected, wire } = useGraph.getState();
  edit((graph) => {
    const rest = selected.length > 0 ? removeBlocks(graph, selected) : graph;
    return wire === undefined ? rest : disconnect(rest, [wire]);
  });
  select([]);
}

/** Returns a block by its id, in a component. */
export function useBlock(id: string): GraphBlock | undefined {
  return useGraph(({ graph }) => graph.blocks.find((block) => block.id === id));
}
