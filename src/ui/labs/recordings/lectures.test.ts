import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GENERATOR_DEFAULTS } from "#core/signals/generator/options.ts";
import { madeRecording } from "#core/signals/generator/recording.ts";
import { measureRecording } from "#core/signals/measuring/measure.ts";
import { parseDatatype } from "#core/capture/datatype.ts";
import { exampleNamed } from "../../kit/recording/examples.ts";
import { encodeRecordings, decodeRecordings } from "./address.ts";
import { LECTURES } from "./lectures.ts";

const FIGURES = ["waterfall", "signals", "signal", "spectrum", "listen", "annotations", "metadata"];

describe("Recordings lectures", () => {
  it("have unique names", () => {
    expect(new Set(LECTURES.map(({ id }) => id)).size).toBe(LECTURES.length);
  });

  it.each(LECTURES.map((lecture) => [lecture.id, lecture.steps] as const))(
    "%s: every step opens an example, and asks and answers a question",
    (_, steps) => {
      for (const { scenario, figure, questions, explains } of steps) {
        const link = decodeRecordings(`#${scenario}`);
        expect(link.example).toBeDefined();
        expect(decodeRecordings(encodeRecordings(link))).toEqual(link);
        expect(FIGURES).toContain(figure);
        for (const { prompt } of questions) expect(prompt).toMatch(/[?.]$/);
        expect(explains).toMatch(/\.$/);
      }
    },
  );
});

interface Example {
  samples: Float64Array;
  /** Samples/s. */
  rate: number;
}

function exampleOf(name: string): Example {
  const file = (extension: string) => readFileSync(`public/examples/${name}.sigmf-${extension}`);
  const { global } = JSON.parse(file("meta").toString()) as { global: Record<string, string | number> };
  const data = file("data");
  const eight = global["core:datatype"] === "ci8";
  const samples = Float64Array.from({ length: data.length / (eight ? 1 : 2) }, (_, i) =>
    eight ? data.readInt8(i) / 128 : data.readInt16LE(2 * i) / 32_768,
  );
  return { samples, rate: Number(global["core:sample_rate"]) };
}

/** Power at a frequency in cycles per sample, through Blackman’s window of some samples; a tone of amplitude 1 has 1. */
function powerAt(x: Float64Array, start: number, count: number, frequency: number): number {
  let [re, im, weights] = [0, 0, 0];
  for (let n = 0; n < count; n++) {
    const turn = (2 * Math.PI * n) / count;
    const weight = 0.42 - 0.5 * Math.cos(turn) + 0.08 * Math.cos(2 * turn);
    const [c, s] = [Math.cos(2 * Math.PI * frequency * n), -Math.sin(2 * Math.PI * frequency * n)];
    const [i, q] = [x[2 * (start + n)], x[2 * (start + n) + 1]];
    re += weight * (i * c - q * s);
    im += weight * (i * s + q * c);
    weights += weight;
  }
  return (re * re + im * im) / weights ** 2;
}

const decibels = (power: number) => 10 * Math.log10(power);

