import { describe, expect, it } from "vitest";
import { testGpu } from "../../gpu/testing.ts";
import type { SweepState } from "../../measurement/sweep.ts";
import { expectSameWhenTuned, statesOf, sweepToEnd } from "../../measurement/testing.ts";
import { detectMaxLog } from "../max-log.float64.ts";
import { each, randomUses, storedVectors, worstLlr } from "../testing.ts";
import { checkVectors, detectVectors } from "./detect.ts";
import { MIMO, type MimoExperiment } from "./experiment.ts";
import { look } from "./look.ts";
import { uncodedRates } from "./published.ts";
import { mimoSweep } from "./sweep.ts";
import { timeDetectors } from "./throughput.ts";
import { traverse } from "./vector.ts";

async function sweep(start: MimoExperiment | SweepState<MimoExperiment>, page?: number) {
  return (await sweepToEnd(mimoSweep, start, { page })).results;
}

const small: Partial<MimoExperiment> = {
  antennas: 2,
  qam: "4",
  snr: "3,6",
  detectors: ["mmse", "mtt"],
  code: "wimax-576-1/2",
  frames: 21,
  iterations: 8,
  seed: 11,
};

describe("mimo/experiment/sweep", () => {
  it.each<[string, Partial<MimoExperiment>]>([
    ["with a code", {}],
    ["without", { code: "none", frames: 9 }],
    ["correlated, min-sum, padded uses", { correlation: 0.7, decoder: "min-sum", antennas: 5, detectors: ["zf"] }],
  ])("counts the same in any pages, from any step on: %s", async (_, given) => {
    const config = MIMO.parse({ ...small, ...given });
    const whole = await sweep(config);
    expect(whole.map(({ frames }) => frames)).toEqual(whole.map(() => config.frames));
    expect(whole.every(({ uncodedErrors }) => uncodedErrors > 0)).toBe(true);
    expect(await sweep(config, 4)).toEqual(whole);
    const states = await statesOf(mimoSweep, config, { page: 5 });
    expect(await sweep(states[1], 3)).toEqual(whole);
  });

  it("counts the same before and after a tuning", async () => {
    const config = MIMO.parse({ ...small, qam: "16", snr: "9", detectors: ["mtt"], frames: 7 });
    await expectSameWhenTuned(mimoSweep, config, { "mimo/trellis": 16, "ldpc/decoder": 64 });
  });

  it("takes whole frames as independent where streams have their own codewords", async () => {
    const config = MIMO.parse({ ...small, codewords: "per-stream", channel: "block-rayleigh", snr: "4", frames: 60 });
    const [alone] = await sweep(config);
    expect(alone.frames).toBe(120);
    expect(await sweep(config, 7)).toContainEqual(alone);
    // All codewords of a frame fail together, with 10 wrong bits each: 30 frames, 9 of them wrong, give the same interval.
    const cluster = (frames: number, wrong: number, bits: number, each: number) => {
      return [frames, wrong, frames * bits, wrong * each, wrong * each * each];
    };
    const uncoded = cluster(60, 60, 576, 50);
    const frames = [...cluster(30, 9, 576, 20), ...cluster(30, 9, 2, 2), ...cluster(30, 30, 1152, 100)];
    const together = mimoSweep.row(config, 4, 0, [...cluster(60, 18, 288, 10), ...uncoded, 0, ...frames]);
    const joint = { ...config, codewords: "joint" } as const;
    const half = mimoSweep.row(joint, 4, 0, [...cluster(30, 9, 576, 20), ...cluster(30, 30, 1152, 100), 0]);
    expect(together.ber).toBe(half.ber);
    expect(together.ci95).toEqual(half.ci95);
    expect(together.fer).toBe(half.fer);
    expect(together.fer95![0]).toBeLessThanOrEqual(half.fer95![0] + 1e-12);
    expect(together.fer95![1]).toBeGreaterThanOrEqual(half.fer95![1] - 1e-12);
    expect(together.uncodedCi95).toEqual(half.uncodedCi95);
  });

  it("has the exact detector's counts for two streams", async () => {
    const config = MIMO.parse({ ...small, detectors: ["mtt", "max-log"], snr: "4", qam: "16", frames: 12 });
    const [mtt, maxLog] = await sweep(config);
    expect(mtt.uncodedErrors).toBe(maxLog.uncodedErrors);
    expect(mtt.errors).toBe(maxLog.errors);
  });

  it("ends a point after the frame that has enough errors", async () => {
    const config = MIMO.parse({ ...small, snr: "2", frames: 1000, stopErrors: 5 });
    const results = await sweep(config);
    expect(Math.min(...results.map(({ frameErrors }) => frameErrors))).toBe(5);
    expect(await sweep(config, 3)).toEqual(results);
  });

  it.each([
    ["4", 7],
    ["16", 13],
  ] as const)("is on AFF3CT's curve of %s-QAM at Es/N0 %f dB", async (qam, near) => {
    const [esn0, expected] = uncodedRates(qam).find(([db]) => db > near)!;
    const white = { antennas: 1, channel: "white", code: "none", detectors: ["mmse"] } as const;
    const config = MIMO.parse({ ...white, qam, snr: String(esn0), frames: 120, seed: 5 });
    const [point] = await sweep(config);
    expect(point.errors).toBeGreaterThan(1000);
    expect(point.ber! / expected).toBeGreaterThan(0.9);
    expect(point.ber! / expected).toBeLessThan(1.1);
  });

  it("times detectors alone and in their chain", async () => {
    const config = MIMO.parse(small);
    let results;
    for await (const step of timeDetectors(await testGpu(), { config, results: [] })) ({ results } = step.state);
    expect(results?.map(({ detector, what }) => `${detector} ${what}`)).toEqual([
      "mmse detector",
      "mmse chain",
      "mtt detector",
      "mtt chain",
    ]);
  });
});

