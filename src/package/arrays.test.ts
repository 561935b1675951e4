import { beforeAll, describe, expect, it } from "vitest";
import { testGpu } from "../core/gpu/testing.ts";
import type { Gpu } from "../core/gpu/device.ts";
import { followGradient } from "../core/adaptive/adaptation/gradient.reference.ts";
import { createEqualizer, modulationPoints } from "./adaptive.ts";
import { createDecoder, createEncoder, createTurboDecoder, createTurboEncoder } from "./codes.ts";
import { convolve } from "./convolution.ts";
import { createFft, createRealFft, powerSpectrum } from "./fft.ts";
import { designFilter, designFir, designWindowed } from "./filter-design.ts";
import { filterFir } from "./fir.ts";
import { drawGraph } from "./flow.ts";
import { filterIir } from "./iir.ts";
import { createMimoDetector } from "./mimo.ts";
import { philox } from "./random.ts";
import { resample } from "./resampling.ts";
import { arrayRecording } from "./capture.ts";

let gpu: Gpu;
beforeAll(async () => void (gpu = await testGpu()));

/** Independent numbers from −1 to 1. */
const noise = (count: number, seed = 1) =>
  Float32Array.from({ length: count }, (_, i) => philox([i, 0, 0, 0], [seed, 0])[0] / 2 ** 31 - 1);

/** Longer than a page of a filter. */
const long = noise(2 ** 20 + 1001);

/** The largest difference of two lists, relative to the largest number of the first. */
function difference(expected: ArrayLike<number>, found: ArrayLike<number>): number {
  expect(found.length).toBe(expected.length);
  const largest = Math.max(...Array.from(expected, Math.abs));
  return Math.max(...Array.from(expected, (value, i) => Math.abs(value - found[i]))) / largest;
}

/** Σn x[n]·e^{−j2πkn/N}, by the definition. */
function dft(x: ArrayLike<number>): number[] {
  const N = x.length / 2;
  return Array.from({ length: 2 * N }, (_, i) => {
    let sum = 0;
    for (let n = 0; n < N; n++) {
      const angle = (-2 * Math.PI * ((Math.floor(i / 2) * n) % N)) / N;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      sum += i % 2 ? x[2 * n] * sin + x[2 * n + 1] * cos : x[2 * n] * cos - x[2 * n + 1] * sin;
    }
    return sum;
  });
}

/** Σk h[k]·x[m − k] of complex pairs, by the definition. */
function convolution(x: ArrayLike<number>, h: ArrayLike<number>): Float64Array {
  const y = new Float64Array(x.length + h.length - 2);
  for (let n = 0; n < x.length; n += 2) {
    for (let k = 0; k < h.length; k += 2) {
      y[n + k] += x[n] * h[k] - x[n + 1] * h[k + 1];
      y[n + k + 1] += x[n] * h[k + 1] + x[n + 1] * h[k];
    }
  }
  return y;
}

/** A few roundings of float32, relative to the largest number. */
const ROUNDING = 1e-5;

