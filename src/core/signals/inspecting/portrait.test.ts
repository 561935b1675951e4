import { describe, expect, it } from "vitest";
import type { SignalClass } from "../classes.ts";
import { portraitOf } from "./portrait.ts";
import { testBurst } from "./testing.ts";

/** The share of traces whose middle is at least half as far from 0 as the middles are on average. */
function openness({ points, traces }: { points: number; traces: Float32Array }, centre: number): number {
  const middles = Array.from({ length: traces.length / points }, (_, t) =>
    Math.abs(traces[t * points + (points - 1) / 2] - centre),
  );
  const mean = middles.reduce((sum, value) => sum + value, 0) / middles.length;
  return middles.filter((value) => value > mean / 2).length / middles.length;
}

describe("signals/inspecting/portrait", () => {
  it.each<[SignalClass, string]>([
    ["BPSK", "|x|²"],
    ["QPSK", "|x|²"],
    ["2-FSK", "|Δf|²"],
    ["OOK", "|Δ|x||²"],
  ])("%s has an open eye, and its line at the symbol rate", async (name, of) => {
    const { burst, signal } = await testBurst(name, 5);
    const { eye, line, trace, symbols } = portraitOf(burst, signal);
    const values = Array.from(eye!.traces).sort((a, b) => a - b);
    // The levels of OOK lie around half of its amplitude.
    const centre = name === "OOK" ? (values[10] + values[values.length - 10]) / 2 : 0;
    expect(openness(eye!, centre)).toBeGreaterThan(0.95);
    expect(line.of).toBe(of);
    const from = Math.ceil((0.5 * signal.symbolRateHz!) / line.stepHz);
    const strongest =
      from + line.decibels.subarray(from, 3 * from).reduce((best, value, k, all) => (value > all[best] ? k : best), 0);
    expect(Math.abs(strongest * line.stepHz - signal.symbolRateHz!)).toBeLessThan(2 * line.stepHz);
    expect(trace.amplitude.length).toBeLessThan(2000);
    if (name === "BPSK" || name === "QPSK") expect(symbols!.evm).toBeLessThan(0.1);
    else expect(symbols).toBeUndefined();
  });

  it("has no eye without a symbol rate", async () => {
    const { burst, signal } = await testBurst("FM", 3);
    const { eye, symbols, line } = portraitOf(burst, { ...signal, symbolRateHz: null, symbolRateSdHz: null });
    expect([eye, symbols]).toEqual([undefined, undefined]);
    expect(line.decibels.every(Number.isFinite)).toBe(true);
  });
});
