import { describe, expect, it } from "vitest";
import { errorDb } from "../../gpu/testing.ts";
import { blockOutputs, inFloat64 } from "../testing.ts";
import { evmDb, sizes, symbolsOf } from "./testing.ts";

/** The raised cosine with roll-off α: the pulse after a matched filter. */
function pulse(t: number, alpha = 0.35): number {
  const sinc = Math.abs(t) < 1e-9 ? 1 : Math.sin(Math.PI * t) / (Math.PI * t);
  const edge = 1 - (2 * alpha * t) ** 2;
  return Math.abs(edge) < 1e-6 ? (Math.PI / 4) * sinc : (sinc * Math.cos(Math.PI * alpha * t)) / edge;
}

/** The root raised cosine with roll-off α and energy 1: the pulse before a matched filter. */
function rootRaisedCosine(t: number, alpha = 0.35): number {
  const edge = 1 - (4 * alpha * t) ** 2;
  if (Math.abs(t) < 1e-9) return 1 + alpha * (4 / Math.PI - 1);
  if (Math.abs(edge) < 1e-6) {
    const angle = Math.PI / (4 * alpha);
    return (alpha / Math.SQRT2) * ((1 + 2 / Math.PI) * Math.sin(angle) + (1 - 2 / Math.PI) * Math.cos(angle));
  }
  const sum = Math.sin(Math.PI * t * (1 - alpha)) + 4 * alpha * t * Math.cos(Math.PI * t * (1 + alpha));
  return sum / (Math.PI * t * edge);
}

/** Samples of pulses that carry symbols, `period` samples apart from sample `first` on. */
function modulated(
  symbols: Float64Array,
  period: number,
  first: number,
  shape: (t: number) => number = pulse,
): Float32Array<ArrayBuffer> {
  const samples = Math.floor((symbols.length / 2) * period);
  const x = new Float32Array(2 * samples);
  for (let n = 0; n < samples; n++) {
    const t = (n - first) / period;
    for (let k = Math.max(0, Math.ceil(t - 12)); k <= Math.min(symbols.length / 2 - 1, t + 12); k++) {
      x[2 * n] += symbols[2 * k] * shape(t - k);
      x[2 * n + 1] += symbols[2 * k + 1] * shape(t - k);
    }
  }
  return x;
}

