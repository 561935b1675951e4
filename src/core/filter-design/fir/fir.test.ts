import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Edges } from "../bands.ts";
import { complex, polar } from "../complex.ts";
import type { Mask } from "../mask.ts";
import { zpkResponse } from "../response.ts";
import { readVectors, relativeError, toTransferFunction } from "../testing.ts";
import type { BandGains } from "./band-gains.ts";
import type { Point } from "./exchange.ts";
import { kaiserBeta, kaiserLength } from "./kaiser.ts";
import { leastSquaresFir } from "./least-squares.ts";
import { FIR_METHODS, type FirMethod, firToMask, firToMaskInSlices, maskUse } from "./mask.ts";
import { leastError, remez } from "./remez.ts";
import { amplitude, tapsResponse } from "./response.ts";
import { atOnce, inSlices } from "../slices.ts";
import { windowed } from "./windowed.ts";
import { type Window, type WindowName, windowValues } from "../windows.ts";

interface NamedWindow {
  window: WindowName;
  beta?: number;
}
interface Vectors {
  windows: (NamedWindow & { length: number; periodic: boolean; values: number[] })[];
  kaiserord: { attenuation: number; width: number; length: number; beta: number }[];
  firwin: (NamedWindow & { length: number; cutoff: number | number[]; band: string; taps: number[] })[];
  firls: (BandGains & { length: number; taps: number[] })[];
  masks: (Mask & { length: number })[];
  remez: (BandGains & { length: number; kind: "bandpass" | "hilbert" | "differentiator"; taps: number[] })[];
}
const vectors = readVectors<Vectors>("fir");

const toWindow = ({ window, beta }: NamedWindow): Window => (window === "kaiser" ? { kaiser: beta! } : window);

describe("filter-design/fir against SciPy", () => {
  it.each(vectors.windows)("$window window of $length, β $beta, periodic $periodic", (vector) => {
    // SciPy's I₀ itself has an error of a few 10⁻¹⁶.
    expect(relativeError(windowValues(toWindow(vector), vector.length, vector.periodic), vector.values)).toBeLessThan(
      2e-15,
    );
  });

  it.each(vectors.kaiserord)(
    "Kaiser's length and β for $attenuation dB over $width",
    ({ attenuation, width, length, beta }) => {
      expect(kaiserLength(attenuation, width)).toBe(length);
      expect(kaiserBeta(attenuation)).toBeCloseTo(beta, 13);
    },
  );

  it.each(vectors.firwin)("$band of $length taps at $cutoff, $window", ({ length, cutoff, band, taps, ...window }) => {
    const passZero = band === "lowpass" || band === "bandstop";
    expect(relativeError(windowed({ length, cutoff, passZero, window: toWindow(window) }), taps)).toBeLessThan(1e-13);
  });

  it.each(vectors.firls)("least squares, $length taps, bands $bands", ({ taps, ...design }) => {
    expect(relativeError(leastSquaresFir(design), taps)).toBeLessThan(1e-11);
  });

  it.each(vectors.remez)("$kind, $length taps, bands $bands", ({ length, bands, gains, weights, kind, taps }) => {
    const differentiates = kind === "differentiator";
    // SciPy's differentiator has the gain f, in cycles per sample.
    const each = bands.map((f, i) => (differentiates ? (gains[i >> 1] * f) / 2 : gains[i >> 1]));
    const symmetry = kind === "bandpass" ? "even" : "odd";
    const actual = remez({ length, bands, gains: each, weights, symmetry, relative: differentiates });
    // SciPy's extrema lie on a grid, 2048 points a coefficient: its errors differ from the optimum's by its step squared.
    expect(relativeError(actual.taps, taps)).toBeLessThan(1e-6);
  });
});

