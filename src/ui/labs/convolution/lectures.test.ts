import { describe, expect, it } from "vitest";
import { countConvolutions } from "#core/convolution/experiment/compare-convolutions.ts";
import { CONVOLUTION, type MethodName } from "#core/convolution/experiment/comparison.ts";
import { decodeComparison } from "./link.ts";
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

  /** Operations of one signal: a packet and 186 taps unless told otherwise. */
  const flops = (method: MethodName, sizes: { signal?: number; filter?: number } = {}) =>
    countConvolutions(CONVOLUTION.parse({ ...sizes, batch: 1, methods: [method] }))[0].flops;
  const packet = 12_672;

  it("say what is counted: where curves cross", () => {
    expect(flops("transform", { filter: 4 }) / packet).toBeCloseTo(279.3, 1);
    expect(flops("transform", { filter: 1024 })).toBe(flops("transform", { filter: 4 }));
    for (const [method, crossing] of [
      ["transform", 35],
      ["overlap-save", 12],
    ] as const) {
      for (const filter of [crossing - 1, crossing]) {
        expect(flops(method, { filter }) < flops("direct", { filter })).toBe(filter === crossing);
      }
    }
    expect([8, 16, 186, 1024].map((filter) => Math.round(flops("overlap-save", { filter }) / packet))).toEqual([
      91, 93, 141, 253,
    ]);
  });

  it.each([
    ["transform", { signal: 64 }, 0.032],
    ["direct", { signal: 64 }, 0.095],
    ["overlap-save", { signal: 64 }, 0.16],
    ["direct", {}, 18.9],
    ["transform", {}, 3.54],
    ["overlap-save", {}, 1.79],
    ["overlap-add", {}, 2.25],
    ["direct", { filter: 4096 }, 415],
    ["transform", { filter: 4096 }, 3.64],
    ["overlap-save", { filter: 48 }, 1.35],
    ["overlap-save", { filter: 1024 }, 3.2],
    ["transform", { signal: 2048 }, 0.76],
    ["overlap-save", { signal: 2048 }, 0.38],
    ["overlap-add", { signal: 2048 }, 0.83],
    ["transform", { signal: 2 ** 20 }, 321],
    ["overlap-save", { signal: 2 ** 20 }, 137],
    ["overlap-add", { signal: 2 ** 20 }, 140],
  ] as const)("say what is counted: %s, %o, %d Mflop", (method, sizes, mflop) => {
    expect(Math.abs(flops(method, sizes) / 1e6 / mflop - 1)).toBeLessThan(0.015);
  });
});
