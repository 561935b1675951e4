import { describe, expect, it } from "vitest";
import { testGpu } from "../../gpu/testing.ts";
import { ADAPTIVE } from "./experiment.ts";
import { newStudy, runStudy, type StudyConfig, type StudyRow } from "./study.ts";

async function study(kind: StudyConfig["kind"], snrDb: number, given: object): Promise<StudyRow[]> {
  const config = ADAPTIVE.parse(given);
  // Complex symbols: γ = Es/N0 = 2·Eb/N0 for QPSK; real BPSK also has γ = 2·Eb/N0.
  const start = newStudy({ kind, config, ebn0Db: snrDb - 10 * Math.log10(2) });
  let rows: StudyRow[] = [];
  for await (const step of runStudy(await testGpu(), start, { signal: new AbortController().signal })) {
    rows = step.state.results;
  }
  return rows;
}

const HAYKIN = { modulation: "bpsk", channel: "haykin:2.9", normalize: "off", forwardTaps: 11 };

describe("adaptive/study", () => {
  it("measures the misadjustment of LMS, which the textbook's formula misses", async () => {
    const rows = await study("step", 30, { ...HAYKIN, delay: "6", symbols: 1500, packets: 8 });
    for (const { x, value, value95, theory } of rows) {
      // The design's table at its step sizes, by linearity: μ·tr(R)/2 is .151 at .025, with memory .202.
      expect(theory.textbook / x).toBeCloseTo(0.151 / 0.025, 1);
      expect(theory.memory / x).toBeCloseTo(0.202 / 0.025, 1);
      if (x < 0.01 || x > 0.03) continue;
      expect(value!).toBeGreaterThan(theory.textbook);
      expect(value95![0]).toBeLessThan(1.4 * theory.memory);
    }
  });

  it("LMS needs longer where eigenvalues spread, and RLS does not", async () => {
    const given = { ...HAYKIN, equalizers: ["lms", "rls"], step: 0.025, forgetting: 1, rlsStart: 250, delay: "6" };
    const rows = await study("spread", 30, { ...given, symbols: 1200, packets: 8 });
    const spreads = rows.filter(({ equalizer }) => equalizer === "lms").map(({ x }) => x);
    // Haykin's table, for W = 2.9, 3.1, 3.3, 3.5.
    for (const [i, spread] of [6.078, 11.124, 21.713, 46.822].entries()) expect(spreads[2 + i]).toBeCloseTo(spread, 2);
    const of = (name: string) => rows.filter(({ equalizer }) => equalizer === name).map(({ value }) => value!);
    const [lms, rls] = [of("lms"), of("rls")];
    expect(lms[5]).toBeGreaterThan(1.5 * lms[2]);
    for (const [i, symbols] of rls.entries()) {
      expect(symbols).toBeLessThan(60);
      // The theory of the mean taps is of first order in μ, and a bin has 3 symbols.
      const { theory: theories, unsettled } = rows[2 * i];
      const theory = theories["mean taps"];
      if (theory === undefined || unsettled) continue;
      expect(theory).toBeGreaterThan(0.6 * lms[i]);
      expect(theory).toBeLessThan(1.6 * lms[i]);
    }
  });

  it("RLS has a best forgetting factor where the channel turns", async () => {
    const turning = { channel: "taps", response: "1;0.5", turns: "0;0.001", forwardTaps: 11, delay: "5" };
    const rows = await study("forgetting", 20, { ...turning, equalizers: ["rls"], symbols: 800, packets: 4 });
    const at = (x: number) => rows.find((row) => row.x === x)!;
    // The design's table: .031, .035, .096, and .0164 at rest.
    for (const [x, mse] of [
      [0.9, 0.031],
      [0.97, 0.035],
      [0.99, 0.096],
    ]) {
      expect(at(x).value95![0] / 1.05).toBeLessThan(mse);
      expect(at(x).value95![1] * 1.05).toBeGreaterThan(mse);
    }
    expect(at(0.9).theory.J).toBeCloseTo(0.0164, 4);
  });

  it("one-sided RLS diverges when rounding errors have grown from 2⁻²⁴ to 1", async () => {
    const given = { channel: "proakis-b", forwardTaps: 11, equalizers: ["rls"], packets: 2 };
    for (const { value, diverged, theory } of await study("precision", 20, given)) {
      expect(diverged).toBe(2);
      // The design's symbols are 205, 322, 709, 1322 for 31 taps: within a third of the growth's.
      expect(value! / theory.growth).toBeGreaterThan(0.6);
      expect(value! / theory.growth).toBeLessThan(1.6);
    }
  });

  it("refuses the misadjustment of channels without one", async () => {
    await expect(study("step", 20, { channel: "exponential:2", equalizers: ["lms"] })).rejects.toThrow("at rest");
  });
});
