import type { DefinedBlock } from "../flow/graph/block-type.ts";
import type { Catalogue } from "../flow/graph/catalogue.ts";
import { checkGraph } from "../flow/graph/check-graph.ts";
import type { CheckedGraph } from "../flow/graph/checked-graph.ts";
import type { Graph } from "../flow/graph/graph.ts";
import { type BlockName, BLOCKS } from "./registry.ts";

/** Loads how the given blocks compute, all at once. */
export async function catalogueOf(names: readonly BlockName[]): Promise<Catalogue> {
  const loaded = names.map(async (name) => {
    const type: DefinedBlock = BLOCKS[name];
    return [name, type.create ?? (await type.plan())] as const;
  });
  return { types: BLOCKS, factories: Object.fromEntries(await Promise.all(loaded)) };
}

/**
 * Checks a graph, and loads how its blocks compute. It throws for no JSON value.
 *
 * @example
 * ```ts
 * import { drawGraph, loadGraph } from "threeray/flow";
 *
 * // The graph lacks a connection, and the check says so.
 * const graph = drawGraph({ blocks: { tone: ["signal-source", {}], sink: ["null-sink", {}] }, connections: [] });
 * const { problems } = await loadGraph(graph);
 * console.log(problems.some(({ block, isUnconnected }) => block === "sink" && isUnconnected === true)); // true
 * ```
 */
export async function loadGraph(graph: Graph): Promise<CheckedGraph> {
  const blocks: readonly unknown[] = Array.isArray(graph?.blocks) ? graph.blocks : [];
  const types = new Set(blocks.map((block) => (block as { type?: unknown } | null)?.type));
  const names = (Object.keys(BLOCKS) as BlockName[]).filter((name) => types.has(name));
  return checkGraph(graph, await catalogueOf(names));
}
