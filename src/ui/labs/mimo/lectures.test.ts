import { describe, expect, it } from "vitest";
import { decodeMimo } from "./link.ts";
import { LECTURES } from "./lectures.ts";

const FIGURES = ["trellis", "ber", "fer", "uncoded", "llrs", "convergence", "complexity", "throughput", "received"];

describe("MIMO lectures", () => {
  it("have unique names", () => {
    expect(new Set(LECTURES.map(({ id }) => id)).size).toBe(LECTURES.length);
  });

  it.each(LECTURES.map((lecture) => [lecture.id, lecture.steps] as const))(
    "%s: every scenario is valid",
    (_, steps) => {
      for (const { scenario, focus } of steps) {
        expect(() => decodeMimo(`#mimo?v=1&${scenario}`)).not.toThrow();
        expect(FIGURES).toContain(focus);
      }
    },
  );
});
