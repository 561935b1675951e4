import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { layersOf } from "./architecture.mjs";

describe("architecture", () => {
  it("names files that exist", () => {
    const text = readFileSync("docs/architecture.md", "utf8");
    const named = [...text.matchAll(/`((?:src|scripts)\/[^`]*)`/g)].map(([, path]) => path);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it("puts a room above those that it imports", () => {
    const files = new Map([
      ["src/core/fft/fft.ts", 'import "../gpu/kernel.ts";'],
      ["src/core/gpu/kernel.ts", ""],
      ["src/ui/kit/run.ts", 'import "../../core/fft/fft.ts";'],
    ]);
    expect(layersOf(files)).toEqual([["ui/kit"], ["core/fft"], ["core/gpu"]]);
  });
});
