import { describe, expect, it } from "vitest";
import { errorDb, testDevice } from "../gpu/testing.ts";
import type { Block } from "../flow/graph/block.ts";
import type { CreateIir } from "../iir/factories.ts";
import { iirs } from "../iir/registry.ts";
import { filterPages } from "../fir/testing.ts";
import { filterPages as filterRecursively, iir } from "../iir/testing.ts";
import { createMatrix } from "../resampling/matrix.ts";
import { createPolyphase } from "../resampling/polyphase.ts";
import { createRegisterTaps } from "../resampling/register-taps.ts";
import { convolution } from "./convolution.ts";
import { recursiveChain } from "./filters/iir-filter.plan.ts";
import { recursion } from "./recursion.ts";
import { symbolsOf } from "./synchronization/testing.ts";
import { blockOutputs, chainOf, freshItems, inFloat64 } from "./testing.ts";

/** Complex samples of which some parts are not finite: within the first page of a run of pages, at its end, and in the middle of the signal. */
function broken(x: Float32Array<ArrayBuffer>, page: number): Float32Array<ArrayBuffer> {
  const spoilt = x.slice();
  for (const [n, value] of [
    [Math.floor(page / 2), Number.NaN],
    [page - 1, Infinity],
    [page, -Infinity],
    [Math.floor(x.length / 4), Number.NaN],
  ]) {
    spoilt[2 * n] = value;
    if (n % 2) spoilt[2 * n + 1] = value;
  }
  return spoilt;
}

const SAMPLES = 1200;
const noise = () => freshItems({ type: "complex" } as never, SAMPLES) as Float32Array<ArrayBuffer>;
const carrier = () => Float32Array.from(symbolsOf("QPSK", SAMPLES));

describe("blocks with a state or a filter, given samples that are not finite", () => {
  // [block, parameters, input, largest error in dB]
  it.each([
    ["agc", { rate: 0.02 }, noise, -100],
    ["agc", { rate: 0.02, level: "mean", gain: 2 }, noise, -100],
    ["costas-loop", { bandwidth: 0.03 }, carrier, -95],
    ["correlator", { type: "complex", sequence: "1,0,1", imaginary: "0,-1,1" }, noise, -100],
    ["frequency-modulator", { sensitivity: 0.7 }, noise, -100],
    ["adaptive-equalizer", { rule: "CMA", startTap: 5, step: 0.002 }, carrier, -85],
  ] as const)(
    "%s %j continues as with zeros in their place, and equals float64",
    async (name, parameters, made, most) => {
      const x = made() as Float32Array<ArrayBuffer>;
      for (const page of [77, 600]) {
        const spoilt = broken(x, page);
        const { out } = await blockOutputs(name, parameters, { inputs: { in: spoilt }, page });
        const { out: zeros } = await blockOutputs(name, parameters, {
          inputs: { in: spoilt.map((value) => (Number.isFinite(value) ? value : 0)) },
          page,
        });
        expect(out).toEqual(zeros);
        const { out: expected } = inFloat64(name, parameters, { in: spoilt });
        expect(expected.length).toBeGreaterThan(0);
        expect(errorDb(out.subarray(0, expected.length), expected), `pages of ${page}`).toBeLessThan(most);
      }
    },
  );

  it.each([
    ["scan", "complex"],
    ["scan", "real"],
    ["one-pole", "complex"],
    ["one-pole", "real"],
  ] as const)("recursive filters by %s of %s samples do, too", async (method, kind) => {
    const filter = iir(
      method === "one-pole"
        ? { type: "sections", sections: [[0.1, 0, 0, 1, -0.9, 0]] }
        : { type: "butterworth", order: 5, cutoff: 0.1 },
    );
    const [block] = recursiveChain(kind, filter).blocks as Block[];
    expect(block.label).toBe(iirs[method].label);
    const create: CreateIir = (device, page) => block.create(device, page);
    const x = noise();
    for (const page of [77, 600]) {
      const signals = { kind, signals: 1, x: broken(x, page) };
      const y = await filterRecursively(await testDevice(), create, filter, signals, page);
      expect(errorDb(y, recursion(kind, filter.sections)(Float64Array.from(signals.x)))).toBeLessThan(-100);
    }
  });

  // A transform would spread them over a block, and zeros beyond the taps over some outputs that they do not reach.
  it.each([
    ["fir/direct", "fir-filter", { type: "complex", design: "taps", taps: [1, 2, 3] }],
    [
      "fir/direct",
      "fir-filter",
      {
        type: "complex",
        design: "taps",
        taps: [
          [1, 2],
          [0, -3],
        ],
      },
    ],
    ["fir/direct", "fir-filter", { type: "complex", cutoff: 0.1, transition: 0.1, decimation: 5 }],
    ["fir/direct", "fir-filter", { type: "complex", design: "taps", taps: [1, 2], decimation: 4 }],
    ["fir/direct", "moving-average", { type: "complex", length: 3 }],
    ["fir/direct", "multipath-channel", { type: "complex" }],
    ["fir/overlap-save", "fft-filter", { type: "complex", cutoff: 0.1, transition: 0.05 }],
    ["fir/overlap-save", "dc-blocker", { type: "complex", length: 32 }],
    ["resampling/polyphase", "rational-resampler", { type: "complex", interpolation: 5, decimation: 3 }],
  ] as const)("%s of %s %j does, too", async (label, name, parameters) => {
    const block = chainOf(name, parameters).blocks[0] as Block;
    expect(block.label).toBe(label);
    for (const page of [60, 600]) {
      const x = broken(noise(), page);
      const [y] = await filterPages(
        (device, { signals, length, input }) => block.create(device, { signals, length, input: input as GPUBuffer }),
        { kind: "complex", taps: new Float64Array(0) },
        [Float64Array.from(x)],
        page,
      );
      const zeros = x.map((value) => (Number.isFinite(value) ? value : 0));
      expect(errorDb(y, inFloat64(name, parameters, { in: zeros }).out)).toBeLessThan(-100);
      expect(inFloat64(name, parameters, { in: x }).out).toEqual(inFloat64(name, parameters, { in: zeros }).out);
    }
  });

  it.each([
    ["polyphase", createPolyphase],
    ["register-taps", createRegisterTaps],
    ["matrix", createMatrix],
  ] as const)("each method of the resampler does: %s", async (_, createMethod) => {
    const filter = { up: 2, down: 3, taps: Float64Array.from({ length: 13 }, (__, k) => Math.cos(k)) };
    for (const kind of ["complex", "real"] as const) {
      const x = kind === "complex" ? broken(noise(), 60) : broken(noise(), 60).subarray(0, SAMPLES);
      const [y] = await filterPages(
        (device, page) => createMethod(device, { ...page, ...filter, zeroNonFinite: true }),
        { kind, taps: filter.taps },
        [Float64Array.from(x)],
        60,
      );
      const zeros = Float64Array.from(x, (value) => (Number.isFinite(value) ? value : 0));
      expect(errorDb(y, convolution({ kind, ...filter })(zeros)), kind).toBeLessThan(-100);
    }
  });
});
