import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../blocks/catalogue.ts";
import { checkGraph } from "../../flow/check-graph.ts";
import { sinkItems } from "../../flow/graph.testing.ts";
import type { Graph } from "../../flow/graph.ts";
import { runFloat64 } from "../../flow/run-float64.ts";
import { parseGraph } from "../graph-file.ts";
import { PRESETS } from "./registry.ts";

describe("graphs/presets", () => {
  it.each(PRESETS.map(({ name, graph }) => [name, graph] as const))("%s has no problems", (name, graph) => {
    expect(parseGraph(graph, name)).toEqual(graph);
    expect(checkGraph(graph, CATALOGUE).problems).toEqual([]);
  });

  it("has a name of its own for each", () => {
    expect(new Set(PRESETS.map(({ name }) => name)).size).toBe(PRESETS.length);
  });
});

/** Returns the graph with a file in place of each sink: all items come back. */
function recorded(graph: Graph): Graph {
  const { blocks } = checkGraph(graph, CATALOGUE);
  const sinks = new Map(blocks.flatMap(({ id, made, ports }) => (made?.kind === "sink" ? [[id, ports] as const] : [])));
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

/** The receivers work on many samples: their own tests compare them with float64. A radio has no samples here. */
const LONG = ["telemetry", "wifi-receiver", "radio"];
const QUICK = ["fm-receiver", "am-receiver", "spectrum-analyser", "ber-loop"];

const compared = PRESETS.filter(({ name }) =>
  process.env.THREERAY_SLOW ? !LONG.includes(name) : QUICK.includes(name),
);

describe("graphs/presets, on the GPU", () => {
  it.each(compared.map(({ name, graph }) => [name, graph] as const))("%s agrees with float64", async (_, graph) => {
    const checked = checkGraph(recorded(graph), CATALOGUE);
    expect(checked.problems).toEqual([]);
    const signals = runFloat64(checked, CATALOGUE, { items: ITEMS });
    const found = await sinkItems(checked, { page: PAGE, pages: Math.floor(ITEMS / PAGE) });
    expect(found.size).toBeGreaterThan(0);
    for (const [sink, items] of found) {
      const edge = checked.edges.find(({ to }) => to[0] === sink);
      const expected = signals[(edge?.from ?? []).join(".")];
      const largest = items.reduce((most, _, n) => Math.max(most, Math.abs(expected[n])), 0);
      // Bits near the threshold of a slicer may fall to the other side.
      let [wrong, error] = [0, 0];
      for (const [n, item] of items.entries()) {
        error = Math.max(error, Math.abs(item - expected[n]) / largest);
        if (item !== expected[n]) wrong++;
      }
      if (edge?.type === "bits") expect(wrong, sink).toBeLessThanOrEqual(2);
      else expect(error, sink).toBeLessThan(1e-4);
    }
  });
});