describe("blocks/synchronization/symbol-synchronizer", () => {
  it.each([
    [4, 0, 1.3],
    [4, 100, 2.75],
    [3.2, -100, 0],
    [8.5, 300, 5.1],
  ])("recovers symbols of %f samples, a clock off by %f ppm, and sample %f", async (samplesPerSymbol, ppm, first) => {
    const symbols = symbolsOf("QPSK", 600);
    const x = modulated(symbols, samplesPerSymbol * (1 + ppm * 1e-6), first);
    const parameters = { samplesPerSymbol, bandwidth: 0.01 };
    const { out } = await blockOutputs("symbol-synchronizer", parameters, { inputs: { in: x }, page: 1000 });
    expect(Math.abs(out.length / 2 - 600)).toBeLessThanOrEqual(2);
    expect(evmDb(out, "QPSK", 20)).toBeLessThan(-28);
    const { out: expected } = inFloat64("symbol-synchronizer", parameters, { in: x });
    expect(errorDb(out.subarray(0, expected.length), expected)).toBeLessThan(-90);
  });

  it("finds the same symbols in samples of any size, bit by bit", async () => {
    const x = modulated(symbolsOf("QPSK", 200), 4, 1.3);
    const of = async (scale: number) => {
      const inputs = { in: x.map((value) => scale * value) };
      const { out } = await blockOutputs("symbol-synchronizer", {}, { inputs, page: 333 });
      return Float32Array.from(out, (value) => value / scale);
    };
    // Powers of two change no rounding. The smallest samples stay above float32's smallest numbers.
    const plain = await of(1);
    expect(evmDb(plain, "QPSK", 20)).toBeLessThan(-20);
    for (const exponent of [-90, -63, 63, 120]) expect(await of(2 ** exponent)).toEqual(plain);
  });

  it("gives the same symbols, bit by bit, for pages of any sizes, real samples too", async () => {
    const x = modulated(symbolsOf("BPSK", 500), 4.01, 0.5).filter((_, i) => i % 2 === 0);
    const parameters = { type: "real", samplesPerSymbol: 4, bandwidth: 0.02 };
    const whole = await blockOutputs("symbol-synchronizer", parameters, {
      inputs: { in: x },
      page: x.length,
      after: 0,
    });
    const parts = await blockOutputs("symbol-synchronizer", parameters, {
      inputs: { in: x },
      page: sizes(3, x.length, 400),
    });
    expect(parts.out).toEqual(whole.out);
    const odd = await blockOutputs("symbol-synchronizer", parameters, { inputs: { in: x }, page: 333, after: 0 });
    expect(odd.out).toEqual(whole.out);
    expect(whole.out.length).toBeGreaterThan(450);
  });

  // The pulses are convolved with the filter's own taps, so a symbol's value is the correlation of both: 1 for this filter.
  it.each([
    ["complex", 4, 30, 2.3, 700],
    ["real", 2.5, -200, 0.4, 133],
  ] as const)("filters %s pulses of %f samples, a clock off by %f ppm", async (type, period, ppm, first, page) => {
    const phases = 32;
    const span = 5;
    const length = 2 * Math.round(span * period * phases) + 1;
    const shape = (t: number) => rootRaisedCosine(t / period);
    const taps = Array.from({ length }, (_, k) => shape((k - (length - 1) / 2) / phases) / period);
    const isReal = type === "real";
    const symbols = symbolsOf(isReal ? "BPSK" : "QPSK", 250);
    const x = modulated(symbols, period * (1 + ppm * 1e-6), first, rootRaisedCosine);
    const input = isReal ? x.filter((_, i) => i % 2 === 0) : x;
    const parameters = { type, samplesPerSymbol: period, bandwidth: 0.02, taps, phases };
    const { out } = await blockOutputs("symbol-synchronizer", parameters, { inputs: { in: input }, page });
    const pairs = isReal ? Float32Array.from({ length: 2 * out.length }, (_, i) => (i % 2 ? 0 : out[i / 2])) : out;
    // The filter fills first, and its last symbols come after the end: up to the span of the pulses on both sides.
    expect(pairs.length / 2).toBeGreaterThan(248);
    expect(pairs.length / 2).toBeLessThan(250 + 3 * span);
    // Instants are rounded to 1/32 sample, and the pulses are cut.
    expect(evmDb(pairs, isReal ? "BPSK" : "QPSK", 4 * span)).toBeLessThan(-35);
    const { out: expected } = inFloat64("symbol-synchronizer", parameters, { in: input });
    // A symbol in the middle between two phases may take either of them.
    const same = [...expected].filter((value, i) => Math.abs(out[i] - value) < 1e-5).length;
    expect(same / expected.length).toBeGreaterThan(0.97);
  });

  it("continues after samples that are not finite, as with zeros in their place", async () => {
    const x = modulated(symbolsOf("QPSK", 300), 4, 1.3);
    const spoilt = x.slice();
    for (const [at, value] of [
      [600, Number.NaN],
      [999, Infinity],
      [1300, -Infinity],
    ]) {
      spoilt[at] = value;
    }
    const zeros = spoilt.map((value) => (Number.isFinite(value) ? value : 0));
    const outputs = (input: Float32Array<ArrayBuffer>) =>
      blockOutputs("symbol-synchronizer", {}, { inputs: { in: input }, page: 333 });
    const { out } = await outputs(spoilt);
    expect(out).toEqual((await outputs(zeros)).out);
    expect(evmDb(out.subarray(400), "QPSK", 20)).toBeLessThan(-20);
    const { out: expected } = inFloat64("symbol-synchronizer", {}, { in: spoilt });
    expect(errorDb(out.subarray(0, expected.length), expected)).toBeLessThan(-90);
  });

  it("refuses a window that is too long", async () => {
    const parameters = { samplesPerSymbol: 64, bandwidth: 0.002 };
    const run = blockOutputs("symbol-synchronizer", parameters, { inputs: { in: new Float32Array(2) }, page: 1 });
    await expect(run).rejects.toThrow("the bandwidth must be at least 0.0156 for 64 samples per symbol, got 0.002");
  });
});
