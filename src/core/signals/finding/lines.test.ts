import { expect, it } from "vitest";
import { windowValues } from "../../filter-design/windows.ts";
import { lineBands, takeLines } from "./lines.ts";
import { pieceOf } from "./pieces/pieces.ts";
import type { RatioGrid } from "./regions.ts";
import { withSidebands } from "./sidebands.ts";

const [BINS, FRAMES] = [256, 80];
/** Quartiles of noise of mean 1, whose powers are exponential. */
const [LOWER, UPPER] = [Math.log(4 / 3), Math.log(4)];

/** Power of a tone in each bin by the transform's definition, relative to what it has in the middle of a bin. */
function spectrumOf(place: number): Float64Array {
  const window = windowValues("blackman", BINS, true);
  const sum = window.reduce((total, value) => total + value, 0);
  return Float64Array.from({ length: BINS }, (_, k) => {
    let [re, im] = [0, 0];
    for (let n = 0; n < BINS; n++) {
      re += (window[n] / sum) * Math.cos((2 * Math.PI * (place - k) * n) / BINS);
      im += (window[n] / sum) * Math.sin((2 * Math.PI * (place - k) * n) / BINS);
    }
    return re * re + im * im;
  });
}

it.each([1e3, 1e6, 1e9, 1e10])(
  "signals/finding: a line of %d times the noise has the bins of its side lobes over the noise, and few others",
  (level) => {
    // The transform of the window is 0 at a distance of 3.055 bins, too.
    for (const place of [100, 100.055, 100.3, 100.5]) {
      const power = spectrumOf(place).map((value) => level * value);
      const [lower, upper] = [power.map((value) => value + LOWER), power.map((value) => value + UPPER)];
      const bands = lineBands({ lower, upper }, FRAMES);
      expect(bands).toHaveLength(1);
      const [low, high] = bands[0];
      const over = Array.from(power.keys()).filter((k) => power[k] > LOWER);
      expect(over.filter((k) => k < low || k >= high)).toEqual([]);
      expect(high - low).toBeLessThanOrEqual(1.2 * over.length + 2);
    }
  },
);

it.each([0, 1.3, 2.9, 252.6, 255, 255.5])("signals/finding: a line at bin %d passes an end of the band", (place) => {
  for (const level of [50, 1e3, 1e6]) {
    const power = spectrumOf(place).map((value) => level * value);
    const [lower, upper] = [power.map((value) => value + LOWER), power.map((value) => value + UPPER)];
    const bands = lineBands({ lower, upper }, FRAMES);
    const isTaken = (k: number) => bands.some(([low, high]) => k >= low && k < high);
    // A level at which a band ends, and the bin with no power that it may end before.
    expect(Array.from(power.keys()).filter((k) => power[k] > LOWER && !isTaken(k))).toEqual([]);
    const ratios = new Float32Array(FRAMES * BINS);
    for (let t = 0; t < FRAMES; t++) ratios.set(lower, t * BINS);
    const grid = { ratios, frames: FRAMES, bins: BINS };
    const lines = takeLines(grid, bands);
    expect(lines).toHaveLength(1);
    expect(lines[0].spectrum[Math.floor(place) - lines[0].lowBin]).toBeGreaterThan(0.2 * level);
    const strongest = power.indexOf(Math.max(...power));
    const around = [-3, -2, -1, 0, 1, 2, 3].map((d) => power[(strongest + d + BINS) % BINS] + LOWER - 1);
    const energy = FRAMES * around.reduce((sum, value) => sum + value, 0);
    // Ratios are float32 numbers; a band of little power may end before the main lobe does.
    const own = lines[0].energy + (lines[0].beyond?.energy ?? 0);
    expect(Math.abs(own / energy - 1)).toBeLessThan(level < 100 ? 0.05 : 1e-3);
    expect(ratios.every((ratio) => ratio < 2 * LOWER)).toBe(true);
  }
});

it("signals/finding: beside what a line has beyond an end of the band, another line is found", () => {
  const [strong, weak] = [spectrumOf(254.4), spectrumOf(5.2)];
  const power = strong.map((value, k) => 1e6 * value + 1e4 * weak[k]);
  const [lower, upper] = [power.map((value) => value + LOWER), power.map((value) => value + UPPER)];
  const ratios = new Float32Array(FRAMES * BINS);
  for (let t = 0; t < FRAMES; t++) ratios.set(lower, t * BINS);
  const lines = takeLines({ ratios, frames: FRAMES, bins: BINS }, lineBands({ lower, upper }, FRAMES));
  const places = lines.map(({ spectrum, lowBin }) => lowBin + spectrum.indexOf(Math.max(...spectrum)));
  expect(places).toEqual([254, 5]);
});

it("signals/finding: a weak line ends before a signal one bin beside its main lobe", () => {
  const power = spectrumOf(100).map((value, k) => 60 * value + (k >= 104 && k < 108 ? 1 : 0));
  const [lower, upper] = [power.map((value) => value + LOWER), power.map((value) => value + UPPER)];
  expect(lineBands({ lower, upper }, FRAMES)).toEqual([[98, 103]]);
});

