import { describe, expect, it } from "vitest";
import { measureBurst } from "../measuring/measure-burst.ts";
import { quarterSpread } from "./quarters.ts";
import { testBurst } from "./testing.ts";

describe("signals/inspecting/quarters", () => {
  it.each([0, 2000])("a carrier that drifts by %d Hz shows in the quarters of 2-FSK", async (driftHz) => {
    const { burst, signal } = await testBurst("2-FSK", 5);
    const { start, stop, sampleRateHz } = burst;
    const length = (stop - start) / sampleRateHz;
    const samples = burst.samples.slice();
    for (let n = 0; n < samples.length / 2; n++) {
      const time = (n - start) / sampleRateHz;
      const phase = Math.PI * driftHz * ((time * time) / length - time);
      const [re, im] = [samples[2 * n], samples[2 * n + 1]];
      samples[2 * n] = re * Math.cos(phase) - im * Math.sin(phase);
      samples[2 * n + 1] = re * Math.sin(phase) + im * Math.cos(phase);
    }
    const moved = { ...burst, samples };
    const spread = quarterSpread(moved, measureBurst(moved), signal);
    // Means of the quarters at −3/8, −1/8, 1/8 and 3/8 of the drift.
    const expected = driftHz * Math.sqrt((2 * (3 / 8) ** 2 + 2 * (1 / 8) ** 2) / 3);
    // The symbols of a quarter are not balanced, which moves the mean of its tones by a few percent of the deviation at most.
    const error = 0.02 * signal.deviationHz!;
    expect(Math.abs(spread.carrierHz! - expected)).toBeLessThan(error);
    expect(spread.deviationHz!).toBeLessThan(error);
    expect(spread.modulationIndex!).toBeGreaterThan(0);
  });

  it("says nothing of signals that have no class, or few symbols per quarter", async () => {
    const { burst, signal } = await testBurst("QPSK", 5);
    const measured = measureBurst(burst);
    const nothing = { carrierHz: null, deviationHz: null, modulationIndex: null };
    expect(quarterSpread(burst, measured, { ...signal, class: "unsure" })).toEqual(nothing);
    const part = { ...measured, stop: measured.start + (60 * burst.sampleRateHz) / signal.symbolRateHz! };
    expect(quarterSpread(burst, part, signal)).toEqual(nothing);
    expect(quarterSpread(burst, measured, signal)).toMatchObject({ carrierHz: expect.any(Number), deviationHz: null });
  });
});
