import { describe, expect, it } from "vitest";
import { decodeTurbo } from "./link.ts";
import { LECTURES } from "./lectures.ts";

const FIGURES = ["ber", "fer", "codeword", "exit", "loss", "throughput", "trellis"];

describe("Turbo lectures", () => {
  it("have unique names", () => {
    expect(new Set(LECTURES.map(({ id }) => id)).size).toBe(LECTURES.length);
  });

  it.each(LECTURES.map((lecture) => [lecture.id, lecture.steps] as const))(
    "%s: every scenario is valid",
    (_, steps) => {
      for (const { scenario, focus } of steps) {
        expect(() => decodeTurbo(`#turbo?${scenario}`)).not.toThrow();
        expect(FIGURES).toContain(focus);
      }
    },
  );
});