const edges = fc
  .uniqueArray(fc.double({ min: 0.03, max: 0.97, noNaN: true }), { minLength: 4, maxLength: 4 })
  .map((edges) => edges.sort((a, b) => a - b))
  // Gaps wide enough to be met by few taps.
  .filter(([a, b, c, d]) => Math.min(b - a, c - b, d - c) > 0.06);

/** Undefined where float64 has too few digits for the design, and says so. */
function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError && error.message.includes("must reach equal errors")) return undefined;
    throw error;
  }
}

describe("filter-design/fir/remez is the optimum", () => {
  /** The error at every extremum of a fine grid. */
  function peaks(taps: Float64Array, { bands, gains, weights }: Required<BandGains>): number[] {
    return gains.flatMap((gain, i) => {
      if (i % 2) return [];
      const points = Array.from({ length: 40 * taps.length + 1 }, (_, k) => {
        const f = bands[i] + ((bands[i + 1] - bands[i]) * k) / (40 * taps.length);
        return weights[i / 2] * (amplitude(taps, f) - gain);
      });
      const size = (k: number) => Math.abs(points[k] ?? 0);
      return points.filter((error, k) => {
        const top = size(k) >= size(k - 1) && size(k) > size(k + 1);
        return top && Math.abs(error) > 0;
      });
    });
  }

  it("alternates once more than it has coefficients, with equal errors (Chebyshev's theorem)", () => {
    const designs = fc.record({
      edges,
      length: fc.integer({ min: 7, max: 66 }),
      low: fc.boolean(),
      weights: fc.array(fc.double({ min: 0.1, max: 30, noNaN: true }), { minLength: 3, maxLength: 3 }),
    });
    fc.assert(
      fc.property(designs, ({ edges, length, low, weights }) => {
        const gains = low ? [1, 1, 0, 0, 1, 1] : [0, 0, 1, 1, 0, 0];
        const design = { bands: [0, ...edges, 1], gains, weights };
        const taps = low ? 2 * Math.floor(length / 2) + 1 : length;
        const result = attempt(() => remez({ ...design, length: taps }));
        fc.pre(result !== undefined && result.deviation > 1e-9);
        const found = peaks(result!.taps, design).filter((error) => Math.abs(error) > result!.deviation * 0.99);
        const changes = found.filter((error, i) => i > 0 && Math.sign(error) !== Math.sign(found[i - 1])).length;
        expect(changes + 1).toBeGreaterThanOrEqual(Math.ceil(taps / 2) + 1);
        // Float64 rounds the cosine of each tap, whose argument grows with the tap's number.
        const sum = result!.taps.reduce((total, tap) => total + Math.abs(tap), 0);
        const rounding = Number.EPSILON * taps * sum * Math.max(...weights);
        const limit = result!.deviation * (1 + 1e-6) + rounding;
        for (const error of found) expect(Math.abs(error)).toBeLessThan(limit);
      }),
      { numRuns: 60 },
    );
  });

  it("finds a maximum beside frequency 0, where the error is flatter than a parabola", () => {
    const bands = [0, 0.03, 0.12341093519953732, 0.8536491731249944, 0.9381798113698655, 1];
    const weights = [29.973730744093587, 0.5137799803402485, 29.913495855384337];
    const { taps, deviation } = remez({ bands, gains: [0, 0, 1, 1, 0, 0], weights, length: 34 });
    const errors = Array.from({ length: 4001 }, (_, k) => weights[0] * Math.abs(amplitude(taps, (k * 0.03) / 4000)));
    expect(Math.max(...errors) / deviation).toBeCloseTo(1, 8);
  });

  it("serves long filters", () => {
    const { taps, deviation } = remez({
      length: 801,
      bands: [0, 0.2, 0.207, 1],
      gains: [1, 1, 0, 0],
      weights: [1, 10],
    });
    expect(deviation).toBeLessThan(0.01);
    for (let f = 0.207; f < 1; f += 1e-3)
      expect(Math.abs(amplitude(taps, f))).toBeLessThan((deviation / 10) * (1 + 1e-6));
  });

  it.each<[Parameters<typeof remez>[0], string]>([
    [{ length: 2, bands: [0, 1], gains: [1, 1] }, "length must be an integer from 3 to 2047, got 2"],
    [{ length: 9, bands: [0, 0.5, 0.4, 1], gains: [1, 1, 0, 0] }, "bands must be pairs of edges that rise from 0 to 1"],
    [{ length: 9, bands: [0, 0.5], gains: [1] }, "gains must be 2 numbers, one per edge, got 1"],
    [
      { length: 9, bands: [0, 0.5], gains: [1, 1], weights: [0] },
      "weights must be 1 numbers above 0, one per band, got 0",
    ],
    [{ length: 8, bands: [0, 0.2, 0.4, 1], gains: [0, 0, 1, 1] }, "for 8 even taps, got 1; use an odd length"],
    [{ length: 9, bands: [0, 1], gains: [0, 1], symmetry: "odd" }, "for 9 odd taps, got 1; use an even length"],
    [{ length: 8, bands: [0, 1], gains: [1, 1], symmetry: "odd" }, "got 1; start the band above 0"],
    [
      { length: 9, bands: [0, 0.2, 0.4, 1], gains: [1, 1, 0, 0], relative: true },
      "gains must be above 0 for relative errors",
    ],
  ])("%o", (design, message) => {
    expect(() => remez(design)).toThrow(`filter-design/fir/remez: `);
    expect(() => remez(design)).toThrow(message);
  });

  it("says what to do where float64 does not reach", () => {
    const hopeless = { length: 201, bands: [0, 0.1, 0.9, 1], gains: [1, 1, 0, 0] };
    expect(() => remez(hopeless)).toThrow(
      "filter-design/fir/remez: 201 taps must reach equal errors, but did not in 100 exchanges; narrow wide transitions",
    );
    expect(() => leastSquaresFir(hopeless)).toThrow("filter-design/fir/least-squares: bands must leave a solution");
  });
});