describe("mimo/experiment/look", () => {
  it("shows points, LLRs and the decoder's progress", async () => {
    const config = MIMO.parse({ ...small, frames: 12 });
    const shown = await look(await testGpu(), config, 12);
    const { uses, received, equalized, llrs, convergence } = shown;
    expect([received.length, equalized.length, received[1].length]).toEqual([2, 2, 2 * uses]);
    // Most equalized points lie at one of the four.
    const near = equalized[0].filter((value) => Math.abs(Math.abs(value) - Math.SQRT1_2) < 0.5);
    expect(near.length / equalized[0].length).toBeGreaterThan(0.8);
    for (const { histogram, calibration } of llrs) {
      const { zeros, ones } = histogram;
      expect([...zeros, ...ones].reduce((sum, count) => sum + count, 0)).toBe(12 * 576);
      expect(ones.slice(30).reduce((a, b) => a + b)).toBeGreaterThan(10 * ones.slice(0, 30).reduce((a, b) => a + b));
      const { bins, scale, information, scaled } = calibration;
      expect(bins.reduce((sum, { bits }) => sum + bits, 0)).toBe(12 * 576);
      expect(Math.abs(Math.log(scale))).toBeLessThan(Math.log(1.5));
      expect(scaled).toBeGreaterThanOrEqual(information);
    }
    expect(convergence?.[1].at(-1)?.ber).toBeLessThanOrEqual(convergence?.[1][0].ber ?? 0);
  });
});

