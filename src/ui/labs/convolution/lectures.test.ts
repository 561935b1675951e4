import { describe, expect, it } from "vitest";
import { countConvolutions } from "#core/convolution/experiment/compare-convolutions.ts";
import { CONVOLUTION, type MethodName } from "#core/convolution/experiment/comparison.ts";
import { overlapSaveBlocks } from "#core/convolution/overlap-save.ts";
import { PUBLISHED_CONVOLUTIONS } from "#core/convolution/experiment/published.ts";
import { stepWords } from "#core/lectures/words.ts";
import TIMES from "./bench-times.json" with { type: "json" };
import { decodeComparison } from "./address.ts";
import { LECTURES } from "./lectures.ts";

const FIGURES = ["time", "operations", "error", "workgroups", "timeline", "results"];

describe("Convolution lectures", () => {
  it("have distinct names", () => {
    expect(new Set(LECTURES.map(({ id }) => id)).size).toBe(LECTURES.length);
  });

  it.each(LECTURES.map((lecture) => [lecture.id, lecture.steps] as const))(
    "%s: scenarios that can be run",
    (_, steps) => {
      for (const { scenario, figure } of steps) {
        expect(() => decodeComparison(`#${scenario}`)).not.toThrow();
        expect(FIGURES).toContain(figure);
      }
    },
  );

  /** Operations of one signal: a packet and 186 taps unless told otherwise. */
  const flops = (method: MethodName, sizes: { signal?: number; filter?: number } = {}) =>
    countConvolutions(CONVOLUTION.parse({ ...sizes, batch: 1, methods: [method] }))[0].flops;
  const packet = 12_672;

  const words = LECTURES.flatMap(({ steps }) => steps.map(stepWords)).join(" ");
  /** Milliseconds on the bench's GPU, as lectures quote them. */
  const timed = (method: MethodName, taps: 23 | 186) =>
    (TIMES.lines as Record<string, { ms: number }>)[`convolution/${method} ${taps} taps, 3104 packets`].ms;

  it("quote the timings of bench-times.json, and name its GPU", () => {
    expect(new Set(words.match(/\b[A-Z]\d00\b/g))).toEqual(new Set([TIMES.gpu]));
    for (const [name, { ms }] of Object.entries(TIMES.lines)) {
      if (name !== "convolution/direct-global 23 taps, 3104 packets") expect(words, name).toContain(ms.toFixed(2));
    }
    const ofCopy = (method: string, taps: number) =>
      (TIMES.lines as Record<string, { ofCopy: number }>)[`convolution/${method} ${taps} taps, 3104 packets`].ofCopy;
    for (const method of ["overlap-save", "overlap-add"]) {
      expect(words).toContain(`${ofCopy(method, 186)} and ${ofCopy(method, 23)} %`);
    }
  });

  it("draw conclusions that the quoted timings support", () => {
    for (const taps of [23, 186] as const) {
      for (const method of ["direct", "direct-global", "transform", "overlap-add"] as const) {
        expect(timed("overlap-save", taps), method).toBeLessThan(timed(method, taps));
      }
    }
    expect(timed("direct", 23)).toBeLessThan(timed("transform", 23) / 3);
    const saved = 1 - timed("transform", 186) / timed("direct", 186);
    expect(saved).toBeGreaterThan(0);
    expect(saved).toBeLessThan(0.25);
    expect(words).toContain(`saves only ${(100 * saved).toFixed(0)} % of the time`);
    const transfers = (2 * 3104 * 12_672 * 8) / 32e6;
    const [best, slowest] = [timed("overlap-save", 186), timed("direct-global", 186)].map((ms) => ms + transfers);
    expect(Math.abs(1 - best / slowest - 0.2)).toBeLessThan(0.03);
    expect(words).toContain(`It takes ${best.toFixed(1)} ms instead of ${slowest.toFixed(1)}`);
    const ratio = timed("direct-global", 186) / timed("overlap-save", 186);
    expect(words).toContain(`Without transfers it is ${ratio.toFixed(0)} times as fast`);
  });

  it("quote the thesis as it was published", () => {
    const published = (method: MethodName) =>
      PUBLISHED_CONVOLUTIONS.find((row) => row.method === method && row.batch === 3104 && row.filter === 186)?.ms;
    expect([published("direct"), published("transform")]).toEqual([180.3, 36.8]);
    const [direct, transform] = [180.3 / timed("direct", 186), 36.8 / timed("transform", 186)];
    expect(words).toContain(
      `The FFT is ${transform.toFixed(0)} times as fast, the time domain ${direct.toFixed(0)} times.`,
    );
  });

  it("say how many points of a block are outputs", () => {
    const outputs = (taps: number, group?: number) =>
      overlapSaveBlocks(
        { signals: 1, inputStride: packet, origin: 0, outputLength: packet, decimation: 1, taps, precursors: 0 },
        group,
      ).step;
    expect([outputs(48), outputs(186), outputs(1024)]).toEqual([208, 832, 1024]);
    expect([32, 64, 128].map((group) => Math.round((100 * outputs(186, group)) / (16 * group)))).toEqual([63, 81, 91]);
    const perOutput = (length: number, step: number) => (10 * length * Math.log2(length) + 6 * length) / step;
    expect(perOutput(1024, outputs(186, 64))).toBeCloseTo(130.5, 1);
    expect(perOutput(2048, outputs(186, 128))).toBeCloseTo(128.0, 1);
  });

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
    ["transform", { signal: 2048 }, 0.39],
    ["overlap-save", { signal: 2048 }, 0.38],
    ["overlap-add", { signal: 2048 }, 0.83],
    ["transform", { signal: 2 ** 20 }, 321],
    ["overlap-save", { signal: 2 ** 20 }, 137],
    ["overlap-add", { signal: 2 ** 20 }, 140],
  ] as const)("say what is counted: %s, %o, %d Mflop", (method, sizes, mflop) => {
    expect(Math.abs(flops(method, sizes) / 1e6 / mflop - 1)).toBeLessThan(0.015);
  });
});
