import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { design, type Filter } from "../filter-design/registry.ts";
import type { FilterSpec } from "../filter-design/spec.ts";
import { errorDb, testGpu } from "../gpu/testing.ts";
import { exactFilter } from "./exact.ts";
import { FILTERS, IIR_METHOD_TITLES, type FilterMethod, METHOD_TITLES, methodsOf } from "./experiment.ts";
import { bestMethod, refusalOf, refusalsOf, methodOf } from "./pass.ts";
import { passageOf } from "./passage.ts";
import { madeSignal } from "./signal.ts";

const taps = (length: number): FilterSpec => ({ type: "taps", taps: Array.from({ length }, () => 1 / length) });

describe("filters/pass", () => {
  it.each([
    ["one pole behind a delay", { type: "sections", sections: [[0, 1, 0, 1, -0.5, 0]] }, "scan"],
    ["one pole", { type: "sections", sections: [[2, 0, 0, 1, -0.5, 0]] }, "one-pole"],
    ["a double pole", { type: "zeros-poles", zeros: [], poles: [0.5, 0.5] }, "scan"],
    // Partial fractions of a Butterworth filter of this order cancel, which costs 20 dB of accuracy.
    ["16 poles whose fractions cancel", { type: "butterworth", order: 16, cutoff: 0.1 }, "scan"],
    ["16 poles", { type: "elliptic", order: 16, cutoff: 0.1, ripple: 0.5, attenuation: 70 }, "block-convolution"],
    ["few taps", taps(3), "direct"],
    ["many taps", taps(100), "overlap-save"],
    ["more taps than a transform takes", taps(2049), "direct"],
  ] satisfies [string, FilterSpec, FilterMethod][])("best is a method that takes %s", async (_, spec, method) => {
    const filter = design(spec);
    expect(bestMethod(filter)).toBe(method);
    const config = FILTERS.parse({ design: spec, samples: 3000, page: 1000 });
    const { after } = await passageOf(await testGpu(), config, madeSignal(config));
    const x = await madeSignal(config).read(0, config.samples);
    expect(errorDb(after, exactFilter(filter, "real")(x))).toBeLessThan(-120);
  });

  it("a chosen method takes the filter, or gives the reason why it does not", () => {
    const double = design({ type: "zeros-poles", zeros: [], poles: [0.5, 0.5] });
    for (const method of methodsOf(double)) {
      const reason = refusalOf(method, double);
      if (reason) expect(() => methodOf({ method }, double)).toThrow(reason);
      else expect(methodOf({ method }, double)).toBe(method);
    }
    expect(refusalOf("one-pole", double)).toMatch("one pole");
    expect(refusalOf("overlap-save", design(taps(2049)))).toMatch("at most 2048");
    expect(() => methodOf({ method: "direct" }, double)).toThrow("takes the methods cpu-sections");
  });

  it.each([
    ["zeros and poles", { type: "elliptic", order: 4, cutoff: 0.2, ripple: 1, attenuation: 40 }, ["one-pole"]],
    [
      "a double pole",
      { type: "zeros-poles", zeros: [], poles: [0.5, 0.5] },
      ["one-pole", "parallel", "block-convolution"],
    ],
    ["one pole", { type: "sections", sections: [[2, 0, 0, 1, -0.5, 0]] }, []],
    ["an unstable filter", { type: "zeros-poles", zeros: [], poles: [1.1] }, Object.keys(IIR_METHOD_TITLES)],
    ["few taps", taps(3), []],
    ["more taps than a transform takes", taps(2049), ["overlap-save", "overlap-add"]],
  ] satisfies [string, FilterSpec, string[]][])(
    "of its kind's methods, %s refuses those that throw",
    (_, spec, refused) => {
      const filter = design(spec);
      const refusals = refusalsOf(filter);
      expect(methodsOf(filter).filter((method) => refusals[method] !== undefined)).toEqual(refused);
      for (const method of Object.keys(METHOD_TITLES) as FilterMethod[]) {
        const choose = () => methodOf({ method }, filter);
        if (refusals[method] === undefined) expect(choose()).toBe(method);
        else expect(choose).toThrow(refusals[method]);
      }
    },
  );

  it("best is within 2 % of the fastest in the measured table", () => {
    for (const { filter, times } of measured()) {
      const own = times.get(bestMethod(filter)) ?? Infinity;
      const fastest = Math.min(...times.values());
      // The table has three digits.
      const half = (ms: number) => 10 ** (Math.floor(Math.log10(ms)) - 2) / 2;
      expect(own - half(own), bestMethod(filter)).toBeLessThanOrEqual(1.02 * (fastest + half(fastest)));
    }
  });
});

/** Milliseconds of each method, for the filters of docs/performance.md that several methods compute. */
function measured(): { filter: Filter; times: Map<FilterMethod, number> }[] {
  const rows = new Map<string, Map<string, number>>();
  for (const line of readFileSync("docs/performance.md", "utf8").split("\n")) {
    const [, what, method, time] = line.split("|").map((cell) => cell.trim());
    const known = /^fir, \d+ taps, \d+ real samples$|^iir, order \d+, 1 × \d+ real$/.test(what ?? "");
    if (!known || method.startsWith("cupyx")) continue;
    rows.set(what, (rows.get(what) ?? new Map()).set(method === "sections" ? "scan" : method, Number.parseFloat(time)));
  }
  const several = [...rows].filter(([, times]) => times.size > 1);
  expect(several.length).toBeGreaterThanOrEqual(5);
  return several.map(([what, times]) => {
    const size = Number(/\d+/.exec(what)![0]);
    const spec: FilterSpec = what.startsWith("fir")
      ? taps(size)
      : { type: "elliptic", order: size, cutoff: 0.2, ripple: 0.5, attenuation: 70 };
    return { filter: design(spec), times: times as Map<FilterMethod, number> };
  });
}
