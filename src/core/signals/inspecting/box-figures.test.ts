import { describe, expect, it } from "vitest";
import { normals, philox } from "../../random/philox.ts";
import { boxFigures } from "./box-figures.ts";
import { findPulses } from "./pulses.ts";

const RATE = 1e6;

/** A recording in memory: noise of a density (power per Hz) and complex tones [Hz, amplitude]. */
function recordingOf(
  samples: number,
  {
    density = 0,
    tones = [],
    gate = () => 1,
    complex = true,
  }: {
    density?: number;
    tones?: readonly (readonly [hertz: number, amplitude: number])[];
    gate?: (n: number) => number;
    complex?: boolean;
  },
) {
  const x = new Float32Array(2 * samples);
  const sigma = Math.sqrt((density * RATE) / 2);
  for (let n = 0; n < samples; n++) {
    const [a, b] = philox([n, 0, 0, 0], [7, 11]);
    let [re, im] = normals(a, b).map((value) => value * sigma);
    for (const [hertz, amplitude] of tones) {
      const angle = (2 * Math.PI * hertz * n) / RATE;
      re += gate(n) * amplitude * Math.cos(angle);
      im += gate(n) * amplitude * Math.sin(angle);
    }
    x[2 * n] = re;
    x[2 * n + 1] = complex ? im : 0;
  }
  const read = (start: number, count: number) => Promise.resolve(x.slice(2 * start, 2 * (start + count)));
  return { samples, channels: 1, sampleRate: RATE, datatype: { complex }, read };
}

const box = (stop: number, lowHz: number, highHz: number, start = 0) => ({ start, stop, lowHz, highHz });

describe("figures of a box", () => {
  it("a tone of amplitude 1 has 0 dBFS, and a tone in the next band is at its level", async () => {
    const tones = [
      [101_000, 1],
      [151_000, 0.1],
      [45_000, 0.01],
    ] as const;
    const figures = await boxFigures(recordingOf(65_536, { tones }), box(65_536, 75_000, 125_000));
    expect(figures.powerDbfs).toBeCloseTo(0, 3);
    expect(figures.densityDbfsPerHz).toBeCloseTo(-10 * Math.log10(50_000), 3);
    expect(figures.upperDb).toBeCloseTo(-20, 2);
    expect(figures.lowerDb).toBeCloseTo(-40, 2);
    expect(Math.abs(figures.strongestHz - 101_000)).toBeLessThanOrEqual(figures.resolutionHz / 2);
    // The filter's ripple is 80 dB down.
    expect(figures.peakDbfs).toBeCloseTo(0, 2);
    expect(figures.pulses).toBeNull();
  });

  it("a box that reaches beyond an end of the band holds what appears at the other end", async () => {
    const tones = [
      [497_000, 1],
      [-492_000, 1],
    ] as const;
    const figures = await boxFigures(recordingOf(65_536, { tones }), box(65_536, 480_000, 520_000));
    expect(figures.powerDbfs).toBeCloseTo(10 * Math.log10(2), 3);
    const nearest = Math.min(...[497_000, 508_000].map((hz) => Math.abs(figures.strongestHz - hz)));
    expect(nearest).toBeLessThanOrEqual(figures.resolutionHz / 2);
  });

  it("a real tone of amplitude 1 has −3 dBFS and a peak of 0 dBFS", async () => {
    const recording = recordingOf(65_536, { tones: [[100_000, 1]], complex: false });
    const figures = await boxFigures(recording, box(65_536, 75_000, 125_000));
    expect(figures.powerDbfs).toBeCloseTo(-3.01, 2);
    expect(figures.peakDbfs).toBeCloseTo(0, 2);
    expect(figures.lowerDb).toBeLessThan(-80);
  });

  it("white noise has its density, also beside a strong tone", async () => {
    const tones = [[-200_000, 1]] as const;
    const recording = recordingOf(2 ** 17, { density: 1e-8, tones });
    const empty = await boxFigures(recording, box(2 ** 17, 50_000, 150_000));
    // 2^17 samples of a tenth of the band are 13,107 independent numbers: 0.038 dB. Six of that.
    expect(Math.abs(empty.densityDbfsPerHz + 80)).toBeLessThan(0.23);
    expect(Math.abs(empty.noiseDbfsPerHz! + 80)).toBeLessThan(0.23);
    const signal = await boxFigures(recording, box(2 ** 17, -210_000, -190_000));
    expect(Math.abs(signal.noiseDbfsPerHz! + 80)).toBeLessThan(0.23);
    // The tone has power 1, the noise in 20 kHz 2·10⁻⁴.
    expect(Math.abs(signal.snrDb! - 36.99)).toBeLessThan(0.25);
  });

  it("measures pulses of two widths and their period", async () => {
    const [short, long, period] = [466, 1465, 2000];
    const gate = (n: number) => Number(n % (2 * period) < period ? n % period < short : n % period < long);
    const recording = recordingOf(2 ** 16, { density: 1e-10, tones: [[20_000, 0.5]], gate });
    const { pulses } = await boxFigures(recording, box(2 ** 16, 0, 40_000, 0));
    // Pulses begin at 0, 2000, …; the first one has no rising edge, and the last one ends at the end or later.
    expect(pulses!.count).toBe(32);
    expect(1e6 * pulses!.width.least).toBeCloseTo(short, -1);
    expect(1e6 * pulses!.width.most).toBeCloseTo(long, -1);
    expect(1e6 * pulses!.period!.mean).toBeCloseTo(period, -0.5);
    expect(pulses!.high).toBeCloseTo(0.5, 1);
  });

  it("has no neighbour beyond the ends of the band, and no noise where the box fills it", async () => {
    const figures = await boxFigures(recordingOf(4096, { density: 1e-8 }), box(4096, -500_000, 500_000));
    expect(figures).toMatchObject({ lowerDb: null, upperDb: null, noiseDbfsPerHz: null, snrDb: null });
    await expect(boxFigures(recordingOf(4096, {}), box(8, 0, 1000))).rejects.toThrow("at least 16 samples");
  });
});

const uniforms = (n: number) => philox([n, 1, 0, 0], [7, 11]).slice(0, 2) as [number, number];

describe("pulses", () => {
  it("interpolates edges at half of the step, and omits pulses that the ends cut", () => {
    // Ramps from 0 to 1 over 4 samples: half is at 12 and 22, then 42 and 52.
    const trapezoid = (n: number, from: number, to: number) =>
      Math.min(1, Math.max(0, Math.min((n - from) / 4 + 0.5, (to - n) / 4 + 0.5)));
    const envelope = Float64Array.from({ length: 75 }, (_, n) =>
      Math.max(trapezoid(n, -9, 3), trapezoid(n, 12, 22), trapezoid(n, 42, 52), trapezoid(n, 70, 99)),
    );
    expect(findPulses(envelope)).toMatchObject({ count: 2, width: { mean: 10, sd: 0 }, low: 0, high: 1 });
    expect(findPulses(envelope)!.period).toMatchObject({ least: 28, most: 30 });
  });

  it("finds none in a constant or noisy envelope", () => {
    expect(findPulses(new Float64Array(100).fill(1))).toBeUndefined();
    expect(findPulses(new Float64Array(100))).toBeUndefined();
    const noise = Float64Array.from({ length: 5000 }, (_, n) => Math.hypot(...normals(...uniforms(n))));
    expect(findPulses(noise)).toBeUndefined();
    const sinusoid = Float64Array.from({ length: 5000 }, (_, n) => 1.02 + Math.sin(n / 20));
    expect(findPulses(sinusoid)).toBeUndefined();
  });
});
