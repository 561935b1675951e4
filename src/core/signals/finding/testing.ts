import { expect } from "vitest";
import { windowValues } from "../../filter-design/windows.ts";
import type { Box, FoundSignal } from "../detection.ts";
import { addNoise } from "../generator/draws.ts";
import { GENERATOR_DEFAULTS, type GeneratorOptions } from "../generator/options.ts";
import { type PlannedBurst, planBursts } from "../generator/plan.ts";
import { type BurstTruth, render } from "../generator/render.ts";
import { type FindOptions, findSignals } from "./finder.ts";
import type { Searchable } from "./source.ts";

export const recordingOf = (samples: Float32Array<ArrayBuffer>, sampleRate: number): Searchable => ({
  sampleRate,
  samples: samples.length / 2,
  channels: 1,
  read: (start, count) => Promise.resolve(samples.slice(2 * start, 2 * (start + count))),
});

export async function foundIn(recording: Searchable, options?: FindOptions) {
  const found: FoundSignal[] = [];
  const messages: string[] = [];
  let progress = 0;
  for await (const part of findSignals(recording, options)) {
    expect(part.progress).toBeGreaterThanOrEqual(progress);
    progress = part.progress;
    found.push(...part.found);
    messages.push(...part.messages);
  }
  expect(progress).toBe(1);
  return { found, messages };
}

export function generated(some: Partial<GeneratorOptions>) {
  const options: GeneratorOptions = { ...GENERATOR_DEFAULTS, ...some };
  return rendered(planBursts(options), options);
}

export function rendered(bursts: readonly PlannedBurst[], options: GeneratorOptions) {
  const truths: BurstTruth[] = [];
  const pieces = [...render(bursts, options, (truth) => truths.push(truth))];
  const samples = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return { recording: recordingOf(samples, options.rate), truths };
}

/** What differs between the true bursts and the found ones, one sentence each. */
export function differences(truths: readonly BurstTruth[], found: readonly FoundSignal[]): string[] {
  const isOn = (truth: BurstTruth, box: Box) =>
    box.start < truth.stop && truth.start < box.stop && box.lowHz <= truth.centreHz && truth.centreHz <= box.highHz;
  const wrong = truths.flatMap((truth) => {
    const name = `${truth.class} at ${truth.start}`;
    const boxes = found.filter((box) => isOn(truth, box));
    if (boxes.length !== 1) return `${name}: ${boxes.length} boxes`;
    const [{ start, stop, lowHz, highHz, noiseDensity }] = boxes;
    const tolerance = Math.max(0.02 * (truth.stop - truth.start), 4 * (2.4e6 / (truth.symbolRateHz ?? Infinity)));
    const late = Math.max(Math.abs(start - truth.start), Math.abs(stop - truth.stop));
    const width = (highHz - lowHz) / Math.max(truth.bandwidthHz, 10_000);
    const noiseDb = 10 * Math.log10(noiseDensity * 2.4e6);
    return [
      ...(late > tolerance ? [`${name}: an edge is ${late} samples off`] : []),
      ...(width < 0.4 || width > 1.5 ? [`${name}: the box has ${width.toFixed(2)} times the bandwidth`] : []),
      ...(Math.abs(noiseDb) > 0.5 ? [`${name}: the noise is ${noiseDb.toFixed(2)} dB off`] : []),
    ];
  });
  const extra = found.filter((box) => !truths.some((truth) => isOn(truth, box)));
  return [
    ...wrong,
    ...extra.map((box) => `no signal from ${box.start} to ${box.stop}, ${box.lowHz} to ${box.highHz} Hz`),
  ];
}

/** White noise, and signals in it. @param add Changes the interleaved samples. */
export function made(count: number, rate: number, add: (samples: Float64Array) => void): Searchable {
  const values = new Float64Array(2 * count);
  addNoise(values, 11, 0);
  add(values);
  return recordingOf(Float32Array.from(values), rate);
}

/** Adds a tone. @param power Over the noise of the whole rate. @param amplitude At each sample, relative to the tone's. */
export function tone(
  samples: Float64Array,
  {
    start,
    stop,
    cycles,
    power,
    amplitude = () => 1,
  }: { start: number; stop: number; cycles: number; power: number; amplitude?: (n: number) => number },
) {
  for (let n = start; n < stop; n++) {
    const size = Math.sqrt(power) * amplitude(n);
    samples[2 * n] += size * Math.cos(2 * Math.PI * cycles * n);
    samples[2 * n + 1] += size * Math.sin(2 * Math.PI * cycles * n);
  }
}

/** Adds white noise that a filter has made narrow. @param density Over the noise's, in the middle of the band. */
export function narrowNoise(
  samples: Float64Array,
  { start, stop, cycles, width, density }: Record<"start" | "stop" | "cycles" | "width" | "density", number>,
) {
  const taps = windowValues("blackman", Math.round(3 / width), true);
  const scale = Math.sqrt(density) / taps.reduce((sum, tap) => sum + tap, 0);
  const values = new Float64Array(2 * (stop - start + taps.length));
  addNoise(values, 12, 0);
  for (let n = start; n < stop; n++) {
    let [re, im] = [0, 0];
    for (const [k, tap] of taps.entries()) {
      re += tap * values[2 * (n - start + k)];
      im += tap * values[2 * (n - start + k) + 1];
    }
    const [c, s] = [Math.cos(2 * Math.PI * cycles * n), Math.sin(2 * Math.PI * cycles * n)];
    samples[2 * n] += scale * (re * c - im * s);
    samples[2 * n + 1] += scale * (re * s + im * c);
  }
}