/** A grid of noise with a line of 60 dB at bin 100 and blocks of power. */
function gridOf(
  blocks: readonly (readonly [from: number, to: number, low: number, high: number, power: number])[],
): RatioGrid {
  const line = spectrumOf(100).map((value) => 1 + 1e6 * value);
  const ratios = new Float32Array(FRAMES * BINS);
  for (let t = 0; t < FRAMES; t++) ratios.set(line, t * BINS);
  for (const [from, to, low, high, power] of blocks)
    for (let t = from; t < to; t++) for (let k = low; k < high; k++) ratios[t * BINS + k] += power;
  return { ratios, frames: FRAMES, bins: BINS };
}

const runsIn = (from: number, to: number, low: number, high: number) =>
  Array.from({ length: to - from }, (_, i) => ({ frame: from + i, low, high, short: true, long: true }));

it("signals/finding: a burst beside a line and over it stays a signal; sidebands on both sides are the line's, which keeps its power", () => {
  const beside = [20, 60, 110, 120, 1000] as const;
  const over = [10, 50, 60, 130, 1000] as const;
  for (const burst of [beside, over]) {
    const grid = gridOf([burst]);
    const lines = takeLines(grid);
    const signals = [pieceOf(grid, runsIn(burst[0], burst[1], burst[2], burst[3]))];
    expect(withSidebands(grid, { lines, signals }, undefined)).toEqual([...signals, ...lines]);
  }
  const sides = [
    [10, 50, 110, 116, 1000],
    [10, 50, 85, 91, 1000],
  ] as const;
  const grid = gridOf(sides);
  const lines = takeLines(grid);
  const signals = sides.map(([from, to, low, high]) => pieceOf(grid, runsIn(from, to, low, high)));
  const whole = withSidebands(grid, { lines, signals }, undefined);
  expect(whole).toMatchObject([{ lowBin: 85, highBin: 116, start: 0, stop: FRAMES }]);
  expect(whole[0].peak / lines[0].peak).toBeCloseTo(1, 6);
  const energy = lines[0].energy + signals[0].energy + signals[1].energy;
  expect(whole[0].energy / energy).toBeCloseTo(1, 6);
});

it.each([
  [10, 1],
  [14, 1e-3],
  [8, 0.3],
])(
  "signals/finding: a line %d bins beside another one, with %d of its power, is another line; side lobes are none",
  (distance, power) => {
    for (const place of [100, 100.3, 100.5]) {
      const one = spectrumOf(place).map((value) => 1 + 1e8 * value);
      const both = spectrumOf(place + distance).map((value, k) => one[k] + 1e8 * power * value);
      const gridOfRow = (row: Float64Array): RatioGrid => {
        const ratios = new Float32Array(FRAMES * BINS);
        for (let t = 0; t < FRAMES; t++) ratios.set(row, t * BINS);
        return { ratios, frames: FRAMES, bins: BINS };
      };
      expect(takeLines(gridOfRow(one))).toHaveLength(1);
      const lines = takeLines(gridOfRow(both)).sort((a, b) => a.lowBin - b.lowBin);
      expect(lines).toHaveLength(2);
      // Both have the same place between two bins, so the same share of their power.
      expect(Math.abs(lines[1].peak / lines[0].peak / power - 1)).toBeLessThan(0.02);
    }
  },
);

it("signals/finding: a carrier and the pair of lines that a tone makes of it are one signal, up to a depth of 1", () => {
  const spectra = [100, 92, 108].map((place) => spectrumOf(place));
  const row = spectra[0].map((value, k) => 1 + 1e6 * (value + 0.25 * (spectra[1][k] + spectra[2][k])));
  const ratios = new Float32Array(FRAMES * BINS);
  for (let t = 0; t < FRAMES; t++) ratios.set(row, t * BINS);
  const grid = { ratios, frames: FRAMES, bins: BINS };
  const lines = takeLines(grid);
  expect(lines).toHaveLength(3);
  expect(withSidebands(grid, { lines, signals: [] }, undefined)).toHaveLength(1);
});

it.each([
  [98, 0.4, 0],
  [98, 0.7, 1],
  [512, 0.4, 1],
])(
  "signals/finding: of %d frames, a narrow part whose quartiles have the ratio %d makes %d lines: by chance, few powers vary little",
  (frames, ratio, lines) => {
    const upper = spectrumOf(100).map((value) => 1e3 * value + UPPER);
    const lower = upper.map((value) => Math.max(LOWER, ratio * value));
    expect(lineBands({ lower, upper }, frames)).toHaveLength(lines);
  },
);

it("signals/finding: the middle of two keyed tones is no line, and a line under a burst is one", () => {
  // Each tone is on for half of the time: a quarter of the powers lies below the lower level, and a quarter above the higher one.
  const tones = [99.2, 100.7].map((place) => spectrumOf(place).map((value) => 1e4 * value));
  const pick = (most: (...values: number[]) => number) => tones[0].map((value, k) => most(value, tones[1][k]) + LOWER);
  expect(lineBands({ lower: pick(Math.min), upper: pick(Math.max) }, 256)).toEqual([]);
  for (const place of [100, 100.25, 100.5]) {
    const line = spectrumOf(place).map((value) => 1e4 * value);
    const burst = 1.4 * Math.max(...line);
    const [lower, upper] = [line.map((value) => value + LOWER), line.map((value) => value + burst + UPPER)];
    expect(lineBands({ lower, upper }, 256)).not.toEqual([]);
  }
});
