import { describe, expect, it } from "vitest";
import { decodeComparison } from "../../store/url.ts";
import { LECTURES } from "./lectures.ts";

const FIGURES = ["time", "operations", "error", "workgroups", "timeline", "results"];

describe("Convolution lectures", () => {
  it("have names of their own", () => {
    expect(new Set(LECTURES.map(({ id }) => id)).size).toBe(LECTURES.length);
  });

  it.each(LECTURES.map((lecture) => [lecture.id, lecture.steps] as const))(
    "%s: scenarios that can be run",
    (_, steps) => {
      for (const { scenario, focus } of steps) {
        expect(() => decodeComparison(`#convolution?${scenario}`)).not.toThrow();
        expect(FIGURES).toContain(focus);
      }
    },
  );
});
