import { describe, expect, it } from "vitest";
import { addNoise, createDraws } from "../../generator/draws.ts";
import { speech } from "../../generator/speech.ts";
import { resolutionsFor } from "../resolution.ts";
import { isCarrierAtZero } from "./at-zero.ts";

const [RATE, COUNT] = [250e3, 100_000];
const [long] = resolutionsFor(RATE, COUNT);
const isUnlimited = () => false;
/** Amplitude of a carrier 20 dB over the noise in 2 kHz. */
const LEVEL = Math.sqrt((100 * 2000) / RATE);

const noise = (seed: number) => {
  const values = new Float64Array(2 * COUNT);
  addNoise(values, seed, 0);
  return values;
};
const white = noise(51);
const other = noise(52);
const sound = speech(createDraws(53, "samples", 0), RATE, 0, COUNT);
const tone = (n: number) => Math.cos((2 * Math.PI * 1000 * n) / RATE);
/** Syllables and pauses of 40 ms. */
const syllables = (n: number) => (n % 20_000 < 10_000 ? sound.value(n) : 0);
/** 1 or −1 for each 50 samples, of two independent sequences. */
const sign = (n: number, part = 0) => Math.sign(other[100 * Math.floor(n / 50) + part]);

type Complex = readonly [re: number, im: number];

/** Returns samples of noise with what a function gives. @param receive What the receiver makes of a sample. */
const received = (
  at: (n: number) => Complex,
  receive: (value: Complex, n: number) => Complex = (value) => value,
): Float32Array => {
  const samples = new Float32Array(2 * COUNT);
  for (let n = 0; n < COUNT; n++) {
    const [re, im] = at(n);
    samples.set(receive([re + white[2 * n], im + white[2 * n + 1]], n), 2 * n);
  }
  return samples;
};
const polar = (size: number, angle: number): Complex => [size * Math.cos(angle), size * Math.sin(angle)];
const carrier = (level: number, amplitude: (n: number) => number, hz = 0) =>
  received((n) => polar(level * amplitude(n), (2 * Math.PI * hz * n) / RATE + 1));
const constant = polar(10 * LEVEL, 1);
const overConstant = (signal: (n: number) => Complex) =>
  received((n) => {
    const [re, im] = signal(n);
    return [constant[0] + re, constant[1] + im];
  });
/** FM with a deviation of 1 kHz. */
const fm = (n: number) => polar(LEVEL, 2 * Math.PI * 1000 * sound.integral(n));

/** The receiver's gain has a step each 20,000 samples. */
const gainAt = (n: number) => 1 + (Math.floor(n / 20_000) % 3);

describe("signals/finding: a carrier at frequency 0 and a receiver's constant", () => {
  it.each<[string, Float32Array, boolean]>([
    ["AM by a tone", carrier(LEVEL, (n) => 1 + 0.9 * tone(n)), true],
    ["AM by a tone with depth 0.3", carrier(LEVEL, (n) => 1 + 0.3 * tone(n)), true],
    ["AM by speech", carrier(LEVEL, (n) => 1 + 0.9 * sound.value(n)), true],
    ["strong AM by speech with pauses", carrier(10 * LEVEL, (n) => 1 + 0.9 * syllables(n)), true],
    ["on-off keying", carrier(LEVEL, (n) => Number(sign(n) > 0)), true],
    ["AM at 1 Hz", carrier(LEVEL, (n) => 1 + 0.9 * tone(n), 1), true],
    ["a carrier at 10 Hz without modulation", carrier(LEVEL, () => 1, 10), true],
    ["a carrier at −150 Hz without modulation", carrier(LEVEL, () => 1, -150), true],
    ["a constant", received(() => constant), false],
    ["a weak constant", received(() => polar(0.3 * LEVEL, 1)), false],
    ["a constant without noise", Float32Array.from({ length: 2 * COUNT }, (_, i) => (i % 2 ? 0.3 : 0.7)), false],
    ["a constant that grows by a tenth", carrier(10 * LEVEL, (n) => 1 + (0.1 * n) / COUNT), false],
    ["QPSK over a constant", overConstant((n) => [LEVEL * sign(n), LEVEL * sign(n, 1)]), false],
    ["BPSK at 30 Hz over a constant", overConstant((n) => polar(LEVEL * sign(n), (60 * Math.PI * n) / RATE)), false],
    ["FM over a constant", overConstant(fm), false],
    ["a tone at 1 kHz over a constant", overConstant((n) => polar(LEVEL, (2000 * Math.PI * n) / RATE)), false],
  ])("tells them apart: %s", (_, samples, expected) => {
    expect(isCarrierAtZero(samples, long, isUnlimited)).toBe(expected);
  });

  it.each<[string, (value: Complex, n: number) => Complex]>([
    ["steps of the gain", ([re, im], n) => [gainAt(n) * re, gainAt(n) * im]],
    ["3 dB between I and Q", ([re, im]) => [1.19 * re, 0.84 * im]],
  ])("a constant stays one after %s", (_, receive) => {
    const samples = received(() => [10 * LEVEL, 0], receive);
    expect(isCarrierAtZero(samples, long, isUnlimited)).toBe(false);
  });

  it("where a limit may have modulated a constant, only its frequency shows a carrier", () => {
    const modulated = (hz: number) => carrier(LEVEL, (n) => 1 + 0.9 * tone(n), hz);
    expect([0, 50].map((hz) => isCarrierAtZero(modulated(hz), long, () => true))).toEqual([false, true]);
  });
});
