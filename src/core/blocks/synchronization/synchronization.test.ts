import { describe, expect, it } from "vitest";
import { errorDb, testNormals, testRandom } from "../../gpu/testing.ts";
import { pointsOf } from "../bits-and-codes/constellations.float64.ts";
import type { ConstellationName } from "../bits-and-codes/constellations.ts";
import { blockOutputs, inFloat64 } from "../testing.ts";

/** Random points of a constellation, complex pairs. */
function symbolsOf(name: ConstellationName, count: number, seed = 1): Float64Array {
  const [points, random] = [pointsOf(name), testRandom(seed)];
  return Float64Array.from(
    Array.from({ length: count }, () => 2 * Math.floor((random() * points.length) / 2)).flatMap((at) => [
      points[at],
      points[at + 1],
    ]),
  );
}

/** The raised cosine with roll-off α: the pulse after a matched filter. */
function pulse(t: number, alpha = 0.35): number {
  const sinc = Math.abs(t) < 1e-9 ? 1 : Math.sin(Math.PI * t) / (Math.PI * t);
  const edge = 1 - (2 * alpha * t) ** 2;
  return Math.abs(edge) < 1e-6 ? (Math.PI / 4) * sinc : (sinc * Math.cos(Math.PI * alpha * t)) / edge;
}

/** Samples of pulses that carry symbols, `period` samples apart from sample `first` on. */
function modulated(symbols: Float64Array, period: number, first: number): Float32Array<ArrayBuffer> {
  const samples = Math.floor((symbols.length / 2) * period);
  const x = new Float32Array(2 * samples);
  for (let n = 0; n < samples; n++) {
    const t = (n - first) / period;
    for (let k = Math.max(0, Math.ceil(t - 12)); k <= Math.min(symbols.length / 2 - 1, t + 12); k++) {
      x[2 * n] += symbols[2 * k] * pulse(t - k);
      x[2 * n + 1] += symbols[2 * k + 1] * pulse(t - k);
    }
  }
  return x;
}

/** Multiplies samples by e^{j(ωn + φ)}. */
const turned = (x: ArrayLike<number>, omega: number, phi: number) =>
  Float32Array.from(x, (_, i) => {
    const phase = omega * (i >> 1) + phi;
    const [a, b] = [x[i - (i % 2)], x[i - (i % 2) + 1]];
    return i % 2 ? a * Math.sin(phase) + b * Math.cos(phase) : a * Math.cos(phase) - b * Math.sin(phase);
  });

/** Error vector magnitude against the nearest points, dB, without the first and last `edge` symbols. */
function evmDb(y: ArrayLike<number>, name: ConstellationName, edge: number): number {
  const points = pointsOf(name);
  let [error, count] = [0, 0];
  for (let n = edge; n < y.length / 2 - edge; n++, count++) {
    let least = Infinity;
    for (let p = 0; p < points.length; p += 2) {
      least = Math.min(least, (y[2 * n] - points[p]) ** 2 + (y[2 * n + 1] - points[p + 1]) ** 2);
    }
    error += least;
  }
  return 10 * Math.log10(error / count);
}

/** A page per item of a list of sizes, up to a number of items. */
function sizes(seed: number, items: number, most: number): number[] {
  const random = testRandom(seed);
  const pages: number[] = [];
  for (let left = items; left > 0;) {
    pages.push(Math.min(left, Math.floor(most * random())));
    left -= pages[pages.length - 1];
  }
  return pages;
}

describe("blocks/symbol-synchronizer", () => {
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

  it("refuses a window that is too long", async () => {
    const parameters = { samplesPerSymbol: 64, bandwidth: 0.002 };
    const run = blockOutputs("symbol-synchronizer", parameters, { inputs: { in: new Float32Array(2) }, page: 1 });
    await expect(run).rejects.toThrow("the bandwidth must be at least 0.0156 for 64 samples per symbol, got 0.002");
  });
});

describe("blocks/costas-loop", () => {
  it.each([
    ["BPSK", "2", 0.015, 1.1],
    ["QPSK", "4", 0.008, 0.6],
    ["16-QAM", "4", -0.001, -0.3],
    ["8-PSK", "8", 0.002, 0.1],
  ] as const)("removes phase and frequency offset of %s", async (name, order, omega, phi) => {
    const noise = testNormals(4, 3000);
    const sent = symbolsOf(name, 1500);
    const x = turned(sent, omega, phi).map((value, i) => value + 0.01 * noise[i]) as Float32Array<ArrayBuffer>;
    const parameters = { order, bandwidth: name === "16-QAM" ? 0.005 : 0.03 };
    const delay = name === "16-QAM" ? 100 : 17;
    const { out, phase } = await blockOutputs("costas-loop", parameters, {
      inputs: { in: x },
      page: sizes(2, 1500, 700),
    });
    expect(evmDb(out.subarray(2 * delay), name, 120)).toBeLessThan(-25);
    const expected = inFloat64("costas-loop", parameters, { in: x });
    expect(errorDb(out, expected.out)).toBeLessThan(-95);
    // θ follows the carrier without slips, up to the constellation's symmetry.
    const ambiguity = (2 * Math.PI) / Number(order);
    const errors = Array.from({ length: 1000 }, (_, i) => phase[400 + i] - omega * (400 + i - delay) - phi);
    const slips = errors.map((error) => Math.round((error - errors[0]) / ambiguity) % Number(order));
    expect(new Set(slips)).toEqual(new Set([slips[0]]));
  });

  it("gives the same samples, bit by bit, for pages of any size", async () => {
    const x = turned(symbolsOf("QPSK", 1000), 0.005, 2);
    const whole = await blockOutputs("costas-loop", {}, { inputs: { in: x }, page: 1000, after: 0 });
    const parts = await blockOutputs("costas-loop", {}, { inputs: { in: x }, page: 77, after: 0 });
    expect(parts).toEqual(whole);
  });
});

describe("blocks/correlator", () => {
  it.each([
    ["complex", "1,1,1,1,1,-1,-1,1,1,-1,1,-1,1", "0,0,0,0,0,0,0,0,0,0,0,0.5,0"],
    ["real", "1,2,-3,0.5", "0"],
  ])("is 1 at a known sequence of %s samples, for any gain and phase", async (type, sequence, imaginary) => {
    const random = testNormals(8, 1200);
    const s = sequence.split(",").map(Number);
    const q = imaginary.split(",").map(Number);
    const width = type === "complex" ? 2 : 1;
    const x = Float32Array.from(random.subarray(0, 600 * width));
    for (const [k, value] of s.entries()) {
      const imaginaryPart = q[k % q.length];
      const own = width === 2 ? [-3 * imaginaryPart, 3 * value] : [-3 * value];
      x.set(own, width * (300 + k));
    }
    const parameters = { type, sequence, imaginary };
    const { out } = await blockOutputs("correlator", parameters, { inputs: { in: x }, page: [301, 2, 0, 297] });
    expect(errorDb(out, inFloat64("correlator", parameters, { in: x }).out)).toBeLessThan(-120);
    expect(out[299 + s.length]).toBeCloseTo(1, 5);
    expect(Math.max(...out.subarray(320))).toBeLessThan(0.999999);
  });

  it("refuses imaginary parts that do not fit", () => {
    expect(() => inFloat64("correlator", { sequence: "1,2,3", imaginary: "1,2" }, { in: [] })).toThrow(
      "imaginary parts must be one or 3 numbers, as many as the sequence has, got 2",
    );
  });
});
