import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Edges, isBand } from "../bands.ts";
import { type BesselNorm, besselPrototype } from "./bessel.ts";
import { prewarp } from "./bilinear.ts";
import { abs, complex, polar } from "../complex.ts";
import { designIir, designIirToMask, FAMILIES, type FamilyName, type IirDesign } from "./iir.ts";
import { type Mask, smallestOrder } from "../mask.ts";
import { farthest, type ListedPoints, type ListedZpk, readVectors, toPoints, toZpk } from "../testing.ts";
import { ratio, type Zpk } from "../zpk.ts";

interface Vectors {
  designs: (IirDesign & { zpk: ListedZpk })[];
  prototypes: { order: number; norm: BesselNorm; poles: ListedPoints }[];
  orders: (Mask & { family: FamilyName; order: number; cutoff: number | [number, number] })[];
}
const vectors = readVectors<Vectors>("iir");

const names = Object.keys(FAMILIES) as FamilyName[];

/** Gain in dB at a frequency in units of the Nyquist frequency. */
const gainDb = (zpk: Zpk, frequency: number) =>
  20 * Math.log10(Math.abs(zpk.gain) * abs(ratio(zpk, polar(1, Math.PI * frequency))));

describe("filter-design/iir against SciPy", () => {
  it.each(
    vectors.designs.map((design) => [design.family, design.order, design.band, String(design.cutoff), design] as const),
  )("%s %i, %s %s", (_family, _order, _band, _cutoff, { zpk, ...design }) => {
    const [actual, expected] = [designIir(design), toZpk(zpk)];
    expect(farthest(actual.poles, expected.poles)).toBeLessThan(1e-12);
    expect(farthest(actual.zeros, expected.zeros)).toBeLessThan(1e-10);
    expect(Math.abs(actual.gain / expected.gain - 1)).toBeLessThan(1e-10);
  });

  it.each(vectors.prototypes)("Bessel prototype of order $order, norm $norm", ({ order, norm, poles }) => {
    expect(farthest(besselPrototype(order, norm).poles, toPoints(poles)) / abs(complex(...poles[0]))).toBeLessThan(
      1e-12,
    );
  });

  it.each(vectors.orders)("$family, pass $pass, stop $stop, $ripple dB, $attenuation dB: order $order", (vector) => {
    const actual = smallestOrder(FAMILIES[vector.family], vector);
    expect(actual.order).toBe(vector.order);
    // SciPy seeks a band-stop's best edges to within 1e-5; here they have a formula.
    const tolerance = actual.band === "bandstop" ? 2e-5 : 1e-12;
    const expected = [vector.cutoff].flat();
    [actual.cutoff].flat().forEach((edge, i) => expect(Math.abs(edge - expected[i])).toBeLessThan(tolerance));
  });
});

const edgesOfMask = fc
  .uniqueArray(fc.double({ min: 0.01, max: 0.99, noNaN: true }), { minLength: 4, maxLength: 4 })
  .map((edges) => edges.sort((a, b) => a - b))
  .filter((edges) => edges.every((edge, i) => i === 0 || edge - edges[i - 1] > 0.01));

/** Masks of all four bands. */
const masks = fc
  .record({
    edges: edgesOfMask,
    band: fc.constantFrom("lowpass", "highpass", "bandpass", "bandstop"),
    ripple: fc.double({ min: 0.01, max: 3, noNaN: true }),
    attenuation: fc.double({ min: 20, max: 90, noNaN: true }),
  })
  .map(({ edges: [a, b, c, d], band, ripple, attenuation }): Mask => {
    const [inner, outer] =
      band === "lowpass" ? [a, b] : band === "highpass" ? [d, c] : [[b, c] as const, [a, d] as const];
    return {
      ...(band === "bandstop" ? { pass: outer, stop: inner } : { pass: inner, stop: outer }),
      ripple,
      attenuation,
    };
  });

/** Least and greatest gain of the pass band, and greatest of the stop band, in dB, on a grid that holds the edges. */
function gains(zpk: Zpk, { pass, stop }: Mask) {
  const [inPass, inStop] = regions(pass, stop);
  const grid = [...Array.from({ length: 1500 }, (_, i) => (i + 0.5) / 1500), ...[pass, stop].flat()];
  const of = (inside: (f: number) => boolean) => grid.filter(inside).map((f) => gainDb(zpk, f));
  return { low: Math.min(...of(inPass)), high: Math.max(...of(inPass)), stop: Math.max(...of(inStop)) };
}

function regions(pass: Edges, stop: Edges): ((f: number) => boolean)[] {
  const region = (own: Edges, other: Edges) => (f: number) => {
    if (isBand(own)) return own[0] > [other].flat()[0] ? f >= own[0] && f <= own[1] : f <= own[0] || f >= own[1];
    return own < Number(other) ? f <= own : f >= own;
  };
  return [region(pass, stop), region(stop, pass)];
}

