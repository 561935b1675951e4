import { loadGraph } from "../blocks/catalogue.ts";
import type { Report } from "../flow/build/block-factory.ts";
import { isOf } from "../flow/graph/checked-graph.ts";
import type { Graph } from "../flow/graph/graph.ts";
import type { PortType } from "../flow/graph/port.ts";

type Items = Extract<Report, { kind: "items" }>;

/** Numbers of a sink, complex items as pairs. */
export interface SinkItems {
  type: PortType;
  numbers: ArrayLike<number>;
}

/** Most numbers that a comparison takes from a sink. */
export const MOST_NUMBERS = 131_072;

/** Errors below this are not told apart: float32 rounds at about −150 dB. */
const LEAST_DB = -200;

/**
 * Returns a graph in which a sink with one input keeps its items instead of showing them.
 *
 * @throws RangeError for a graph without this sink, and for a sink that takes frames.
 */
export async function keepingItems(graph: Graph, sink: string): Promise<Graph> {
  const { edges, blocks, problems } = await loadGraph(graph);
  if (problems[0]) throw new RangeError(`the graph cannot run: ${problems[0].message}`);
  const into = edges.filter(({ to }) => to[0] === sink);
  const sinks = blocks.filter(isOf("sink")).map(({ id }) => id);
  if (!sinks.includes(sink) || into.length !== 1) {
    throw new RangeError(`the graph has no sink "${sink}" with one input; it has ${sinks.join(", ") || "none"}`);
  }
  const [{ type, vector, to }] = into;
  if (type === "frames") throw new RangeError(`the sink "${sink}" takes frames; expected samples, bits or numbers`);
  return {
    ...graph,
    blocks: graph.blocks.map((block) =>
      block.id === sink ? { ...block, type: "file-sink", parameters: { type, vector, format: "raw" } } : block,
    ),
    connections: graph.connections.map((one) =>
      one.to[0] === to[0] && one.to[1] === to[1] ? { ...one, to: [sink, "in"] } : one,
    ),
  };
}

/**
 * Joins the reports of a sink up to {@link MOST_NUMBERS}.
 *
 * @throws RangeError without reports.
 */
export function joinItems(reports: readonly Items[]): SinkItems {
  if (reports.length === 0) throw new RangeError("the sink got no items in this run");
  return { type: reports[0].type, numbers: reports.flatMap(({ items }) => [...items]).slice(0, MOST_NUMBERS) };
}

/**
 * Returns the energy of the difference of two signals over the energy of the reference, in dB. Where one of them ends
 * earlier, its items count as 0.
 *
 * @throws RangeError for items of different types.
 */
export function errorDb(found: SinkItems, reference: SinkItems): number {
  if (found.type !== reference.type) {
    throw new RangeError(`the sink takes ${found.type} items, and expected are ${reference.type} ones`);
  }
  let [error, energy] = [0, 0];
  for (let i = 0; i < Math.max(found.numbers.length, reference.numbers.length); i++) {
    const right = reference.numbers[i] ?? 0;
    error += ((found.numbers[i] ?? 0) - right) ** 2;
    energy += right ** 2;
  }
  return error === 0 ? LEAST_DB : Math.max(LEAST_DB, 10 * Math.log10(error / energy));
}
