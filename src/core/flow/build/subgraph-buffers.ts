import { sequence } from "../../gpu/timing.ts";
import type { BlockInstance, PlanBlock, SinkBlock } from "./block-factory.ts";
import type { Ports } from "../graph/block-type.ts";
import type { CheckedBlock, CheckedEdge, CheckedGraph } from "../graph/checked-graph.ts";
import { named } from "../graph/connect.ts";
import { grouped } from "../graph/grouped.ts";
import { createItemRing, createRingReader, createRingWriter, type ItemRing } from "./item-ring.ts";
import { subgraphsOf } from "./subgraphs.ts";
import { pageSizes } from "./page-sizes.ts";
import { IN_FLIGHT } from "../run/pages-in-flight.ts";
import { PORTS } from "../graph/port.ts";
import { shapeOf } from "../graph/shape.ts";
import type { Tag } from "../graph/tag.ts";
import { lookUp } from "../graph/look-up.ts";

const LABEL = "flow/item-ring";

/** Returns the most items that wait: less than a page of `taken` items, and what the pages in flight bring. */
export const mostWaiting = (given: number, taken: number) => taken + IN_FLIGHT * given;

/** The blocks of one subgraph as an own graph. Ring buffers bring its items, and take the items for other subgraphs. */
export interface RunnableSubgraph {
  checked: CheckedGraph;
  /** Undefined for the subgraph of the sources. */
  input?: BufferedItems;
}

/** What ring buffers bring to a subgraph. */
export interface BufferedItems {
  /** A block that gives the items. */
  source: string;
  /** Items of a page, and of the smallest page. */
  length: number;
  smallest: number;
  /** Items so far: the processor learns their number with the results of the pages that gave them. */
  arrived(): number;
  /** Removes and returns the tags that have come with them, by the blocks that give the items. */
  takeTags(): ReadonlyMap<string, readonly Tag[]>;
}

/** An output behind which items wait. */
interface Waiting {
  /** A connection of it. */
  edge: CheckedEdge;
  ring: ItemRing;
  arrived: number;
  tags: Tag[];
}

/**
 * Divides a graph into its subgraphs, in order. Between them, items wait in rings.
 *
 * @param units Size of a page of each part, as a multiple of its smallest page.
 */
export function splitGraph(
  device: GPUDevice,
  checked: CheckedGraph,
  units: readonly number[],
): { graphs: RunnableSubgraph[]; destroy(): void } {
  const subgraphs = subgraphsOf(checked);
  const { lengths } = pageSizes(checked.blocks, checked.edges, units);
  const waiting: Waiting[] = [];
  const destroy = () => {
    for (const { ring } of waiting) ring.destroy();
  };
  const taken = subgraphs.map(({ behind, edges }) => {
    if (!behind) return { entries: [] };
    const { items: smallest } = behind.buffered;
    const length = smallest * units[behind.part];
    const outputs = grouped(
      edges.filter(({ isBuffered }) => isBuffered),
      ({ from }) => named(from),
    );
    const entries = [...outputs].map(([output, [edge]]): Waiting => {
      const words = (edge.vector * PORTS[edge.type].bytes) / 4;
      const items = mostWaiting(lookUp(lengths, output), length);
      return { edge, ring: createItemRing(device, { words, items }), arrived: 0, tags: [] };
    });
    waiting.push(...entries);
    const source = entries[0].edge.from[0];
    const takeTags = () => new Map(entries.map((one) => [one.edge.from[0], one.tags.splice(0)] as const));
    return { entries, input: { source, length, smallest, arrived: () => entries[0].arrived, takeTags } };
  });
  const componentOf = new Map(checked.blocks.map(({ id, component }) => [id, component]));
  const blockOf = (id: string, ports: Ports, instance: BlockInstance): CheckedBlock => {
    const place = { hz: {}, isOnCycle: false };
    const component = lookUp(componentOf, id);
    return { id, type: "", parameters: {}, ports, place, instance, shape: shapeOf(instance, ports), component };
  };
  const graphs = subgraphs.map(({ behind, blocks, edges }, i): RunnableSubgraph => {
    const { entries, input } = taken[i];
    const ids = new Set(blocks.map(({ id }) => id));
    const given = waiting.filter(({ edge }) => ids.has(edge.from[0]));
    const sources = [...grouped(entries, ({ edge }) => edge.from[0])].map(([id, rings]): CheckedBlock => {
      const ports = { inputs: [], outputs: rings.map(({ edge }) => portOf(edge, edge.from[1])) };
      return { ...blockOf(id, ports, sourceOf(rings)), part: behind?.part, firings: input?.smallest };
    });
    const sinks = [...grouped(given, ({ edge }) => edge.to[0])].map(([id, rings]) => {
      const ports = { inputs: rings.map(({ edge }) => portOf(edge, edge.to[1])), outputs: [] };
      return blockOf(id, ports, sinkOf(rings));
    });
    return {
      input,
      checked: {
        ...checked,
        blocks: [...sources, ...blocks, ...sinks],
        edges: [
          ...edges.map((edge) => (edge.isBuffered ? { ...edge, hasVariableRate: false, isBuffered: false } : edge)),
          ...given.map(({ edge }) => edge),
        ],
        groups: checked.groups.filter(([id]) => ids.has(id)),
      },
    };
  });
  return { graphs, destroy };
}

const portOf = ({ type, vector }: CheckedEdge, name: string) => ({ name, type, vector });

/** Takes the items of a page into their rings, and learns their number. */
function sinkOf(rings: readonly Waiting[]): SinkBlock {
  const names = rings.map(({ edge }) => edge.to[1]);
  return {
    kind: "sink",
    consumes: Object.fromEntries(names.map((name) => [name, 1])),
    variableRates: names,
    async create(device, { inputs }) {
      const writers = await Promise.all(rings.map(({ ring }, i) => createRingWriter(device, ring, inputs[names[i]])));
      return {
        ...sequence(LABEL, writers),
        reads: [],
        take(_, { inputs: page, tags }) {
          for (const [i, one] of rings.entries()) {
            one.arrived += page[names[i]].count;
            for (const tag of tags) one.tags.push(tag);
          }
          return undefined;
        },
        reset() {},
        destroy() {
          for (const writer of writers) writer.destroy();
        },
      };
    },
  };
}

/** Gives the items of rings, page by page. */
function sourceOf(rings: readonly Waiting[]): PlanBlock {
  const names = rings.map(({ edge }) => edge.from[1]);
  return {
    kind: "plan",
    consumes: {},
    produces: Object.fromEntries(names.map((name) => [name, 1])),
    async create(device, { firings }) {
      const readers = await Promise.all(rings.map(({ ring }) => createRingReader(device, ring, firings)));
      return {
        ...sequence(LABEL, readers),
        outputs: Object.fromEntries(readers.map(({ output }, i) => [names[i], output])),
        prepare({ firings: items }) {
          for (const reader of readers) reader.setCount(items);
        },
        reset() {},
        destroy() {
          for (const reader of readers) reader.destroy();
        },
      };
    },
  };
}