describe("numbers in the lectures", () => {
  it("a transform of 2048 points has a noise floor 15 dB lower than 64 points", () => {
    const { samples } = exampleOf("tone-and-chirps");
    const floor = (count: number) => {
      const frequencies = [-0.4, -0.3, -0.2, 0.25, 0.3, 0.4].map((f) => Math.round(f * count) / count);
      const starts = Array.from({ length: 24 }, (_, i) => 26_600 + Math.round((i * (7000 - count)) / 24));
      const powers = starts.flatMap((start) => frequencies.map((f) => powerAt(samples, start, count, f)));
      return decibels(powers.reduce((sum, power) => sum + power, 0) / powers.length);
    };
    expect(floor(64) - floor(2048)).toBeGreaterThan(14);
    expect(floor(64) - floor(2048)).toBeLessThan(16.5);
  });

  it("a chirp is thinnest with 256 points", () => {
    const { samples } = exampleOf("tone-and-chirps");
    /** Width at half the power in the middle of the first chirp, Hz. */
    const width = (count: number) => {
      const frequencies = Array.from({ length: 700 }, (_, i) => -0.4 + 0.0005 * i);
      const powers = frequencies.map((f) => powerAt(samples, 6000 + 1024 - count / 2, count, f));
      const above = frequencies.filter((_, i) => powers[i] > Math.max(...powers) / 2);
      return 1e6 * (above[above.length - 1] - above[0]);
    };
    const [w64, w128, w256, w1024] = [64, 128, 256, 1024].map(width);
    expect(w64 / 1e3).toBeCloseTo(26, -0.5);
    expect(w128 / 1e3).toBeCloseTo(13, -0.5);
    expect(w256 / 1e3).toBeCloseTo(10, -0.5);
    expect(w1024 / 1e3).toBeCloseTo(36, -0.5);
    expect(w256).toBeLessThan(w128);
  });

  it("Q follows I in the tone, and leads it at the end of the chirp", () => {
    const { samples } = exampleOf("tone-and-chirps");
    const turned = (start: number, count: number) => {
      let [re, im] = [0, 0];
      for (let n = start; n < start + count; n++) {
        const [a, b, c, d] = samples.subarray(2 * n, 2 * n + 4);
        re += c * a + d * b;
        im += d * a - c * b;
      }
      return (1e3 * Math.atan2(im, re)) / (2 * Math.PI);
    };
    expect(turned(30_000, 50)).toBeCloseTo(120, -1);
    expect(turned(8000, 40)).toBeGreaterThan(-110);
    expect(turned(8000, 40)).toBeLessThan(-90);
  });

  it("the AM stations’ carriers are 26 dB apart at most", () => {
    const { samples, rate } = exampleOf("medium-wave");
    const carrier = (offset: number) => decibels(powerAt(samples, 0, samples.length / 2, offset / rate));
    expect(carrier(0) - carrier(9000)).toBeCloseTo(26, 0);
    expect(carrier(-18_000)).toBeGreaterThan(carrier(9000));
    expect(carrier(0)).toBeGreaterThan(carrier(-18_000));
  });

  it("rounding to 8 bits errs at −50 dB, and hides a tone that 16 bits show", () => {
    const [eight, sixteen] = [exampleOf("weak-tone-8-bits").samples, exampleOf("weak-tone-16-bits").samples];
    const error = eight.map((value, i) => (value * 128) / 127 - (sixteen[i] * 32_768) / 32_767);
    const power = decibels((2 * error.reduce((sum, value) => sum + value * value, 0)) / error.length);
    expect(power).toBeCloseTo(decibels(2 ** -14 / 6), 0);
    const weak = (x: Float64Array) => decibels(powerAt(x, 0, 1024, -9000 / 48_000));
    expect(weak(sixteen)).toBeCloseTo(-85.4, 0);
    const mean = [-11_000, -10_000, -8000, -7500].map((f) => powerAt(eight, 0, 1024, f / 48_000));
    expect(decibels(mean.reduce((sum, value) => sum + value, 0) / 4)).toBeGreaterThan(-84);
  });

  it("what the cards show of the bursts that the page makes", async () => {
    const [qpsk, fsk] = [await measured("qpsk-burst"), await measured("fsk-burst")];
    expect((qpsk.stop - qpsk.start) / 1e3).toBeCloseTo(33.45, 2);
    expect(qpsk.snrDb).toBeCloseTo(19.8, 1);
    expect(qpsk.bandwidthHz / 1e3).toBeCloseTo(186, 0);
    expect(qpsk.bandwidth3dBHz! / 1e3).toBeCloseTo(153.3, 1);
    expect(qpsk.symbolRateHz! / 1e3).toBeCloseTo(159.247, 3);
    expect(qpsk.symbolRateSdHz! / qpsk.symbolRateHz!).toBeCloseTo(3e-6, 6);
    expect(qpsk.carrierOffsetHz! / 1e3).toBeCloseTo(361.09, 2);
    expect(qpsk.bits).toHaveLength(2 * 5326);
    expect(fsk.deviationHz! / 1e3).toBeCloseTo(36.2, 1);
    expect(fsk.symbolRateHz! / 1e3).toBeCloseTo(52.57, 2);
    expect(fsk.modulationIndex).toBeCloseTo(1.38, 2);
    expect(fsk.bits).toMatch(/^100011001110011011101000/);
    expect(fsk.bits).toHaveLength(3012);
    expect(fsk.bits!.indexOf((0xe6e8).toString(2))).toBe(8);
    expect(fsk.bits!.lastIndexOf((0xe6e8).toString(2))).toBe(8);
  });
});

/** What Threeray measures of the one burst of an example that the page makes. */
async function measured(name: string) {
  const { content, numbers } = madeRecording(
    { ...GENERATOR_DEFAULTS, ...exampleNamed(name)?.made },
    { format: "ci16" },
  );
  const x: number[] = [];
  for await (const piece of numbers) for (const value of piece) x.push(value / 32_768);
  const recording = {
    samples: content.samples,
    channels: 1,
    sampleRate: content.sampleRate!,
    datatype: parseDatatype("ci16_le"),
    captures: [],
    read: (start: number, count: number) => Promise.resolve(Float32Array.from(x.slice(2 * start, 2 * (start + count)))),
  };
  const found = [];
  for await (const { detections } of measureRecording(recording, { bits: true })) found.push(...detections);
  expect(found).toHaveLength(1);
  return found[0];
}
