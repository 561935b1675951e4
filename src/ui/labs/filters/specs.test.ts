import { describe, expect, it } from "vitest";
import { bandOf } from "#core/filters/names.ts";
import { viewFilter } from "#core/filters/view.ts";
import { BANDS } from "#core/filter-design/bands.ts";
import { filterFields, type FilterSpec, type FilterType } from "#core/filter-design/spec.ts";
import { EXAMPLES } from "./examples.ts";
import { handlesOf } from "./handles.ts";
import { atRate, respecify, takesMask } from "./specs.ts";

const TYPES = Object.keys(filterFields) as FilterType[];

describe("examples", () => {
  it.each(EXAMPLES.map(({ title, design }) => [title, design] as const))(
    "%s can be made, and is stable",
    (_, design) => {
      const view = viewFilter(design);
      expect(view.stability.stable).toBe(true);
      for (const { kept } of view.mask ?? []) expect(kept).toBe(true);
    },
  );
});

describe("another filter of the same kind", () => {
  it.each(EXAMPLES.map(({ title, design }) => [title, design] as const))("%s becomes any type", (_, design) => {
    const view = viewFilter(design);
    for (const type of TYPES) {
      for (const asked of takesMask(type) ? (["mask", "order"] as const) : [undefined]) {
        // No taps are as sharp as the poles of "Sensitive to rounding".
        if (asked === "mask" && "length" in filterFields[type].byOrder && view.stability.radius > 0.999) continue;
        const next = respecify(design, view, { type, asked });
        expect(next.type).toBe(type);
        expect(next.rate).toBe(design.rate);
        expect(viewFilter(next).frequency.length).toBeGreaterThan(100);
      }
    }
  });

  it.each(TYPES.filter(takesMask))("%s takes any band, by mask and by order, and back", (type) => {
    for (const asked of ["mask", "order"] as const) {
      let spec = respecify(EXAMPLES[0].design, undefined, { type, asked });
      for (const band of [...BANDS, ...BANDS.toReversed()]) {
        spec = respecify(spec, undefined, { band });
        if (!("bands" in spec)) expect(bandOf(spec)).toBe(band);
        expect("pass" in spec).toBe(asked === "mask");
        for (const { kept } of viewFilter(spec).mask ?? []) expect(kept).toBe(true);
      }
    }
  });

  it("by hand is the same filter, in points that can be moved", () => {
    const view = viewFilter(EXAMPLES[0].design);
    const hand = viewFilter(respecify(EXAMPLES[0].design, view, { type: "zeros-poles" }));
    for (const f of [0, 1000, 5900, 6000]) {
      const at = (one: typeof view) => one.gainDb[one.frequency.findIndex((value) => value >= f)];
      expect(Math.abs(at(hand) - at(view))).toBeLessThan(0.05);
    }
  });
});

it.each(EXAMPLES.map(({ title, design }) => [title, design] as const))(
  "%s is the same at another rate",
  (_, design) => {
    const [before, after] = [design, atRate(design, 1e6)].map((spec) => viewFilter(spec));
    expect(after.order).toBe(before.order);
    expect(Math.abs(after.stability.radius - before.stability.radius)).toBeLessThan(1e-9);
    expect(after.frequency.at(-1)).toBe(5e5);
  },
);

describe("handles", () => {
  const low: FilterSpec = { type: "elliptic", pass: 6000, stop: 7500, ripple: 0.5, attenuation: 60, rate: 48_000 };
  const named = (spec: FilterSpec) =>
    Object.fromEntries(handlesOf(spec, undefined).map((handle) => [handle.name, handle]));

  it("are the corners of a mask, and stay between their neighbours", () => {
    const { "Passes to": pass, "Stops from": stop } = named(low);
    expect(pass.move(5012.3, -0.5)).toMatchObject({ pass: 5010, stop: 7500, ripple: 0.5 });
    expect(pass.move(5000, -1.234)).toMatchObject({ ripple: 1.23 });
    expect(pass.move(9000, -0.5)).toMatchObject({ pass: 7490 });
    expect(pass.move(-5, 3)).toMatchObject({ pass: 12, ripple: 0.01 });
    expect(stop.move(8000, -81.04)).toMatchObject({ stop: 8000, attenuation: 81 });
    expect(stop.move(99_999, 20)).toMatchObject({ stop: 23_990, attenuation: 2 });
  });

  it("of a FIR filter stop where it would become long", () => {
    const fir: FilterSpec = { ...low, type: "window" };
    const { "Passes to": pass, "Stops from": stop } = named(fir);
    const longest = [pass.move(9000, pass.db!), stop.move(6100, -60), stop.move(7500, -160)].map((spec) => {
      return viewFilter(spec).order + 1;
    });
    for (const length of longest) {
      expect(length).toBeGreaterThan(250);
      expect(length).toBeLessThan(400);
    }
  });

  it("move both ways about 1 with the ripple of a FIR filter", () => {
    const fir: FilterSpec = { ...low, type: "remez" };
    const { "Passes to": pass } = named(fir);
    expect(pass.move(6000, pass.db!)).toMatchObject({ ripple: 0.5 });
  });

  it.each([
    ["lowpass", ["Passes to", "Stops from"]],
    ["highpass", ["Passes from", "Stops to"]],
    ["bandpass", ["Passes from", "Passes to", "Stops to", "Stops from"]],
    ["bandstop", ["Passes to", "Passes from", "Stops from", "Stops to"]],
  ] as const)("of a %s say to where and from where", (band, names) => {
    const spec = respecify(low, undefined, { band });
    expect(handlesOf(spec, undefined).map(({ name }) => name)).toEqual(names);
    for (const handle of handlesOf(spec, undefined)) {
      expect(viewFilter(handle.move(handle.frequency + 50, handle.db!)).mask).toHaveLength(
        band.startsWith("band") ? 3 : 2,
      );
    }
  });

  it("are cutoffs, and edges of bands", () => {
    const { From, To } = named({ type: "bessel", order: 3, cutoff: [0.2, 0.4] });
    expect(From.move(0.3, 0)).toMatchObject({ cutoff: [0.3, 0.4] });
    expect(To.move(0.1, 0)).toMatchObject({ cutoff: [0.2, 0.201] });
    const bands = named({ type: "remez", length: 31, bands: [0, 0.2, 0.3, 1], gains: [1, 1, 0, 0] });
    expect(Object.keys(bands)).toEqual(["Band 1 to", "Band 2 from"]);
    expect(bands["Band 1 to"].move(0.25, 0)).toMatchObject({ bands: [0, 0.25, 0.3, 1] });
    expect(handlesOf({ type: "taps", taps: [1] }, undefined)).toEqual([]);
  });
});
