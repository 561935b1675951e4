import { abs, arg, product, sub } from "./complex.ts";
import { fromSections, type Section } from "./sections.ts";
import { stability } from "./stability.ts";

/** Effects of float32 on sections in cascade, transposed direct form II. */
export interface RoundOff {
  /** Power of rounding noise over the output's power for white input, in dB. */
  noiseDb: number;
  /** Power of the change by rounded coefficients over the output's power, in dB. */
  coefficientsDb: number;
  /** Largest pole radius with rounded coefficients; 1 or more is unstable in float32. */
  radius: number;
}

/** Mean square of the relative rounding error: uniform up to float32's half unit 2⁻²⁴. */
export const ROUNDING = 2 ** -48 / 3;

/** Frequencies in radians, dense about poles, with their weights for a mean over 0 … π. */
interface Grid {
  omega: Float64Array;
  weight: Float64Array;
}

/** 256 even points, and points about each pole at distances that grow by 2^¼ from a tenth of its resonance width. */
function poleGrid(sections: readonly Section[]): Grid {
  const points = Array.from({ length: 257 }, (_, i) => (Math.PI * i) / 256);
  for (const pole of fromSections(sections).poles.filter(({ im }) => im >= 0)) {
    const [angle, width] = [arg(pole), Math.max(Math.abs(1 - abs(pole)), 1e-9)];
    points.push(angle);
    for (let step = 0.1 * width; step < Math.PI; step *= 2 ** 0.25) points.push(angle - step, angle + step);
  }
  const omega = Float64Array.from(points.filter((w) => w >= 0 && w <= Math.PI)).sort();
  const weight = omega.map((w, i) => ((omega[i + 1] ?? w) - (omega[i - 1] ?? w)) / (2 * Math.PI));
  return { omega, weight };
}

/** H of a section at an angle, and |A|². */
function responseAt([b0, b1, b2, , a1, a2]: Section, w: number) {
  const [c1, s1, c2, s2] = [Math.cos(w), -Math.sin(w), Math.cos(2 * w), -Math.sin(2 * w)];
  const [dr, di] = [1 + a1 * c1 + a2 * c2, a1 * s1 + a2 * s2];
  const [nr, ni] = [b0 + b1 * c1 + b2 * c2, b1 * s1 + b2 * s2];
  const below = dr * dr + di * di;
  return { re: (nr * dr + ni * di) / below, im: (ni * dr - nr * di) / below, below };
}

/** b0, b1, b2, a1, a2 on the grid: |H|², |1/A|², |H − b0|² and |b2 − a2H|², the powers of output, error and both states. */
function powers(section: Section, { omega }: Grid) {
  const [b0, , b2, , , a2] = section;
  const made = () => new Float64Array(omega.length);
  const power = { output: made(), error: made(), state1: made(), state2: made() };
  omega.forEach((w, i) => {
    const { re, im, below } = responseAt(section, w);
    power.output[i] = re * re + im * im;
    power.error[i] = 1 / below;
    power.state1[i] = (re - b0) ** 2 + im * im;
    power.state2[i] = (b2 - a2 * re) ** 2 + (a2 * im) ** 2;
  });
  return power;
}
type Powers = ReturnType<typeof powers>;

/** A product with 0 or a power of two is exact. */
const rounds = (coefficient: number) =>
  Number.isInteger(Math.log2(Math.abs(coefficient) || 1)) ? 0 : coefficient ** 2;

/** Output noise of one section for unit rounding: the sections before it determine its input, and the sections after it filter its noise. */
function sectionNoise(
  section: Section,
  power: Powers,
  before: Float64Array,
  after: Float64Array,
  { weight }: Grid,
): number {
  const [b0, b1, b2, , a1, a2] = section;
  let [input, output, state1, state2, gain] = [0, 0, 0, 0, 0];
  for (let i = 0; i < weight.length; i++) {
    const fed = weight[i] * before[i];
    input += fed;
    output += fed * power.output[i];
    state1 += fed * power.state1[i];
    state2 += fed * power.state2[i];
    gain += weight[i] * power.error[i] * after[i];
  }
  const products = input * (rounds(b0) + rounds(b1) + rounds(b2)) + output * (rounds(a1) + rounds(a2));
  return gain * (products + output + 2 * state1 + state2);
}

