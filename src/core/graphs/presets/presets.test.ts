import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../blocks/catalogue.testing.ts";
import { checkGraph } from "../../flow/graph/check-graph.ts";
import { sinkItems } from "../../flow/graph/graph.testing.ts";
import type { Graph } from "../../flow/graph/graph.ts";
import { busiestOf } from "../../flow/build/page-sizes.ts";
import { runFloat64 } from "../../flow/run/run-graph.reference.ts";
import { parseGraph } from "../graph-file.ts";
import { PRESETS } from "./registry.ts";

describe("graphs/presets", () => {
  it.each(PRESETS.map(({ name, graph }) => [name, graph] as const))("%s has no problems", (name, graph) => {
    expect(parseGraph(graph, name)).toEqual(graph);
    expect(checkGraph(graph, CATALOGUE).problems).toEqual([]);
  });

  it.each(PRESETS.map(({ name, graph }) => [name, graph.blocks] as const))("%s fits a screen", (_, blocks) => {
    const spread = (axis: 0 | 1) => {
      const places = blocks.map(({ position }) => position[axis]);
      return Math.max(...places) - Math.min(...places);
    };
    // Five columns and four rows.
    expect(spread(0)).toBeLessThanOrEqual(4 * 256);
    expect(spread(1)).toBeLessThanOrEqual(3 * 164);
    expect(new Set(blocks.map(({ position }) => position.join())).size).toBe(blocks.length);
  });

  it("has a name of its own for each", () => {
    expect(new Set(PRESETS.map(({ name }) => name)).size).toBe(PRESETS.length);
  });
});

/** Returns the graph with a file in place of each sink: all items come back. */
function recorded(graph: Graph): Graph {
  const { blocks } = checkGraph(graph, CATALOGUE);
  const sinks = new Map(
    blocks.flatMap(({ id, instance, ports }) => (instance?.kind === "sink" ? [[id, ports] as const] : [])),
  );
  const nameOf = (id: string, port: string) => `${id}-${port}`;
  return {
    ...graph,
    blocks: [
      ...graph.blocks.filter(({ id }) => !sinks.has(id)),
      ...[...sinks].flatMap(([id, { inputs }]) =>
        inputs.map(({ name, type, vector = 1 }) => ({
          id: nameOf(id, name),
          type: "file-sink",
          parameters: { type, vector, format: "raw" },
          position: [0, 0] as const,
        })),
      ),
    ],
    connections: graph.connections.map((connection) => {
      const [id, port] = connection.to;
      return sinks.has(id) ? { ...connection, to: [nameOf(id, port), "in"] as const } : connection;
    }),
  };
}

/** Elements of the busiest connection that are compared, in pages of an awkward size. */
const [ITEMS, PAGE] = [12_000, 5000];

/**
 * The receivers need more: their smallest pages are long, and a packet comes out with the page after it. Of 400,000 bits of
 * telemetry a few are so close that float32 may decide them otherwise; the frames of 802.11 have check sequences. Before the first
 * symbol has come through the filters, a slicer decides the signs of rounding errors: 16 symbols of two bits.
 */
const RECEIVERS: Readonly<Record<string, { smallestPages?: number; mostWrong: number }>> = {
  multipath: { mostWrong: 32 },
  telemetry: { smallestPages: 3, mostWrong: 20 },
  "wifi-receiver": { smallestPages: 6, mostWrong: 0 },
};

const QUICK = ["fm-receiver", "am-receiver", "spectrum-analyser", "ber-loop"];

/** A radio has no samples here. */
const compared = PRESETS.filter(({ name }) => (process.env.THREERAY_SLOW ? name !== "radio" : QUICK.includes(name)));

/** Returns the number of ones in a word. */
function bitsOf(word: number): number {
  let count = 0;
  for (let rest = word >>> 0; rest > 0; rest >>>= 1) count += rest & 1;
  return count;
}

describe("graphs/presets, on the GPU", () => {
  it.each(compared.map(({ name, graph }) => [name, graph] as const))("%s agrees with float64", async (name, graph) => {
    const checked = checkGraph(recorded(graph), CATALOGUE);
    expect(checked.problems).toEqual([]);
    const { smallestPages: pages, mostWrong = 2 } = RECEIVERS[name] ?? {};
    const items = pages ? pages * busiestOf(checked, 0) : ITEMS;
    const signals = runFloat64(checked, CATALOGUE, { items });
    const found = await sinkItems(
      checked,
      pages ? { page: 1, pages } : { page: PAGE, pages: Math.floor(ITEMS / PAGE) },
    );
    expect(found.size).toBe(checked.blocks.filter(({ instance }) => instance?.kind === "sink").length);
    for (const [sink, items] of found) {
      const edge = checked.edges.find(({ to }) => to[0] === sink);
      const expected = signals[(edge?.from ?? []).join(".")];
      if (edge?.type === "bits" || edge?.type === "frames") {
        // Bits near the threshold of a slicer may fall to the other side.
        const wrong = items.reduce((sum, item, n) => sum + bitsOf(item ^ expected[n]), 0);
        expect(items.length, sink).toBeGreaterThan(0);
        expect(wrong, sink).toBeLessThanOrEqual(mostWrong);
        continue;
      }
      const largest = items.reduce((most, _, n) => Math.max(most, Math.abs(expected[n])), 0);
      const error = items.reduce((most, item, n) => Math.max(most, Math.abs(item - expected[n]) / largest), 0);
      expect(error, sink).toBeLessThan(1e-4);
    }
  });
});