describe("filter-design/fir/mask", () => {
  const masks = fc
    .record({
      edges,
      band: fc.constantFrom("lowpass", "highpass", "bandpass", "bandstop"),
      ripple: fc.double({ min: 0.05, max: 2, noNaN: true }),
      attenuation: fc.double({ min: 20, max: 70, noNaN: true }),
    })
    .map(({ edges: [a, b, c, d], band, ripple, attenuation }): Mask => {
      const pairs = {
        lowpass: [a, b],
        highpass: [d, c],
        bandpass: [
          [b, c],
          [a, d],
        ],
        bandstop: [
          [a, d],
          [b, c],
        ],
      };
      const [pass, stop] = pairs[band as keyof typeof pairs] as [Edges, Edges];
      return { pass, stop, ripple, attenuation };
    });

  it.each(FIR_METHODS)("%s keeps it", (method) => {
    fc.assert(
      fc.property(masks, (mask) => {
        const taps = firToMask(method, mask);
        expect(maskUse(taps, mask)).toBeLessThan(1 + 1e-8);
      }),
      { numRuns: 8 },
    );
  });

  it.each(vectors.masks)("remez: as few taps as linear programming finds, $length", ({ length, ...mask }) => {
    const taps = firToMask("remez", mask);
    expect(taps).toHaveLength(length);
    expect(maskUse(taps, mask)).toBeLessThan(1 + 1e-8);
    // Nor does a wide transition rise beyond the pass band.
    const ratio = 10 ** (mask.ripple / 20);
    const ceiling = (2 * ratio) / (ratio + 1);
    for (let i = 0; i <= 4000; i++) expect(Math.abs(amplitude(taps, i / 4000))).toBeLessThan(ceiling * (1 + 1e-5));
  });

  it("remez: keeps masks whose one transition is many times as wide as the other", () => {
    const mask: Mask = { pass: [0.321, 0.869], stop: [0.38, 0.437], ripple: 0.168, attenuation: 74.1 };
    expect(maskUse(firToMask("remez", mask), mask)).toBeLessThan(1 + 1e-8);
  });

  /** Whether each length from 3 taps on keeps the mask, tested separately; undefined where the exchange does not converge. */
  function* lengths(method: FirMethod, mask: Mask): Generator<[length: number, keeps: boolean | undefined]> {
    const [pass, stop] = [[mask.pass].flat(), [mask.stop].flat()];
    const ratio = 10 ** (mask.ripple / 20);
    const width = Math.min(...pass.map((edge, i) => Math.abs(edge - stop[i])));
    const limits = [0, 1].flatMap((i) => {
      const [low, high] = [pass[i], stop[i]].sort((a, b) => a - b);
      return pass.length > i ? [{ low, high, most: (2 * ratio) / (ratio + 1) }] : [];
    });
    const all = [...pass, ...stop.map((edge, i) => pass[i] + Math.sign(edge - pass[i]) * width)].sort((a, b) => a - b);
    const bands = [0, ...all, 1];
    const isPass = bands.flatMap((edge, i) => (i % 2 ? [pass.includes(edge) || pass.includes(bands[i - 1])] : []));
    const weights = isPass.map((passes) => (passes ? (ratio + 1) / (ratio - 1) : 10 ** (mask.attenuation / 20)));
    const design = { bands, gains: isPass.flatMap((passes) => (passes ? [1, 1] : [0, 0])) };
    const odd = method === "least-squares" || isPass.at(-1);
    const attenuation = 20 * Math.log10(Math.max(...weights));
    let start: readonly Point[] | undefined;
    for (let length = 3; ; length += odd ? 2 : 1) {
      if (method === "remez") {
        const whole = [0, ...[...pass, ...stop].sort((a, b) => a - b), 1];
        // From the extrema of the length before: from evenly spread ones some exchanges do not converge.
        const found = attempt(() =>
          atOnce(leastError({ ...design, bands: whole, limits, length, weights }, { start })),
        );
        start = found?.reference ?? start;
        yield [length, found && found.greatest <= 1 + 1e-9 && found.limited <= 1 + 1e-9];
      } else if (method === "least-squares") {
        const taps = leastSquaresFir({ ...design, length, weights: weights.map((weight) => weight ** 2) });
        yield [length, maskUse(taps, mask) <= 1 + 1e-9];
      } else {
        const cutoff = pass.map((edge, i) => edge + (Math.sign(stop[i] - edge) * width) / 2);
        const window = { kaiser: kaiserBeta(attenuation) };
        const taps = windowed({ length, cutoff, passZero: isPass[0], window });
        yield [length, maskUse(taps, mask) <= 1 + 1e-9];
      }
    }
  }

  /** A mask that a window keeps with 46 taps and with some longer lengths, but not with the longest that is tried. */
  const LOOSE: Mask = { pass: 0.03, stop: 0.09054015083312562, ripple: 1.4783479862556428, attenuation: 20 };

  it.each(FIR_METHODS)("%s: no shorter length keeps it", (method) => {
    fc.assert(
      fc.property(masks, (mask) => {
        let undecided: number[] = [];
        for (const [length, keeps] of lengths(method, mask)) {
          // Fewer taps with a zero at either end are taps of this length. So they fail with it.
          if (keeps === false) undecided = undecided.filter((shorter) => (length - shorter) % 2);
          else undecided.push(length);
          if (keeps) break;
        }
        expect(undecided).toContain(firToMask(method, mask).length);
      }),
      { numRuns: 25, examples: method === "window" ? [[LOOSE]] : [] },
    );
  });

  it("sees tops between the points where gains are looked at", () => {
    const mask: Mask = { pass: 0.31, stop: 0.37, ripple: 0.3, attenuation: 45 };
    const taps = firToMask("window", mask);
    const stop = 10 ** (-45 / 20);
    let most = 0;
    for (let f = 0.37; f <= 1; f += 1e-5) most = Math.max(most, Math.abs(amplitude(taps, f)) / stop);
    for (let f = 0; f <= 0.31; f += 1e-5) {
      const ratio = 10 ** (0.3 / 20);
      most = Math.max(most, (Math.abs(amplitude(taps, f) - 1) * (ratio + 1)) / (ratio - 1));
    }
    const use = maskUse(taps, mask);
    expect(use).toBeGreaterThanOrEqual(most);
    expect(use).toBeLessThan(most * (1 + 1e-6));
  });

  it("finds many hundred taps in little time, in slices", async () => {
    const mask: Mask = { pass: 0.2, stop: 0.207, ripple: 0.1, attenuation: 70 };
    const tried: number[] = [];
    let waits = 0;
    let done = false;
    const tick = () => {
      waits++;
      if (!done) setTimeout(tick);
    };
    tick();
    const taps = await inSlices(firToMaskInSlices("remez", mask), { onTaps: (length) => tried.push(length) });
    done = true;
    expect(taps).toHaveLength(873);
    expect(waits).toBeGreaterThan(5);
    expect(new Set(tried).size).toBeLessThan(10);
  });

  it("stops between two slices", async () => {
    const controller = new AbortController();
    const search = firToMaskInSlices("remez", { pass: 0.2, stop: 0.204, ripple: 0.1, attenuation: 80 });
    const onTaps = () => controller.abort(new Error("enough"));
    await expect(inSlices(search, { signal: controller.signal, onTaps })).rejects.toThrow("enough");
  });

  it.each([
    [0.0001, "but needs about 68000; make the transition 33.1 times as wide, or use a recursive filter"],
    [0.003, "but needs about 2200; make the transition 1.1 times as wide"],
  ])("says how many taps a mask would need: transition %d", (width, message) => {
    const mask = { pass: 0.2, stop: 0.2 + width, ripple: 0.1, attenuation: 80 };
    expect(() => firToMask("remez", mask)).toThrow(`must be kept by at most 2047 taps, ${message}`);
  });

  it("says that a window does not reach an attenuation", () => {
    const mask = { pass: 0.2, stop: 0.3, ripple: 0.1, attenuation: 60 };
    expect(firToMask("window", mask, "blackman").length).toBeGreaterThan(50);
    expect(() => firToMask("window", { ...mask, attenuation: 120 }, "hamming")).toThrow(
      "the hamming window may not reach it: use the Kaiser window",
    );
  });
});

