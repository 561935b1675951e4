import { describe, expect, it } from "vitest";
import { CATALOGUE } from "../../blocks/catalogue.ts";
import { checkGraph } from "../../flow/check-graph.ts";
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
