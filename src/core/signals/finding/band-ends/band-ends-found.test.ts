import { describe, expect, it } from "vitest";
import type { FoundSignal } from "../../detection.ts";
import { createDraws } from "../../generator/draws.ts";
import { foundIn, made, tone } from "../testing.ts";

const RATE = 250_000;
const COUNT = 100_000;

/** A third of the time each: a tone, AM by a tone of 1 kHz, and 2-FSK of 9600 Bd and an index of 1, around a frequency in cycles per sample. */
function addSignals(samples: Float64Array, cycles: number): void {
  const burst = { cycles, power: 0.3 };
  tone(samples, { ...burst, start: 5000, stop: 30_000 });
  const sound = (n: number) => 1 + 0.8 * Math.cos((2 * Math.PI * 1000 * n) / RATE);
  tone(samples, { ...burst, start: 38_000, stop: 62_000, amplitude: sound });
  const draws = createDraws(20261130, "parameters", 0);
  const symbol = RATE / 9600;
  const bits = Array.from({ length: Math.ceil(26_000 / symbol) }, () => 2 * Math.round(draws.uniform(0, 1)) - 1);
  for (let n = 0, phase = 0; n < 26_000; n++) {
    phase += 2 * Math.PI * (cycles + bits[Math.floor(n / symbol)] / 2 / symbol);
    samples[2 * (70_000 + n)] += Math.sqrt(0.3) * Math.cos(phase);
    samples[2 * (70_000 + n) + 1] += Math.sqrt(0.3) * Math.sin(phase);
  }
}

/** Turns each sample by a quarter more than the one before it, without an error: all frequencies rise by a quarter of the rate. */
function raised(samples: Float64Array): void {
  for (let n = 0; n < samples.length / 2; n++) {
    for (let turn = 0; turn < n % 4; turn++) {
      [samples[2 * n], samples[2 * n + 1]] = [-samples[2 * n + 1], samples[2 * n]];
    }
  }
}

const inOrder = (found: readonly FoundSignal[]) => found.toSorted((a, b) => a.start - b.start);

describe("signals/finding: the ends of the band are neighbours", () => {
  // Beside the end, at it, and beyond it, where the middle lies at the other end of the band.
  it.each([0.24, 0.2465, 0.2503])(
    "finds signals at %d + ¼ cycles per sample as the same ones at a quarter of the rate below, each once",
    async (cycles) => {
      const signals = (samples: Float64Array) => addSignals(samples, cycles);
      const within = await foundIn(made(COUNT, RATE, signals));
      const atEnd = await foundIn(
        made(COUNT, RATE, (samples) => {
          signals(samples);
          raised(samples);
        }),
      );
      const [expected, found] = [inOrder(within.found), inOrder(atEnd.found)];
      expect(expected).toHaveLength(3);
      expect(found).toHaveLength(3);
      for (const [i, { start, stop, lowHz, highHz }] of found.entries()) {
        const middle = (lowHz + highHz) / 2;
        expect(Math.abs(middle)).toBeLessThanOrEqual(RATE / 2);
        const wanted = (expected[i].lowHz + expected[i].highHz) / 2 + RATE / 4;
        const apart = middle - wanted;
        // The noise at the ends of the band is estimated from fewer bins: the limits of a band may lie in the next bin.
        expect(Math.abs(apart - RATE * Math.round(apart / RATE))).toBeLessThan(1000);
        expect(Math.abs(highHz - lowHz - expected[i].highHz + expected[i].lowHz)).toBeLessThan(2000);
        expect(Math.abs(start - expected[i].start) + Math.abs(stop - expected[i].stop)).toBeLessThan(10);
      }
    },
  );

  it("finds a burst that passes the end of the band, in all parts of a recording, beside others as one", async () => {
    const count = 350_000;
    const { found } = await foundIn(
      made(count, RATE, (samples) => {
        tone(samples, {
          start: 50_000,
          stop: 300_000,
          cycles: 0.4999,
          power: 0.1,
          amplitude: (n) => 1 + 0.7 * Math.cos(0.03 * n),
        });
        tone(samples, { start: 30_000, stop: 60_000, cycles: 0.01, power: 0.1 });
        tone(samples, { start: 100_000, stop: 150_000, cycles: -0.3, power: 0.1 });
        tone(samples, { start: 200_000, stop: 230_000, cycles: 0.3, power: 0.1 });
      }),
    );
    expect(found).toHaveLength(4);
    const across = found.find(({ start }) => Math.abs(start - 50_000) < 500)!;
    expect(Math.abs(across.stop - 300_000)).toBeLessThan(500);
    expect(Math.abs(Math.abs(across.lowHz + across.highHz) / 2 - RATE / 2)).toBeLessThan(500);
    expect(across.highHz - across.lowHz).toBeGreaterThan(2 * ((0.03 / 2 / Math.PI) * RATE));
  });

  it("finds tones on both sides of the end as two", async () => {
    const { found } = await foundIn(
      made(COUNT, RATE, (samples) => {
        for (const cycles of [0.47, -0.48]) tone(samples, { start: 20_000, stop: 80_000, cycles, power: 0.1 });
      }),
    );
    const middles = found.map(({ lowHz, highHz }) => (lowHz + highHz) / 2).toSorted((a, b) => a - b);
    expect(middles).toHaveLength(2);
    // A bin has 977 Hz.
    expect(Math.abs(middles[0] + 0.48 * RATE)).toBeLessThan(977);
    expect(Math.abs(middles[1] - 0.47 * RATE)).toBeLessThan(977);
  });
});