describe("filter-design/fir/response", () => {
  const frequencies = Float64Array.from({ length: 401 }, (_, i) => i / 400);

  it("has the middle as the delay of symmetric taps, and their amplitude", () => {
    const taps = windowed({ length: 31, cutoff: 0.3, passZero: true, window: "hamming" });
    const { gainDb, delay, phase } = tapsResponse(taps, frequencies);
    frequencies.forEach((f, i) => {
      expect(delay[i]).toBe(15);
      expect(10 ** (gainDb[i] / 20)).toBeCloseTo(Math.abs(amplitude(taps, f)), 12);
      expect(Math.abs(Math.sin(phase[i] + 15 * Math.PI * f))).toBeLessThan(1e-12);
    });
  });

  it("agrees with the response of the zeros for taps without symmetry", () => {
    const zeros = [complex(0.5), complex(-1.3), polar(0.8, 1), polar(0.8, -1)];
    const zpk = { zeros, poles: [], gain: 1.7 };
    const [actual, expected] = [tapsResponse(toTransferFunction(zpk).b, frequencies), zpkResponse(zpk, frequencies)];
    for (const part of ["gainDb", "phase", "delay"] as const) {
      expect(relativeError(actual[part], expected[part])).toBeLessThan(1e-11);
    }
  });
});
