import { expect, it } from "vitest";
import { addNoise } from "../generator/draws.ts";
import type { FoundSignal } from "../detection.ts";
import { findSignals } from "./finder.ts";

const [COUNT, RATE, SYMBOL] = [250_000, 1e6, 500];
const MESSAGES = [30_000, 94_000, 158_000];
const BITS = [0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0];
const LENGTH = SYMBOL * (4 * (BITS.length - 1) + 1);
/** Powers over the noise. The limit is below the amplitude of the messages. */
const [MESSAGE, CONSTANT, CARRIER, SPUR, LIMIT] = [4e5, 1e4, 0.05, 0.15, 400];

/** Keyed messages of a remote control that a receiver limits, its constant, a weak carrier at 131 kHz and a spur at one end of the band. */
function made(): Float32Array<ArrayBuffer> {
  const samples = new Float64Array(2 * COUNT);
  addNoise(samples, 29, 0);
  const keyed = new Uint8Array(COUNT);
  for (const first of MESSAGES)
    for (const [i, bit] of BITS.entries()) {
      const start = first + 4 * SYMBOL * i;
      keyed.fill(1, start, start + (bit ? 3 : 1) * SYMBOL);
    }
  for (let n = 0; n < COUNT; n++) {
    const add = (power: number, hz: number) => {
      samples[2 * n] += Math.sqrt(power) * Math.cos((2 * Math.PI * hz * n) / RATE);
      samples[2 * n + 1] += Math.sqrt(power) * Math.sin((2 * Math.PI * hz * n) / RATE);
    };
    if (keyed[n]) add(MESSAGE, 61_000);
    add(CONSTANT, 0);
    add(CARRIER, 131_000);
    add(SPUR, -500_000);
  }
  return Float32Array.from(samples, (value) => Math.max(-LIMIT, Math.min(LIMIT, value)));
}

it("signals/finding: weak carriers between keyed messages that raise the noise are one signal each, and the messages stay whole", async () => {
  const samples = made();
  const found: FoundSignal[] = [];
  const recording = {
    sampleRate: RATE,
    samples: COUNT,
    channels: 1,
    read: (start: number, count: number) => Promise.resolve(samples.slice(2 * start, 2 * (start + count))),
  };
  for await (const part of findSignals(recording)) found.push(...part.found);
  const carriers = found.filter(({ start, stop }) => stop - start > COUNT / 2);
  const middles = carriers.map(({ lowHz, highHz }) => (lowHz + highHz) / 2).sort((a, b) => Math.abs(a) - Math.abs(b));
  expect(middles).toHaveLength(2);
  // Within a bin.
  const width = RATE / 1024;
  expect(Math.abs(middles[0] - 131_000)).toBeLessThan(width);
  expect(Math.abs(Math.abs(middles[1]) - 500_000)).toBeLessThan(width);
  // They are measured where no message covers them.
  for (const { clear } of carriers) {
    expect(clear![1] - clear![0]).toBeGreaterThan(8000);
    for (const first of MESSAGES)
      expect(Math.min(clear![1], first + LENGTH) - Math.max(clear![0], first)).toBeLessThan(0);
  }
  const messages = found.filter((signal) => !carriers.includes(signal));
  expect(messages).toHaveLength(MESSAGES.length);
  for (const [i, { start, stop }] of messages.entries()) {
    // Edges of boxes err by less than a transform.
    expect(Math.abs(start - MESSAGES[i])).toBeLessThan(1024);
    expect(Math.abs(stop - MESSAGES[i] - LENGTH)).toBeLessThan(1024);
  }
});
