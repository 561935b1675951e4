import { describe, expect, it } from "vitest";
import { measureFloat64 } from "./benchmark-times.ts";
import { BENCHMARKS, benchmarks } from "./presets/benchmarks.ts";

describe("benchmarks of the thesis", () => {
  it.each(BENCHMARKS.map(({ name }, i) => [name, i] as const))("has a float64 speed: %s", (_, i) => {
    const speed = measureFloat64(benchmarks[i].graph, "work", 0);
    expect(Number.isFinite(speed) && speed > 0).toBe(true);
  });

  it("names the block that is missing", () => {
    expect(() => measureFloat64(benchmarks[0].graph, "other", 0)).toThrow('the graph has no connected block "other"');
  });
});
