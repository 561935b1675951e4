import { describe, expect, it } from "vitest";
import { testGpu } from "../../gpu/testing.ts";
import { compareConvolutions, countConvolutions } from "./compare-convolutions.ts";
import { CONVOLUTION, type ConvolutionState, METHODS, comparisonPoints } from "./comparison.ts";
import { compareFfts, FFT } from "./fft.ts";

async function results<Step extends { state: { results: unknown[] } }>(steps: AsyncGenerator<Step>) {
  let last: Step | undefined;
  for await (const step of steps) last = step;
  return (last?.state.results ?? []) as Step["state"]["results"];
}

describe("experiments/convolution", () => {
  it("compares all methods over a sweep, and all are correct", async () => {
    const config = CONVOLUTION.parse({ signal: 300, batch: 3, sweep: "filter", range: "5,24" });
    const all = await results(compareConvolutions(await testGpu(), { config, results: [] }));
    expect(all.map(({ method, filter }) => [filter, method])).toEqual(
      [5, 24].flatMap((filter) => METHODS.map((method) => [filter, method])),
    );
    for (const result of all) {
      expect(result.reason).toBeUndefined();
      expect(result.wrong).toBe(false);
      expect(result.maxError).toBeLessThan(5e-6);
      expect(result.maxError).toBeGreaterThan(0);
      expect(result.ms).toBeGreaterThan(0);
      expect(result.gflops).toBeCloseTo(result.flops / result.ms! / 1e6, 9);
    }
  });

  it("counts everything that it would measure, except refused sizes", async () => {
    const config = CONVOLUTION.parse({ signal: 300, batch: 3, sweep: "filter", range: "5,1100" });
    const counts = countConvolutions(config);
    expect(counts.map(({ filter, method }) => [filter, method])).toEqual([
      ...METHODS.map((method) => [5, method]),
      ...METHODS.filter((method) => !method.startsWith("overlap-")).map((method) => [1100, method]),
    ]);
    expect(counts[0]).toEqual({ signal: 300, filter: 5, batch: 3, method: "cpu-direct", flops: 8 * 5 * 300 * 3 });
  });

  it("includes transfers, and the second filter", async () => {
    const config = CONVOLUTION.parse({
      signal: 100,
      filter: 7,
      batch: 2,
      cascade: "detection",
      transfers: "included",
      methods: ["direct", "cpu-fft"],
    });
    const all = await results(compareConvolutions(await testGpu(), { config, results: [] }));
    for (const { timing, wrong } of all) expect([timing, wrong]).toEqual(["wall clock", false]);
  });

  it("gives the reason why a method refuses a size", async () => {
    const config = CONVOLUTION.parse({ signal: 50, filter: 1100, batch: 1, methods: ["overlap-save"] });
    const [result] = await results(compareConvolutions(await testGpu(), { config, results: [] }));
    expect(result).toMatchObject({ ms: null, maxError: null, wrong: false, reason: expect.stringContaining("1024") });
  });

  it("runs nothing that would occupy the GPU or the CPU too long", async () => {
    const config = CONVOLUTION.parse({
      signal: 2 ** 21,
      filter: 4096,
      batch: 1,
      methods: ["cpu-direct", "direct-global"],
    });
    const all = await results(compareConvolutions(await testGpu(), { config, results: [] }));
    expect(all.map(({ ms, reason }) => [ms, reason])).toEqual([
      [null, "one signal would occupy the CPU for seconds, and nothing could stop it"],
      [null, expect.stringMatching(/^one signal must not block the GPU for longer than \d+ ms; it would take \d+$/)],
    ]);
  });

  it("continues where it stopped", async () => {
    const config = CONVOLUTION.parse({ signal: 64, filter: 3, batch: 1, methods: ["cpu-direct", "cpu-fft"] });
    const controller = new AbortController();
    let state: ConvolutionState = { config, results: [] };
    const gpu = await testGpu();
    for await (const step of compareConvolutions(gpu, state, { signal: controller.signal })) {
      state = step.state;
      expect(step).toMatchObject({ progress: 0.5, done: false });
      controller.abort();
    }
    const first = state.results[0];
    for await (const step of compareConvolutions(gpu, state)) state = step.state;
    expect(state.results.map(({ method }) => method)).toEqual(["cpu-direct", "cpu-fft"]);
    expect(state.results[0]).toBe(first);
  });

  it("refuses a swept value out of its range", () => {
    const config = CONVOLUTION.parse({ sweep: "batch", range: "1,70000" });
    expect(() => comparisonPoints(config)).toThrow("batch must be a whole number from 1 to 65535, got 70000");
  });
});

describe("experiments/fft", () => {
  it("compares transforms, and all are correct", async () => {
    const config = FFT.parse({ length: 256, batch: 5 });
    const all = await results(compareFfts(await testGpu(), { config, results: [] }));
    expect(all.length).toBeGreaterThanOrEqual(2);
    for (const { wrong, maxError, reason } of all) {
      expect(reason).toBeUndefined();
      expect(wrong).toBe(false);
      expect(maxError).toBeLessThan(5e-6);
    }
  });
});
