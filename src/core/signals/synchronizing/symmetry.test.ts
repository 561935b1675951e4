import { expect, it } from "vitest";
import { addNoise } from "../generator/draws.ts";
import { raised } from "../raised.ts";
import { LINEAR_KINDS, type LinearClass } from "./constellations.ts";
import { strongestLine } from "./spectrum.ts";
import { symmetryOf } from "./symmetry.ts";

const COUNT = 1200;
const circle = (size: number) => (k: number) => [
  Math.cos((2 * Math.PI * k) / size),
  Math.sin((2 * Math.PI * k) / size),
];
const grid = (k: number) => [((k % 4) - 1.5) / Math.sqrt(2.5), (((k >> 2) % 4) - 1.5) / Math.sqrt(2.5)];
const diagonal = (k: number) => [((k % 4) - 1.5) / Math.sqrt(2.5), ((k % 4) - 1.5) / Math.sqrt(2.5)];

/** Symbols at random, at 10 dB, and the symmetry that they have of a class. */
function symmetry(name: LinearClass, pointAt: (k: number) => number[]): number {
  const draws = new Float64Array(2 * COUNT);
  addNoise(draws, 41, 0);
  const symbols = new Float64Array(2 * COUNT);
  addNoise(symbols, 42, 0);
  for (let k = 0; k < COUNT; k++) {
    const [re, im] = pointAt(Math.floor(1e5 * Math.abs(draws[2 * k])));
    symbols[2 * k] = re + Math.sqrt(0.1) * symbols[2 * k];
    symbols[2 * k + 1] = im + Math.sqrt(0.1) * symbols[2 * k + 1];
  }
  const { power } = LINEAR_KINDS[name];
  const { strength } = strongestLine(
    { samples: raised(symbols, power, power === 4 ? 2 : 1), sampleRateHz: 1 },
    -0.5,
    0.5,
  );
  return symmetryOf({ line: strength, symbols }, LINEAR_KINDS[name]);
}

it.each<[string, LinearClass, (k: number) => number[], boolean]>([
  ["BPSK", "BPSK", circle(2), true],
  ["QPSK", "QPSK", circle(4), true],
  ["8-PSK", "8-PSK", circle(8), true],
  ["16-QAM", "16-QAM", grid, true],
  ["8-PSK", "QPSK", circle(8), false],
  ["16-PSK", "8-PSK", circle(16), false],
  ["32-PSK", "8-PSK", circle(32), false],
  ["a diagonal of 16-QAM", "16-QAM", diagonal, false],
])("signals/synchronizing: whether %s has the symmetry of %s", (_, name, pointAt, has) => {
  const found = symmetry(name, pointAt);
  expect(has ? found : 1 - found).toBeGreaterThan(0.95);
});