/** Sections normalized to a first coefficient of 1, and their total gain for the first section. */
function stripped(sections: readonly Section[]) {
  let gain = 1;
  const rest = sections.map(([b0, b1, b2, ...below]): Section => {
    const lead = b0 || b1 || b2;
    if (lead === 0) return [b0, b1, b2, ...below];
    gain *= lead;
    return [b0 / lead, b1 / lead, b2 / lead, ...below];
  });
  return { rest, gain };
}

const withGain = ([[b0, b1, b2, ...below], ...others]: readonly Section[], gain: number): Section[] => [
  [gain * b0, gain * b1, gain * b2, ...below],
  ...others,
];

/** Most sections for which all orders are compared; longer cascades keep their order. */
const MOST_ORDERED = 10;

/**
 * Returns the order of sections with the least float32 noise under {@link roundOff}'s model, exactly. The noise of a section depends on the set of sections before it but not on their order. So the best order of each set follows from smaller sets (dynamic programming over subsets). The gain is the first section's.
 */
export function orderSections(sections: readonly Section[]): Section[] {
  const count = sections.length;
  if (count < 2 || count > MOST_ORDERED) return [...sections];
  const grid = poleGrid(sections);
  const { rest, gain } = stripped(sections);
  const power = rest.map((section) => powers(section, grid));
  const all = 2 ** count - 1;
  const through = [new Float64Array(grid.omega.length).fill(1)];
  for (let set = 1; set <= all; set++) {
    const last = 31 - Math.clz32(set);
    through.push(through[set - 2 ** last].map((value, i) => value * power[last].output[i]));
  }
  const best = Array.from({ length: all + 1 }, () => ({ noise: Infinity, last: -1 }));
  best[0].noise = 0;
  for (let set = 0; set < all; set++) {
    for (let next = 0; next < count; next++) {
      const union = set | (1 << next);
      if (union === set) continue;
      const added = sectionNoise(rest[next], power[next], through[set], through[all - union], grid);
      if (best[set].noise + added < best[union].noise) best[union] = { noise: best[set].noise + added, last: next };
    }
  }
  const order: Section[] = [];
  for (let set = all; set > 0; set -= 1 << best[set].last) order.unshift(rest[best[set].last]);
  return withGain(order, gain);
}

/**
 * Estimates float32's error: every product and sum of transposed direct form II rounds independently by a relative error of up to 2⁻²⁴. The errors recur through 1/A and pass through the later sections. The model excludes limit cycles and errors correlated with the signal.
 */
export function roundOff(sections: readonly Section[]): RoundOff {
  const grid = poleGrid(sections);
  const power = sections.map((section) => powers(section, grid));
  const ones = new Float64Array(grid.omega.length).fill(1);
  const multiply = (a: Float64Array, b: Powers) => a.map((value, i) => value * b.output[i]);
  let [noise, before] = [0, ones];
  sections.forEach((section, k) => {
    const after = power.slice(k + 1).reduce(multiply, ones);
    noise += ROUNDING * sectionNoise(section, power[k], before, after, grid);
    before = multiply(before, power[k]);
  });
  const mean = (values: Float64Array) => values.reduce((sum, value, i) => sum + grid.weight[i] * value, 0);
  const rounded = sections.map((section) => section.map(Math.fround) as unknown as Section);
  const change = differences(sections, rounded, grid);
  return {
    noiseDb: 10 * Math.log10(noise / mean(before)),
    coefficientsDb: 10 * Math.log10(mean(change) / mean(before)),
    radius: stability(fromSections(rounded).poles).radius,
  };
}

/** |H − H′|² of two cascades on the grid. */
function differences(first: readonly Section[], second: readonly Section[], { omega }: Grid): Float64Array {
  const response = (sections: readonly Section[], w: number) =>
    product(sections.map((section) => responseAt(section, w)));
  return omega.map((w) => {
    const { re, im } = sub(response(first, w), response(second, w));
    return re ** 2 + im ** 2;
  });
}
