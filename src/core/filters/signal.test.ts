import { describe, expect, it } from "vitest";
import { design } from "../filter-design/registry.ts";
import { exactFilter } from "./exact.ts";
import { FILTERS, type FilterExperiment } from "./experiment.ts";
import { madeSignal } from "./signal.ts";

const made = (change: Partial<FilterExperiment>) => madeSignal(FILTERS.parse(change));

describe("filters/signal", () => {
  it.each([
    { signal: "tones", complex: "no" },
    { signal: "tones", complex: "yes" },
    { signal: "chirp", complex: "yes" },
    { signal: "noise", complex: "no" },
  ] as const)("gives the same samples in any pieces: $signal, complex $complex", async (change) => {
    const signal = made({ ...change, samples: 1000 });
    const width = change.complex === "yes" ? 2 : 1;
    const whole = await signal.read(0, 5000);
    expect(whole.length).toBe(1000 * width);
    expect(await signal.read(337, 100)).toEqual(whole.slice(337 * width, 437 * width));
    expect(await signal.read(990, 100)).toEqual(whole.slice(990 * width));
  });

  it("has the requested SNR", async () => {
    const clean = await made({ tones: "3000,7000", snr: 120, samples: 2 ** 16 }).read(0, 2 ** 16);
    const noisy = await made({ tones: "3000,7000", snr: 10, samples: 2 ** 16 }).read(0, 2 ** 16);
    const power = (x: ArrayLike<number>) => Array.from(x).reduce((sum, value) => sum + value * value, 0);
    const noise = power(noisy.map((value, i) => value - clean[i]));
    expect(10 * Math.log10(power(clean) / noise)).toBeCloseTo(10, 0);
  });

  it("puts a tone at its frequency", async () => {
    const x = await made({ tones: "-6000", complex: "yes", snr: 120, samples: 256 }).read(0, 256);
    // −6000 Hz at 48 kHz turns by −45° per sample.
    const [re, im] = [x[2] * x[0] + x[3] * x[1], x[3] * x[0] - x[2] * x[1]];
    expect(Math.atan2(im, re)).toBeCloseTo(-Math.PI / 4, 5);
  });

  it("refuses tones beyond half the rate, and the signal “recording”", () => {
    expect(() => made({ tones: "30000" })).toThrow("tones must be from 0 to 24000");
    expect(() => made({ tones: "-1" })).toThrow("tones must be from 0 to 24000");
    expect(() => made({ signal: "recording" })).toThrow("a recording cannot be generated");
  });
});

describe("filters/exact", () => {
  it.each([
    { type: "window", length: 31, cutoff: 0.3 },
    { type: "butterworth", order: 7, cutoff: 0.2 },
  ] as const)("gives the same samples in any pieces: $type", (spec) => {
    const x = Float64Array.from({ length: 400 }, (_, n) => Math.sin(n * n));
    const whole = exactFilter(design(spec), "complex")(x);
    const inPieces = exactFilter(design(spec), "complex");
    const pieces = [x.slice(0, 10), x.slice(10, 12), x.slice(12)].flatMap((piece) => [...inPieces(piece)]);
    expect(pieces).toEqual([...whole]);
  });
});