describe("transforms and filters of arrays", () => {
  it("transforms a batch, again and again, and back", async () => {
    const x = noise(2 * 2 * 12);
    const [forward, back] = await Promise.all([
      createFft(gpu, { length: 12, batch: 2 }),
      createFft(gpu, { length: 12, batch: 2, inverse: true }),
    ]);
    const bins = await forward.transform(x);
    expect(difference([...dft(x.subarray(0, 24)), ...dft(x.subarray(24))], bins)).toBeLessThan(ROUNDING);
    expect(difference(x, await back.transform(bins))).toBeLessThan(ROUNDING);
    // Calls that overlap keep their order.
    const [a, b] = await Promise.all([forward.transform(noise(48, 9)), forward.transform([...x])]);
    expect(difference(bins, b)).toBe(0);
    expect(difference(bins, a)).toBeGreaterThan(0.1);
    await expect(forward.transform(noise(47))).rejects.toThrow("fft: x: expected 48 numbers, got 47");
    forward.destroy();
    back.destroy();
    await expect(createFft(gpu, { length: 1 })).rejects.toThrow("fft/fft: length must be an integer from 2");
  });

  it("gives the first half of the bins of real samples", async () => {
    const x = noise(12);
    const fft = await createRealFft(gpu, { length: 12 });
    const expected = dft(Array.from(x).flatMap((value) => [value, 0])).slice(0, 14);
    expect(difference(expected, await fft.transform(x))).toBeLessThan(ROUNDING);
    fft.destroy();
  });

  it("averages periodograms: a tone's power and the noise's density", async () => {
    const [length, samples] = [64, 64 * 200];
    const x = noise(2 * samples);
    for (let n = 0; n < samples; n++) {
      x[2 * n] += 3 * Math.cos((2 * Math.PI * -5 * n) / length);
      x[2 * n + 1] += 3 * Math.sin((2 * Math.PI * -5 * n) / length);
    }
    const spectrum = await powerSpectrum(gpu, x, { length });
    // Blackman's main lobe has three bins on each side; what it holds is the tone's power times the window's noise bandwidth, 1.727 bins.
    const lobe = [-3, -2, -1, 0, 1, 2, 3].reduce((sum, k) => sum + spectrum[(length - 5 + k) % length], 0);
    expect(Math.abs(lobe - 9)).toBeLessThan(0.4);
    // Numbers from −1 to 1 have a variance of 1/3 each; 399 segments leave a deviation of some 7 % in a bin.
    const others = [10, 20, 30, 40, 50].map((k) => (spectrum[k] * length) / (2 / 3));
    for (const share of others) expect(Math.abs(share - 1)).toBeLessThan(0.35);
    await expect(powerSpectrum(gpu, x.subarray(0, 20), { length })).rejects.toThrow(
      "span must hold 64 samples, got 10",
    );
    await expect(powerSpectrum(gpu, [], { length })).rejects.toThrow("one or more pairs of numbers, got 0 numbers");
  });

  it("convolves", async () => {
    const [x, h] = [noise(2 * 300), noise(2 * 17, 5)];
    expect(difference(convolution(x, h), await convolve(gpu, x, h))).toBeLessThan(ROUNDING);
    await expect(convolve(gpu, [], h)).rejects.toThrow("convolution: x must hold one or more pairs of numbers, got 0");
  });

  it.each(["direct", "overlap-save"] as const)(
    "filters real samples with decimation by %s, across pages",
    async (method) => {
      const taps = designWindowed({ length: 65, cutoff: 0.2, passZero: true, window: "hamming" });
      const x = long;
      const y = await filterFir(gpu, { taps, decimation: 3, method }, x);
      expect(y.length).toBe(Math.ceil(x.length / 3));
      // The beginning, the border between pages, and the end.
      for (const m of [0, 1, 20, 349_524, 349_525, 349_526, 349_540, y.length - 1]) {
        const expected = taps.reduce((sum, tap, k) => sum + tap * (x[3 * m - k] ?? 0), 0);
        expect(Math.abs(y[m] - expected)).toBeLessThan(ROUNDING);
      }
      // Of an array that ends before the second output, only the first sample is kept.
      const [only, ...others] = await filterFir(gpu, { taps, decimation: 2 ** 31, method }, [1, 2, 3]);
      expect(Math.abs(only - taps[0])).toBeLessThan(ROUNDING);
      expect(others).toEqual([]);
      await expect(filterFir(gpu, { taps, kind: "complex" }, noise(3))).rejects.toThrow(
        "complex samples must be pairs, got 3",
      );
      await expect(filterFir(gpu, { taps, decimation: 0 }, x)).rejects.toThrow(
        "fir: decimation must be a positive integer",
      );
    },
  );

  it("filters by poles from rest", async () => {
    const filter = designFilter({ type: "butterworth", order: 3, cutoff: 0.2 });
    if (filter.kind !== "iir") throw new Error("a Butterworth filter is recursive");
    const x = noise(500);
    const y = Float64Array.from(x);
    for (const [b0, b1, b2, , a1, a2] of filter.sections) {
      let [x1, x2, y1, y2] = [0, 0, 0, 0];
      for (let n = 0; n < y.length; n++) {
        const value = b0 * y[n] + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
        [x1, x2, y1, y2] = [y[n], x1, value, y1];
        y[n] = value;
      }
    }
    expect(difference(y, await filterIir(gpu, { filter }, x))).toBeLessThan(ROUNDING);
    const unstable = designFilter({ type: "zeros-poles", zeros: [], poles: [1.1] });
    if (unstable.kind !== "iir") throw new Error("a pole makes a filter recursive");
    await expect(filterIir(gpu, { filter: unstable }, x)).rejects.toThrow(/no method takes this filter; one-pole says/);
  });

  it("resamples a tone, and says by how much it is late", async () => {
    const tone = (n: number) => Math.cos(0.3 * n);
    const { samples, delay } = await resample(
      gpu,
      { up: 3, down: 2 },
      Float32Array.from({ length: 600 }, (_, n) => tone(n)),
    );
    // In the middle, far from the ends, within the ripple of 80 dB.
    for (let m = 300; m < 600; m += 37) expect(samples[m]).toBeCloseTo(tone(((m - delay) * 2) / 3), 3);
  });

  it("names what programs without types get wrong", async () => {
    const wrong = (value: unknown) => value as never;
    const cases: [Promise<unknown>, string][] = [
      [createFft(wrong(undefined), { length: 16 }), "gpu: expected what openGpu() returned, got undefined"],
      [convolve(wrong(gpu.device), [1, 0], [1, 0]), "gpu: expected what openGpu() returned, got another object"],
      [createFft(gpu, { length: 16, batch: 0 }), "fft: batch must be a positive integer, got 0"],
      [createFft(gpu, wrong(undefined)), "fft: options: expected an object, got undefined"],
      [
        createFft(gpu, wrong({ length: 16, size: 3 })),
        'fft: options must be some of length, inverse, batch; got "size"',
      ],
      [createDecoder(gpu, wrong(undefined)), "codes: options: expected an object, got undefined"],
      [
        createDecoder(gpu, wrong({ code: "bcc-1024", decoding: null })),
        "codes: decoding: expected an object, got null",
      ],
      [createTurboDecoder(gpu, wrong({ length: 40, iteration: 3 })), 'got "iteration"'],
      [
        filterFir(gpu, { taps: [1], method: wrong("fast") }, [1]),
        'fir: method must be "direct", "overlap-save" or "overlap-add"',
      ],
      [
        filterFir(gpu, { taps: [1], kind: wrong("analytic") }, [1]),
        'fir: kind must be "real" or "complex", got "analytic"',
      ],
      [filterIir(gpu, { filter: wrong(designFilter({ type: "window", length: 3, cutoff: 0.5 })) }, [1]), 'got "fir"'],
      [createMimoDetector(gpu, { detector: wrong("sphere"), antennas: 2, bitsPerSymbol: 4 }), "mimo: detector must be"],
      [
        createMimoDetector(gpu, { detector: "mmse", antennas: 2, bitsPerSymbol: 4, uses: 3, usesPerChannel: 2 }),
        "usesPerChannel must divide the 3 uses, got 2",
      ],
    ];
    const refusals = await Promise.allSettled(cases.map(([promise]) => promise));
    for (const [i, refusal] of refusals.entries()) {
      expect(refusal.status === "rejected" ? String(refusal.reason) : "no error").toContain(cases[i][1]);
    }
  });

  it("refuses recursive types as FIR designs", () => {
    expect(() => designFir({ type: "butterworth", order: 2, cutoff: 0.2 } as never)).toThrow(
      'type must be window, least-squares or remez, got "butterworth"',
    );
  });
});

