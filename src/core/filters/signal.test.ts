import { describe, expect, it } from "vitest";
import { design } from "../filter-design/registry.ts";
import { exactFilter } from "./exact.ts";
import { FILTERS, type FilterExperiment } from "./experiment.ts";
import { madeSignal, recordedSignal } from "./signal.ts";

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

  it("takes a part of a real recording, with its tags", async () => {
    const read = async (start: number, count: number) =>
      Float32Array.from({ length: 2 * count }, (_, i) => (i % 2 ? 0 : start + i / 2));
    const recording = {
      samples: 100,
      sampleRate: 8000,
      datatype: { name: "rf32_le", complex: false, number: "f32", bigEndian: false, bytes: 4 } as const,
      captures: [{ start: 0, count: 100, centerFrequency: 1e6, metadata: {} }],
      annotations: [{ start: 50, count: 5, label: "burst", metadata: {} }],
      read,
    };
    const signal = recordedSignal(recording, { start: 40, count: 20 });
    expect(signal).toMatchObject({ kind: "real", rate: 8000, samples: 20 });
    // It starts within a capture and has its radio frequency.
    expect(signal.tags).toEqual([
      { sample: 0, key: "rx_freq", value: 1e6 },
      { sample: 10, key: "annotation", value: "burst" },
    ]);
    expect(Array.from(await signal.read(15, 10))).toEqual([55, 56, 57, 58, 59]);
    const captures = [0, 50].map((start) => ({ start, count: 50, centerFrequency: 1e8 + start, metadata: {} }));
    expect(recordedSignal({ ...recording, captures, annotations: [] }, { start: 40, count: 20 }).tags).toEqual([
      { sample: 0, key: "rx_freq", value: 1e8 },
      { sample: 10, key: "rx_freq", value: 1e8 + 50 },
    ]);
  });
});

describe("filters/signal, of a recording with NaN or infinite samples", () => {
  it.each([true, false])("reads them as zero and counts each once: complex %s", async (complex) => {
    const pairs = Float32Array.from([NaN, 1, 2, 3, Infinity, 0, 4, 5, -Infinity, NaN, 6, 7]);
    if (!complex) for (const i of [1, 3, 7, 9, 11]) pairs[i] = 0;
    const recording = {
      samples: 6,
      datatype: { name: "cf32_le", complex, number: "f32", bigEndian: false, bytes: 8 } as const,
      captures: [],
      annotations: [],
      read: async (start: number, count: number) => pairs.slice(2 * start, 2 * (start + count)),
    };
    const signal = recordedSignal(recording);
    const whole = complex ? [0, 0, 2, 3, 0, 0, 4, 5, 0, 0, 6, 7] : [0, 2, 0, 4, 0, 6];
    const width = whole.length / 6;
    expect(signal.nonFinite?.()).toBe(0);
    expect([...(await signal.read(0, 3))]).toEqual(whole.slice(0, 3 * width));
    expect(signal.nonFinite?.()).toBe(2);
    expect([...(await signal.read(0, 6))]).toEqual(whole);
    expect([...(await signal.read(4, 2))]).toEqual(whole.slice(4 * width));
    expect(signal.nonFinite?.()).toBe(3);
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