describe("filter-design/iir to a mask", () => {
  it.each(names)("%s keeps it, and one order less does not", (name) => {
    fc.assert(
      fc.property(masks, (mask) => {
        const family = FAMILIES[name];
        const { band, order } = smallestOrder(family, mask);
        fc.pre(order <= 40);
        const kept = gains(designIirToMask(name, mask), mask);
        expect(kept.low).toBeGreaterThan(-mask.ripple - 1e-6);
        expect(kept.high).toBeLessThan(1e-6);
        expect(kept.stop).toBeLessThan(-mask.attenuation + 1e-6);
        if (order === 1 || band === "bandstop") return;
        const { ripple, attenuation } = mask;
        const edge = (order: number) => family.edge(order, ripple, attenuation);
        // The same pass band at the order below: the stop band's own edge moves out.
        const cutoff = moved(mask.pass, band, edge(order - 1));
        const less = gains(designIir({ family: name, order: order - 1, band, cutoff, ripple, attenuation }), mask);
        expect(less.stop > -attenuation || less.low < -ripple).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("has poles inside the circle and a greatest gain of 1, for every family, band and order", () => {
    const design = fc.record({
      family: fc.constantFrom(...names, "bessel" as const),
      order: fc.integer({ min: 1, max: 14 }),
      band: fc.constantFrom("lowpass" as const, "highpass" as const, "bandpass" as const, "bandstop" as const),
      edges: edgesOfMask,
    });
    fc.assert(
      fc.property(design, ({ family, order, band, edges: [low, , high] }) => {
        const cutoff: Edges = band.startsWith("band") ? [low, high] : low;
        const zpk = designIir({ family, order, band, cutoff, ripple: 0.3, attenuation: 55 });
        for (const pole of zpk.poles) expect(abs(pole)).toBeLessThan(1);
        expect(zpk.zeros.length).toBe(zpk.poles.length);
        for (let f = 0.001; f < 1; f += 0.013) expect(gainDb(zpk, f)).toBeLessThan(1e-6);
      }),
      { numRuns: 150 },
    );
  });
});

/** Edges whose analog width, or edge, is `factor` times as far. */
function moved(pass: Edges, band: string, factor: number): Edges {
  const unwarp = (w: number) => (2 / Math.PI) * Math.atan(w);
  if (!isBand(pass)) return unwarp(band === "lowpass" ? prewarp(pass) * factor : prewarp(pass) / factor);
  const [p0, p1] = pass.map(prewarp);
  const half = ((p1 - p0) / 2) * factor;
  const root = Math.hypot(half, Math.sqrt(p0 * p1));
  return [unwarp(root - half), unwarp(root + half)];
}

describe("filter-design/iir refuses", () => {
  const good: IirDesign = { family: "elliptic", order: 4, band: "lowpass", cutoff: 0.2, ripple: 1, attenuation: 40 };
  it.each<[Partial<IirDesign>, string]>([
    [{ order: 0 }, "filter-design/iir/elliptic: order must be an integer from 1 to 64, got 0"],
    [{ family: "bessel", order: 26 }, "filter-design/iir/bessel: order must be an integer from 1 to 25, got 26"],
    [{ cutoff: 1 }, "cutoff of a lowpass must be one edge, between 0 and the Nyquist frequency, got 1 of it"],
    [{ band: "bandpass" }, "cutoff of a bandpass must be two edges, the lower first, between 0 and"],
    [{ band: "bandstop", cutoff: [0.4, 0.3] }, "got 0.4, 0.3 of it"],
    [{ ripple: 0 }, "ripple must be above 0 dB, got 0"],
    [{ attenuation: 0.5 }, "attenuation must be above the ripple, got 0.5"],
    [{ family: "chebyshev2", attenuation: undefined }, "attenuation must be above 0 dB, got NaN"],
  ])("%o", (part, message) => {
    expect(() => designIir({ ...good, ...part })).toThrow(message);
  });

  it.each<[Partial<Mask>, string]>([
    [{ ripple: 0 }, "filter-design/mask: ripple must be above 0 dB, got 0"],
    [{ attenuation: 1 }, "attenuation must be above the ripple, 1 dB, got 1"],
    [{ stop: 1.2 }, "must be between 0 and the Nyquist frequency, got 0.2, 1.2 of it"],
    [{ stop: 0.2 }, "must be one edge each, apart, or two each, one band inside the other, got pass 0.2, stop 0.2"],
    [{ pass: [0.2, 0.5], stop: [0.3, 0.6] }, "got pass [0.2,0.5], stop [0.3,0.6]"],
  ])("mask %o", (part, message) => {
    expect(() => designIirToMask("elliptic", { pass: 0.2, stop: 0.3, ripple: 1, attenuation: 40, ...part })).toThrow(
      message,
    );
  });
});