describe("equalizers, codes and detectors of arrays", () => {
  it.each(["lms", "nlms", "cma"] as const)("adapts packets side by side as %s does in float64", async (rule) => {
    const samplesPerSymbol = 2;
    const [symbols, packets, forwardTaps, delay, training] = [120, 2, 7, 4, rule === "cma" ? 0 : 40];
    const step = rule === "nlms" ? 0.3 : 0.01;
    const points = modulationPoints("qpsk");
    const labels = Uint8Array.from(noise(packets * symbols, 3), (value) => Math.min(3, Math.floor(2 * (value + 1))));
    const sent = Float64Array.from({ length: 2 * labels.length }, (_, i) => points[2 * labels[i >> 1] + (i % 2)]);
    // Each symbol lasts two samples; the channel has two taps.
    const received = Float32Array.from({ length: 4 * labels.length }, (_, i) => {
      const [n, part] = [i >> 1, i % 2];
      const at = (sample: number) => sent[2 * (sample >> 1) + part] ?? 0;
      return at(n) + (n % (2 * symbols) ? 0.3 * at(n - 1) : 0);
    });
    const config = { rule, symbols, packets, samplesPerSymbol, forwardTaps, delay, training, step, start: 3 } as const;
    const equalizer = await createEqualizer(gpu, { ...config, modulation: "qpsk" });
    const known = labels.filter((_, i) => i % symbols < training);
    const { estimates, taps } = await equalizer.equalize(received, known);
    expect(taps.length).toBe(2 * packets * forwardTaps);
    const guard = 64;
    const sizes = { symbols, guard, samplesPerSymbol, delay, forwardTaps, feedbackTaps: 0, training };
    for (let p = 0; p < packets; p++) {
      const packet = {
        received: new Float64Array(4 * (symbols + 2 * guard)),
        sent: new Float64Array(2 * (symbols + 2 * guard)),
      };
      packet.received.set(received.subarray(4 * p * symbols, 4 * (p + 1) * symbols), 4 * guard);
      packet.sent.set(sent.subarray(2 * p * symbols, 2 * (p + 1) * symbols), 2 * guard);
      const expected = followGradient(packet, points, sizes, { rule, step, start: 3, modulus: 1 });
      expect(difference(expected, estimates.subarray(2 * p * symbols, 2 * (p + 1) * symbols))).toBeLessThan(1e-4);
    }
    // A second run begins again.
    expect(difference(estimates, (await equalizer.equalize(received, known)).estimates)).toBe(0);
    const wrong = rule === "cma" ? [1] : [...known.subarray(1), 4];
    await expect(equalizer.equalize(received, wrong)).rejects.toThrow(
      rule === "cma" ? /expected 0 labels, got 1/ : /got 4/,
    );
    equalizer.destroy();
  });

  it("corrects the errors of a Turbo code's frames, and gives LLRs", async () => {
    const [length, frames] = [40, 3];
    const encoder = await createTurboEncoder(gpu, { length, frames });
    const decoder = await createTurboDecoder(gpu, { length, frames, soft: "posterior" });
    const bits = Uint8Array.from(noise(frames * length), (value) => Number(value > 0));
    const code = await encoder.encode(bits);
    expect(code.length).toBe(frames * (3 * length + 12));
    // The code is systematic: d0 of each step is the bit itself.
    expect([...code].filter((_, i) => i % 132 < 3 * length && (i % 132) % 3 === 0)).toEqual([...bits]);
    const llr = Float32Array.from(code, (bit, i) => (i % 29 === 7 ? -1 : 1) * (2 * bit - 1) * 4);
    const decoded = await decoder.decode(llr);
    expect([...decoded.bits]).toEqual([...bits]);
    expect([...decoded.iterations]).toEqual([6, 6, 6]);
    expect([...decoded.soft!].map((value) => Number(value > 0))).toEqual([...bits]);
    await expect(encoder.encode([2, ...bits.subarray(1)])).rejects.toThrow("bits must be 0 or 1, got 2 at 0");
    await expect(decoder.decode([])).rejects.toThrow("codes: llr [frame][n]: expected 396 numbers, got 0");
    await expect(createTurboDecoder(gpu, { length: 41 })).rejects.toThrow(/41/);
    encoder.destroy();
    decoder.destroy();
  });

  it("codes by any name of the registry", async () => {
    const encoder = await createEncoder(gpu, { code: "wimax-576-1/2" });
    const decoder = await createDecoder(gpu, { code: "wimax-576-1/2", decoding: { iterations: 10 } });
    const bits = Uint8Array.from(noise(encoder.information), (value) => Number(value > 0));
    const code = await encoder.encode(bits);
    const decoded = await decoder.decode(Float32Array.from(code, (bit, i) => (i % 50 ? 1 : -1) * (2 * bit - 1) * 3));
    expect([...decoded.bits]).toEqual([...bits]);
    await expect(createEncoder(gpu, { code: "morse" })).rejects.toThrow(/codes: a code must be one of .* got "morse"/);
    const name = "wimax-ldpc:576:1/2";
    const other = await createEncoder(gpu, { code: name });
    expect(other.information).toBe(encoder.information);
    other.destroy();
    await expect(createDecoder(gpu, { code: name, iterations: 10 } as never)).rejects.toThrow(
      'codes: options must be some of code, frames, decoding, soft; got "iterations", which belongs in `decoding`',
    );
    await expect(createDecoder(gpu, { code: name, decoding: { iteration: 10 } as never })).rejects.toThrow(
      /^codes: decoding must be some of algorithm, .*; got "iteration"$/,
    );
    await expect(createEncoder(gpu, { code: name, batch: 2 } as never)).rejects.toThrow(/code, frames; got "batch"/);
    encoder.destroy();
    decoder.destroy();
    decoder.destroy();
    await expect(decoder.decode(new Float32Array(decoder.length))).rejects.toThrow(
      /ldpc.*: it was used after destroy\(\); create a new one/,
    );
  });

  it("detects with priors where they were announced", async () => {
    const sizes = { antennas: 1, bitsPerSymbol: 2 } as const;
    // One stream, H = 1, points (±1 ± j)/√2 with bit 0 for +: LLR = −4·y/(√2·N0), apart for both parts.
    const received = [0.3, -0.4];
    const detector = await createMimoDetector(gpu, { ...sizes, detector: "max-log", priors: true });
    const exact = received.map((part) => (-4 * Math.SQRT1_2 * part) / 0.5);
    const llr = await detector.detect({ received, channel: [1, 0], noiseVariance: 0.5 });
    for (const [i, value] of exact.entries()) expect(llr[i]).toBeCloseTo(value, 4);
    // Extrinsic LLRs of independent bits do not depend on the priors.
    const prior = await detector.detect({ received, channel: [1, 0], noiseVariance: 0.5, prior: [3, -2] });
    for (const [i, value] of exact.entries()) expect(prior[i]).toBeCloseTo(value, 4);
    detector.destroy();
    await expect(createMimoDetector(gpu, { ...sizes, detector: "zf", priors: true })).rejects.toThrow(
      "mimo: zf takes no priors",
    );
    const plain = await createMimoDetector(gpu, { ...sizes, detector: "max-log" });
    await expect(plain.detect({ received, channel: [1, 0], noiseVariance: 1, prior: [0, 0] })).rejects.toThrow(
      /without them/,
    );
    await expect(plain.detect({ received: [1], channel: [1, 0], noiseVariance: 1 })).rejects.toThrow(
      "expected 2 numbers, got 1",
    );
    plain.destroy();
  });
});

describe("recordings and graphs from code", () => {
  it("reads real and complex samples as pairs, to the end", async () => {
    const complex = arrayRecording([1, 2, 3, 4, 5, 6], { sampleRate: 10 });
    expect([...(await complex.read(1, 5))]).toEqual([3, 4, 5, 6]);
    expect((await complex.read(7, 2)).length).toBe(0);
    const real = arrayRecording(Float32Array.of(1, 2, 3), { sampleRate: 10, kind: "real" });
    expect([...(await real.read(1, 2))]).toEqual([2, 0, 3, 0]);
    expect(() => arrayRecording([1], { sampleRate: 10 })).toThrow("complex samples must be pairs of numbers, got 1");
  });

  it("places drawn blocks in a row", () => {
    const { blocks, connections } = drawGraph({
      blocks: { a: ["add", {}], b: ["add", { x: 1 }] },
      connections: ["a.out b.in"],
    });
    expect(blocks.map(({ id, position }) => [id, ...position])).toEqual([
      ["a", 0, 0],
      ["b", 256, 0],
    ]);
    expect(connections).toEqual([{ from: ["a", "out"], to: ["b", "in"] }]);
  });
});
