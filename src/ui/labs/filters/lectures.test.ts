import { describe, expect, it } from "vitest";
import { viewFilter } from "#core/filters/view.ts";
import { decodeFilters, encodeFilters } from "./link.ts";
import { LECTURES } from "./lectures.ts";

const DESIGN_FIGURES = ["magnitude", "plane", "phase-delay", "impulse", "coefficients"];
const FIGURES = [...DESIGN_FIGURES, "spectra", "excerpt", "listen", "waterfalls", "ways", "crossover", "pages"];

describe("Filters lectures", () => {
  it("have unique names", () => {
    expect(new Set(LECTURES.map(({ id }) => id)).size).toBe(LECTURES.length);
  });

  it.each(LECTURES.map((lecture) => [lecture.id, lecture.steps] as const))(
    "%s: every filter can be designed",
    (_, steps) => {
      for (const { scenario, focus } of steps) {
        const link = decodeFilters(`#filters?${scenario}`);
        expect(encodeFilters(link)).toBe(encodeFilters(decodeFilters(encodeFilters(link))));
        expect(viewFilter(link.config.design).frequency.length).toBeGreaterThan(100);
        expect(FIGURES).toContain(focus);
      }
    },
  );
});
