import { describe, expect, it } from "vitest";
import { readGraphLink } from "#core/graphs/preset-link.ts";
import { encodeGraphs, fileRead } from "./address.ts";
import { FIRST_PRESET } from "./presets.ts";

describe("graphs/link", () => {
  it.each(["#graphs?v=1", "#graphs?v=1&page=65536&pace=fast", "#graphs?v=1&graph=abc_-9"])("reads %s", (link) => {
    expect(encodeGraphs(readGraphLink(link))).toBe(link);
  });

  it("opens the first preset by default, and refuses others by name", () => {
    expect(readGraphLink("#graphs?v=1").of).toEqual({ preset: FIRST_PRESET.name, set: "" });
    expect(() => readGraphLink("#graphs?v=1&preset=none")).toThrow("there is no preset “none”");
    expect(() => readGraphLink("#graphs?v=1&page=5")).toThrow("page must be one of");
  });

  it("names the recording that a graph reads, which no link holds", () => {
    const block = { id: "r", type: "recording-source", parameters: { name: "a.wav" }, position: [0, 0] as const };
    expect(fileRead({ blocks: [block] }, "opened")).toBe("opened");
    expect(fileRead({ blocks: [block] }, undefined)).toBe("a.wav");
    expect(fileRead({ blocks: [{ ...block, parameters: {} }] }, undefined)).toBeUndefined();
    expect(fileRead({ blocks: [{ ...block, isDisabled: true }] }, "opened")).toBeUndefined();
    expect(fileRead({ blocks: [] }, "opened")).toBeUndefined();
  });
});
