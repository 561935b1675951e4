import { describe, expect, it } from "vitest";
import { decodeGraphs, encodeGraphs, fileRead } from "./address.ts";
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

  it("names the recording that a graph reads, which no link holds", () => {
    const block = { id: "r", type: "recording-source", parameters: { name: "a.wav" }, position: [0, 0] as const };
    expect(fileRead({ blocks: [block] }, "opened")).toBe("opened");
    expect(fileRead({ blocks: [block] }, undefined)).toBe("a.wav");
    expect(fileRead({ blocks: [{ ...block, parameters: {} }] }, undefined)).toBeUndefined();
    expect(fileRead({ blocks: [{ ...block, isDisabled: true }] }, "opened")).toBeUndefined();
    expect(fileRead({ blocks: [] }, "opened")).toBeUndefined();
  });

  it("knows presets by their content", () => {
    for (const { name, graph } of PRESETS) expect(presetOf(structuredClone(graph))).toBe(name);
    expect(presetOf({ ...PRESETS[0].graph, variables: [] })).toBeUndefined();
  });
});
