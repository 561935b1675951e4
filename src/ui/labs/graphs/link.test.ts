import { describe, expect, it } from "vitest";
import { decodeGraphs, encodeGraphs } from "./link.ts";
import { PRESETS } from "#core/graphs/presets/registry.ts";
import { FIRST_PRESET, presetOf } from "./presets.ts";

describe("graphs/link", () => {
  it.each(["#graphs?v=1", "#graphs?v=1&page=65536&pace=fast", "#graphs?v=1&graph=abc_-9"])("reads %s", (link) => {
    expect(encodeGraphs(decodeGraphs(link))).toBe(link);
  });

  it("opens the first preset by default, and refuses others by name", () => {
    expect(decodeGraphs("#graphs?v=1").of).toEqual({ preset: FIRST_PRESET.name });
    expect(() => decodeGraphs("#graphs?v=1&preset=none")).toThrow("there is no preset “none”");
    expect(() => decodeGraphs("#graphs?v=1&page=5")).toThrow("page must be one of");
  });

  it("knows presets by their content", () => {
    for (const { name, graph } of PRESETS) expect(presetOf(structuredClone(graph))).toBe(name);
    expect(presetOf({ ...PRESETS[0].graph, variables: [] })).toBeUndefined();
  });
});
