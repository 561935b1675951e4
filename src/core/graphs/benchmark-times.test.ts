import { describe, expect, it } from "vitest";
import { measureFloat64 } from "./benchmark-times.ts";
import { BENCHMARKS, benchmarks } from "./presets/benchmarks.ts";

describe("benchmarks of the thesis", () => {
  it.each(BENCHMARKS.map(({ name }, i) => [name, i] as const))("has a float64 speed: %s", async (_, i) => {
    const speed = await measureFloat64(benchmarks[i].graph, "work", 0);
    expect(Number.isFinite(speed) && speed > 0).toBe(true);
  });

  it("names the block that is missing", async () => {
    await expect(measureFloat64(benchmarks[0].graph, "other", 0)).rejects.toThrow(
      'the graph has no connected block "other"',
    );
  });
});