describe("mimo/experiment/vector", () => {
  it("shows how the lists give the LLRs, exact for two streams", async () => {
    const config = MIMO.parse({ ...small, qam: "16" });
    const view = await traverse(await testGpu(), config, { snrDb: 12, frame: 3, use: 17 });
    const [{ steps, lists }] = view.orders;
    expect(steps.map(({ kind, list, stage }) => `${kind} ${list} ${stage}`)).toEqual([
      "begin 1 1",
      "extension 1 0",
      "reduction 0 0",
    ]);
    expect(lists.map((list) => list.map(({ symbols }, s) => symbols.length === 2 && s)).flat()).toHaveLength(32);
    for (const [i, value] of view.llr.entries()) expect(value).toBeCloseTo(view.maxLog![i], 6);
    const best = lists[0].toSorted((a, b) => a.metric - b.metric)[0];
    expect(best.symbols).toHaveLength(2);
  });

  it("refuses a use that is not there", async () => {
    const query = { snrDb: 12, frame: 0, use: 144 };
    await expect(traverse(await testGpu(), MIMO.parse(small), query)).rejects.toThrow("use must be 0 to 143, got 144");
  });
});

describe("mimo/experiment/detect", () => {
  it("detects the vectors of a file as Sionna does", async () => {
    const input = storedVectors("2x2-16qam");
    const vectors = checkVectors(input);
    for (const [name, chosen] of [
      ["ml_maxlog", { detector: "mtt" }],
      ["ml_maxlog", { detector: "mtt", orders: 2, sorting: "v-blast" }],
      ["lmmse_maxlog", { detector: "mmse" }],
    ] as const) {
      const llr = await detectVectors(await testGpu(), vectors, chosen);
      const expected: number[] = input.llr[name];
      const worst = Math.max(...expected.map((value, i) => Math.abs(llr[i] - value) / Math.max(1, Math.abs(value))));
      expect(worst).toBeLessThan(1e-3);
    }
  });

  it("detects vectors of more receive antennas than streams", async () => {
    const sizes = { antennas: 2, receiveAntennas: 4, bitsPerSymbol: 4, uses: 20, noiseVariance: 0.3 } as const;
    const uses = randomUses(5, sizes);
    const { nt, bits_per_symbol, constellation } = storedVectors("2x2-16qam");
    const [y, H] = [uses.received, uses.channel].map((values) => Array.from(values));
    const file = { nt, nr: 4, bits_per_symbol, no: 0.3, n_uses: 20, constellation, y, H };
    const llr = await detectVectors(await testGpu(), checkVectors(file), { detector: "mtt" });
    const expected = each(uses, (channel, received) => detectMaxLog(channel, received, 4, 0.3));
    expect(worstLlr(llr, expected)).toBeLessThan(1e-3);
  });

  const r = Math.SQRT1_2;
  const vectors = {
    nt: 1,
    nr: 1,
    bits_per_symbol: 2,
    no: 0.1,
    n_uses: 1,
    constellation: { points_re: [r, r, -r, -r], points_im: [r, -r, r, -r] },
    y: [0.5, -0.5],
    H: [1, 0],
  };

  it.each([
    [{}, undefined],
    [{ nt: 2 }, "nr must be nt to 16, got nt = 2 and nr = 1"],
    [{ nr: 17 }, "nr must be nt to 16, got nt = 1 and nr = 17"],
    [{ nr: "1" }, 'nr must be a whole number > 0, got "1"'],
    [{ no: 0 }, "no (the noise variance) must be a number > 0, got 0"],
    [{ y: [0.5] }, "y must hold 2 finite numbers, got 1, or not all are numbers"],
    [{ H: undefined }, "H must hold 2 finite numbers, got undefined"],
    [{ bits_per_symbol: 3 }, "bits_per_symbol must be 2, 4, 6 or 8, got 3"],
    [
      { constellation: { points_re: [1, 1, -1, -1], points_im: [1, -1, 1, -1] } },
      "point 0 must be 0.707107, 0.707107 as in TS 38.211, got 1, 1",
    ],
  ])("checks vectors: %o", (change, message) => {
    const check = () => checkVectors({ ...vectors, ...change });
    if (message) expect(check).toThrow(message);
    else expect(check()).toEqual(vectors);
  });
});
