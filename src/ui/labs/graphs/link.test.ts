import { describe, expect, it } from "vitest";
import { parseGraph } from "#core/graphs/graph-file.ts";
import { decodeGraphs, encodeGraphs } from "./link.ts";
import { FIRST_PRESET, PRESETS } from "./presets.ts";

describe("graphs/link", () => {
  it.each(["#graphs?v=1", "#graphs?v=1&page=65536&pace=fast", "#graphs?v=1&graph=abc_-9"])("reads %s", (link) => {
    expect(encodeGraphs(decodeGraphs(link))).toBe(link);
  });

  it("opens the first preset by default, and refuses others by name", () => {
    expect(decodeGraphs("#graphs?v=1").of).toEqual({ preset: FIRST_PRESET });
    expect(() => decodeGraphs("#graphs?v=1&preset=none")).toThrow("there is no preset “none”");
    expect(() => decodeGraphs("#graphs?v=1&page=5")).toThrow("page must be one of");
  });

  it("has presets that are valid graphs, unlike each other", () => {
    const texts = Object.values(PRESETS).map((preset) => JSON.stringify(parseGraph(preset)));
    expect(new Set(texts).size).toBe(texts.length);
  });
});
