import { describe, expect, it } from "vitest";
import type { SliceOptions } from "../filter-design/slices.ts";
import type { Filter } from "../filter-design/registry.ts";
import type { FilterSpec } from "../filter-design/spec.ts";
import { createDesigner } from "./designer.ts";

const spec = (tap: number): FilterSpec => ({ type: "taps", taps: [tap] });

/** Slow designs that end when the test ends them, or when their signal aborts. */
function slow() {
  const begun: (SliceOptions & { finish(filter: Filter): void })[] = [];
  const run = (_: FilterSpec, options: SliceOptions) =>
    new Promise<Filter>((finish, fail) => {
      begun.push({ ...options, finish });
      options.signal!.addEventListener("abort", () => fail(options.signal!.reason));
    });
  return { begun, design: createDesigner(run) };
}

describe("filters/designer", () => {
  it("designs once for all callers, and reports progress to all of them", async () => {
    const { begun, design } = slow();
    const told: number[][] = [[], []];
    const answers = told.map((list) => design(spec(1), { onTaps: (taps) => list.push(taps) }));
    expect(begun).toHaveLength(1);
    begun[0].onTaps!(713);
    const filter: Filter = { kind: "fir", taps: Float64Array.of(1) };
    begun[0].finish(filter);
    expect(await Promise.all(answers)).toEqual([filter, filter]);
    expect(told).toEqual([[713], [713]]);
    expect(await design(spec(1), {})).toBe(filter);
    void design(spec(2), {});
    expect(begun).toHaveLength(2);
  });

  it("ends a design when the last caller leaves, and starts it again for the next caller", async () => {
    const { begun, design } = slow();
    const leaving = [new AbortController(), new AbortController()];
    const answers = leaving.map(({ signal }) => design(spec(1), { signal }));
    leaving[0].abort(new Error("gone"));
    await expect(answers[0]).rejects.toThrow("gone");
    expect(begun[0].signal!.aborted).toBe(false);
    leaving[1].abort(new Error("left too"));
    await expect(answers[1]).rejects.toThrow("left too");
    expect(begun[0].signal!.aborted).toBe(true);
    void design(spec(1), {});
    expect(begun).toHaveLength(2);
  });

  it("yields to other work of its thread while it designs many taps, and stops on abort", async () => {
    const design = createDesigner();
    const controller = new AbortController();
    const long: FilterSpec = { type: "remez", pass: 0.2, stop: 0.204, ripple: 0.1, attenuation: 80 };
    // A design that blocked the thread would finish before the first of these turns.
    const turns = async () => {
      for (let turn = 0; turn < 15; turn++) await new Promise((next) => setTimeout(next));
      controller.abort(new Error("enough"));
    };
    await Promise.all([expect(design(long, { signal: controller.signal })).rejects.toThrow("enough"), turns()]);
  });
});
