import { describe, expect, it } from "vitest";
import { arrayRecording } from "../../capture/array-recording.ts";
import type { Detection } from "../detection.ts";
import { addNoise } from "../generator/draws.ts";
import { measureRecording } from "../measuring/measure.ts";

const [RATE, SYMBOL_RATE, START, LENGTH, SIZE] = [1e6, 16_000, 15_000, 35_000, 65_536];
/** Bits of a linear congruential generator. */
const BITS: (0 | 1)[] = [];
for (let state = 5; BITS.length < 4000;) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  BITS.push(state >>> 31 ? 1 : 0);
}
const sign = (k: number) => (BITS[k] ? -1 : 1);
const GRAY = [0, 1, 3, 2, 7, 6, 4, 5];

/** The signal at a time in symbols. */
const SIGNALS: Record<string, (t: number) => readonly [re: number, im: number]> = {
  BPSK: (t) => [sign(Math.floor(t)), 0],
  QPSK: (t) => [sign(2 * Math.floor(t)) / Math.SQRT2, sign(2 * Math.floor(t) + 1) / Math.SQRT2],
  OQPSK: (t) => [sign(2 * Math.floor(t)) / Math.SQRT2, sign(2 * Math.floor(t - 0.5) + 1) / Math.SQRT2],
  "8-PSK": (t) => {
    const [a, b, c] = [0, 1, 2].map((k) => BITS[3 * Math.floor(t) + k]);
    const angle = (Math.PI / 4) * GRAY[4 * a + 2 * b + c];
    return [Math.cos(angle), Math.sin(angle)];
  },
  // Four amplitudes of both signs are a diagonal of 16-QAM.
  "4-ASK": (t) => [(2 * sign(2 * Math.floor(t)) + sign(2 * Math.floor(t) + 1)) / Math.sqrt(5), 0],
  // Half sines instead of rectangles.
  MSK: (t) => [
    sign(2 * Math.floor(t)) * Math.abs(Math.sin(Math.PI * t)),
    sign(2 * Math.floor(t - 0.5) + 1) * Math.abs(Math.cos(Math.PI * t)),
  ],
};

async function detectionOf(name: string, symbolDb: number): Promise<Detection> {
  const samples = new Float64Array(2 * SIZE);
  addNoise(samples, 9, 0);
  const level = Math.sqrt((10 ** (symbolDb / 10) * SYMBOL_RATE) / RATE);
  for (let n = 0; n < LENGTH; n++) {
    let [re, im] = [0, 0];
    // The mean over the time of a sample.
    for (let k = 0; k < 8; k++) {
      const value = SIGNALS[name](((n + (k + 0.5) / 8) * SYMBOL_RATE) / RATE);
      [re, im] = [re + value[0] / 8, im + value[1] / 8];
    }
    const angle = 2 * Math.PI * 0.0437 * n;
    samples[2 * (START + n)] += level * (re * Math.cos(angle) - im * Math.sin(angle));
    samples[2 * (START + n) + 1] += level * (re * Math.sin(angle) + im * Math.cos(angle));
  }
  const recording = arrayRecording(
    Float32Array.from(samples, (x) => 0.01 * x),
    { sampleRate: RATE },
  );
  const found: Detection[] = [];
  for await (const { detections } of measureRecording(recording, { bits: true })) found.push(...detections);
  expect(found).toHaveLength(1);
  return found[0];
}

describe("signals/classification: phases without a filter", () => {
  it.each(["BPSK", "QPSK", "OQPSK", "8-PSK"])(
    "%s has its class, symbol rate, carrier and number of bits",
    async (name) => {
      const found = await detectionOf(name, 27);
      expect(found.class).toBe(name);
      expect(Math.abs(found.symbolRateHz! / SYMBOL_RATE - 1)).toBeLessThan(1e-4);
      expect(Math.abs(found.carrierOffsetHz! - 43_700)).toBeLessThan(20);
      const perSymbol = { BPSK: 1, "8-PSK": 3 }[name] ?? 2;
      expect(found.bits).toHaveLength((perSymbol * LENGTH * SYMBOL_RATE) / RATE);
      // The phase of the others may be turned.
      if (name !== "BPSK") return;
      const bits = BITS.slice(0, found.bits!.length);
      expect([bits.join(""), bits.map((bit) => 1 - bit).join("")]).toContain(found.bits);
    },
  );

  it("4-ASK does not become 16-QAM, though that has its points", async () => {
    expect((await detectionOf("4-ASK", 22)).class).toBe("unsure");
  });

  it("MSK does not become OQPSK: its pulses are no rectangles", async () => {
    const found = await detectionOf("MSK", 27);
    expect(found.class).toBe("MSK");
    expect(Math.abs(found.symbolRateHz! / (2 * SYMBOL_RATE) - 1)).toBeLessThan(1e-3);
  });
});
