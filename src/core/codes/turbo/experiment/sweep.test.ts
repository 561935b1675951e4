import { describe, expect, it } from "vitest";
import { testGpu } from "../../../gpu/testing.ts";
import { crossingOf } from "../../../measurement/crossing.ts";
import type { SweepState } from "../../../measurement/sweep.ts";
import { expectSameWhenTuned, statesOf, sweepToEnd } from "../../../measurement/testing.ts";
import { AFF3CT_MAX_LOG } from "./published.ts";
import { TURBO, type TurboExperiment } from "./experiment.ts";
import { turboSweep } from "./sweep.ts";
import { newThroughput, newThroughputTable, runThroughput } from "./throughput.ts";

async function sweep(start: TurboExperiment | SweepState<TurboExperiment>, page?: number) {
  return (await sweepToEnd(turboSweep, start, { page })).results;
}

const small: Partial<TurboExperiment> = { length: 104, ebn0: "0.5,1.5", codewords: 37, iterations: "3", seed: 11 };

describe("codes/turbo/experiment/sweep", () => {
  it.each<[string, Partial<TurboExperiment>]>([
    ["two decoders", { algorithm: ["max-log", "log-map"], windows: "1" }],
    ["punctured, QPSK", { rate: "1/2", redundancyVersion: 1, modulation: "qpsk" }],
    ["stopped by CRC", { crc: "24A", stop: "crc" }],
  ])("counts the same in any pages, from any step on: %s", async (_, given) => {
    const config = TURBO.parse({ ...small, ...given });
    const whole = await sweep(config);
    expect(whole.map(({ frames }) => frames)).toEqual(whole.map(() => 37));
    expect(whole.some(({ errors }) => errors > 0)).toBe(true);
    expect(await sweep(config, 5)).toEqual(whole);
    const states = await statesOf(turboSweep, config, { page: 16 });
    expect(await sweep(states[2], 7)).toEqual(whole);
  });

  it("counts for decoders that share memory what each counts alone", async () => {
    const config = TURBO.parse({ ...small, ebn0: "0.5", codewords: 9, windows: "1" });
    const counted = async (algorithm: TurboExperiment["algorithm"]) =>
      (await sweep({ ...config, algorithm })).map(({ errors, squares }) => [errors, squares]);
    const alone = [await counted(["max-log"]), await counted(["log-map"])];
    expect(await counted(["max-log", "log-map"])).toEqual(alone.flat());
    expect(new Set(alone.flat().map(([errors]) => errors)).size).toBeGreaterThan(1);
  });

  it("counts the same before and after a tuning", async () => {
    const given = { ...small, ebn0: "0.5", codewords: 9 };
    await expectSameWhenTuned(turboSweep, TURBO.parse(given), { "turbo/decoder": 128 });
  });

  it("ends a point after the codeword that has enough errors", async () => {
    const config = TURBO.parse({ ...small, algorithm: ["max-log", "log-map"], codewords: 1000, stopErrors: 3 });
    const results = await sweep(config);
    expect(
      results
        .slice(0, 2)
        .map(({ frameErrors }) => frameErrors)
        .toSorted((a, b) => a - b)[0],
    ).toBe(3);
    expect(results[0].frames).toBe(results[1].frames);
    expect(await sweep(config, 3)).toEqual(results);
  });

  it("saves iterations by stopping early, and no bits", async () => {
    const config = TURBO.parse({ length: 512, ebn0: "2", codewords: 24, iterations: "8", crc: "24B", seed: 3 });
    const [all] = await sweep(config);
    expect(all.meanIterations).toBe(8);
    for (const stop of ["sign", "crc"] as const) {
      const [point] = await sweep({ ...config, stop });
      expect(point.meanIterations).toBeLessThan(4);
      expect(point.errors).toBe(all.errors);
    }
  });

  // Ten times fewer errors in 0.1 dB: a shift of 0.02 dB is a factor of about 1.6 in the waterfall.
  const SHIFT_DB = 0.02;
  const slow = process.env.THREERAY_SLOW ? it : it.skip;
  const cases: [number, Partial<TurboExperiment>, typeof it | typeof slow][] = [
    [0.4, { codewords: 160 }, it],
    [0.5, { codewords: 320 }, slow],
    [0.6, { codewords: 50_000, stopErrors: 300 }, slow],
  ];
  for (const [ebn0, given, test] of cases) {
    test(
      `is on AFF3CT's curve at ${ebn0} dB${test === it ? "" : " (slow suite)"}`,
      { timeout: 3_600_000 },
      async () => {
        const config = TURBO.parse({ windows: "1", ebn0: String(ebn0), seed: 7, ...given });
        const [point] = await sweep(config);
        expect(point.ber).toBeLessThan(rateAt(ebn0 - SHIFT_DB));
        expect(point.ber).toBeGreaterThan(rateAt(ebn0 + SHIFT_DB));
      },
    );
  }

  // Points on both sides of the target; of 60 codewords in error, and of fewer beyond it.
  const FRAMES = { codewords: 3000, stopErrors: 60, seed: 8 };
  const MAX_LOG: Partial<TurboExperiment> = { ...FRAMES, algorithm: ["max-log"], windows: "1", ebn0: "0.55:0.05:0.65" };
  const atTarget = async (given: Partial<TurboExperiment>): Promise<number> => {
    const points = await sweep(TURBO.parse(given));
    const rates = points.map(({ ebn0Db, ber }) => ({ ebn0Db, rate: ber }));
    const crossing = crossingOf(rates, 1e-4);
    if (crossing.ebn0Db === null) throw new Error(crossing.why);
    return crossing.ebn0Db;
  };
  slow(
    "log-MAP gains 0.08 dB on max-log, and 96 windows lose 0.15 dB at most, at BER 1e-4 (slow suite)",
    { timeout: 3_600_000 },
    async () => {
      const maxLog = await atTarget(MAX_LOG);
      const logMap = await atTarget({ ...MAX_LOG, algorithm: ["log-map"], ebn0: "0.4:0.05:0.5" });
      const windowed = await atTarget({ ...MAX_LOG, windows: "96", ebn0: "0.65:0.05:0.75" });
      expect(maxLog - logMap).toBeGreaterThanOrEqual(0.08);
      expect(windowed - maxLog).toBeLessThanOrEqual(0.15);
      expect(windowed).toBeGreaterThan(maxLog);
    },
  );

  it("times decoders alone and in their chain", async () => {
    const config = TURBO.parse({ ...small, algorithm: ["max-log", "log-map"] });
    let results;
    for await (const step of runThroughput(await testGpu(), newThroughput(config))) ({ results } = step.state);
    expect(results?.map(({ what, algorithm }) => `${what} ${algorithm}`)).toEqual([
      "decoder max-log",
      "chain max-log",
      "decoder log-map",
      "chain log-map",
    ]);
    for (const { mbits, ms, codewords } of results ?? []) expect(mbits).toBeCloseTo((codewords * 104) / ms / 1000, 9);
    expect(newThroughputTable(TURBO.parse({})).decoders).toHaveLength(16);
  });
});

/** AFF3CT's BER between its points, straight lines over a logarithmic axis. */
function rateAt(ebn0Db: number): number {
  const next = AFF3CT_MAX_LOG.findIndex((point) => point.ebn0Db > ebn0Db);
  const [a, b] = [AFF3CT_MAX_LOG[next - 1], AFF3CT_MAX_LOG[next]];
  const share = (ebn0Db - a.ebn0Db) / (b.ebn0Db - a.ebn0Db);
  return a.ber * (b.ber / a.ber) ** share;
}
