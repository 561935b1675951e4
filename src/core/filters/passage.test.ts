import { describe, expect, it } from "vitest";
import { errorDb, testGpu } from "../gpu/testing.ts";
import { exactFilter } from "./exact.ts";
import { FILTERS, type FilterExperiment, stableFilter, type FilterMethod, methodsOf } from "./experiment.ts";
import { timePages } from "./pages.ts";
import { bestMethod, refusalOf, taken, methodOf } from "./pass.ts";
import { heldSamples, passageOf } from "./passage.ts";
import { madeSignal } from "./signal.ts";
import { compareMethods, type MethodsState } from "./comparison.ts";

const fir: Partial<FilterExperiment> = { design: { type: "window", length: 97, cutoff: 0.25 }, samples: 5000 };
const iir: Partial<FilterExperiment> = {
  design: { type: "elliptic", order: 5, cutoff: 0.2, ripple: 0.5, attenuation: 60 },
  samples: 5000,
};
const onePole: Partial<FilterExperiment> = { design: { type: "zeros-poles", zeros: [], poles: [0.9] }, samples: 3000 };

const turnedTaps: Partial<FilterExperiment> = {
  design: {
    type: "taps",
    taps: Array.from({ length: 61 }, (_, k) => [Math.cos(0.7 * k) / 61, Math.sin(0.7 * k) / 61]),
  },
  samples: 3000,
};
const turnedPole: Partial<FilterExperiment> = {
  design: { type: "sections", sections: [[[0, 0.3], 0, 0, 1, [-0.4, 0.6], 0]] },
  samples: 3000,
};

const passed = async (change: Partial<FilterExperiment>) => {
  const config = FILTERS.parse(change);
  return passageOf(await testGpu(), config, madeSignal(config));
};

describe("filters/passage", () => {
  it.each([turnedTaps, turnedPole])(
    "every method for complex coefficients agrees with float64, for real samples too: $design.type",
    async (change) => {
      const filter = await stableFilter(FILTERS.parse(change));
      const methods = methodsOf(filter).filter((method) => refusalOf(method, filter) === undefined);
      expect(methods.length).toBeGreaterThan(2);
      for (const complex of ["no", "yes"] as const) {
        const config = FILTERS.parse({ ...change, complex });
        const x = taken(filter, madeSignal(config));
        const expected = exactFilter(filter, "complex")(await x.read(0, config.samples));
        for (const method of methods) {
          const { after, kind, errorDb: said } = await passed({ ...config, method, page: 1111 });
          expect(kind).toBe("complex");
          expect(errorDb(after, expected), `${method}, complex ${complex}`).toBeLessThan(-100);
          expect(said).toBeLessThan(-100);
        }
      }
    },
  );

  it.each([fir, iir, onePole])(
    "every method agrees with float64, in pages of odd sizes: $design.type",
    async (change) => {
      const filter = await stableFilter(FILTERS.parse(change));
      const methods = methodsOf(filter).filter((method) => method !== "one-pole" || change === onePole);
      for (const complex of ["no", "yes"] as const) {
        const config = FILTERS.parse({ ...change, complex });
        const exact = exactFilter(filter, complex === "yes" ? "complex" : "real");
        const expected = exact(await madeSignal(config).read(0, config.samples));
        for (const method of methods) {
          const { after, method: used, errorDb: said, checked } = await passed({ ...config, method, page: 1111 });
          expect(used).toBe(method);
          expect(errorDb(after, expected), `${method}, complex ${complex}`).toBeLessThan(-100);
          expect(said).toBeCloseTo(errorDb(after, expected), 6);
          expect(checked).toBe(config.samples);
        }
      }
    },
  );

  it("attenuates a tone by the response, and reports the power before and after", async () => {
    const { beforeDb, afterDb } = await passed({ ...iir, samples: 20_000, tones: "0.5", snr: 120 });
    expect(beforeDb).toBeCloseTo(10 * Math.log10(0.5), 1);
    expect(afterDb).toBeLessThan(-40);
    const { afterDb: kept } = await passed({ ...iir, samples: 20_000, tones: "0.05", snr: 120 });
    expect(kept).toBeGreaterThan(beforeDb - 0.6);
  });

  it("chooses the best method, and refuses methods for other filters", async () => {
    const filterOf = (change: Partial<FilterExperiment>) => stableFilter(FILTERS.parse(change));
    expect(bestMethod(await filterOf(fir))).toBe("overlap-save");
    expect(bestMethod(await filterOf({ ...fir, design: { type: "taps", taps: [1, 2] } }))).toBe("direct");
    expect(bestMethod(await filterOf(iir))).toBe("scan");
    expect(bestMethod(await filterOf(onePole))).toBe("one-pole");
    const taps = await filterOf(fir);
    expect(() => methodOf({ method: "scan" }, taps)).toThrow("takes the methods cpu-direct, cpu-fft");
  });

  it("names the pole of an unstable filter before anything runs", async () => {
    const design = { type: "zeros-poles", zeros: [], poles: [[0, 1.01]] } as const;
    await expect(passed({ design })).rejects.toThrow("unstable: pole 1.01 ∠ 90° lies outside the unit circle");
  });

  it("ends on abort", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    const config = FILTERS.parse(fir);
    await expect(passageOf(await testGpu(), config, madeSignal(config), { signal })).rejects.toThrow("enough");
  });

  it.each(["cpu-direct", "best"] as const)("ends at its next page while it computes, by %s", async (method) => {
    const controller = new AbortController();
    const config = FILTERS.parse({ ...fir, method, samples: 2 ** 18, page: 1024 });
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    const passing = passageOf(await testGpu(), config, madeSignal(config), { signal: controller.signal, onProgress });
    // Like a message to a worker, this arrives between two tasks.
    const told = (async () => {
      while (shares.length === 0) await new Promise((next) => setTimeout(next));
      controller.abort(new Error("another filter"));
    })();
    await expect(passing).rejects.toThrow("another filter");
    await told;
    expect(shares.at(-1)).toBeLessThan(0.9);
  });

  it("ends while its signal is being made", async () => {
    const controller = new AbortController();
    const config = FILTERS.parse({ ...fir, samples: 2 ** 22 });
    const made = madeSignal(config);
    let end = 0;
    const watched: typeof made = {
      ...made,
      read(start, count) {
        // Like a message to a worker, this arrives between two tasks.
        if (start === 0) setTimeout(() => controller.abort(new Error("another signal")));
        end = start + count;
        return made.read(start, count);
      },
    };
    const passing = passageOf(await testGpu(), config, watched, { signal: controller.signal });
    await expect(passing).rejects.toThrow("another signal");
    expect(end).toBeLessThan(made.samples);
  });

  it("shows real samples as complex ones", async () => {
    const held = heldSamples(Float32Array.of(1, 2, 3, 4), "real");
    expect(held.samples).toBe(4);
    expect(Array.from(await held.read(1, 2))).toEqual([2, 0, 3, 0]);
  });
});

describe("filters/methods", () => {
  it.each([
    [fir, ["cpu-direct", "cpu-fft", "direct", "overlap-save", "overlap-add"]],
    [iir, ["cpu-sections", "one-pole", "scan", "parallel", "block-convolution"]],
  ] as const)(
    "compares all methods, each correct or with a reason; resumes where it stopped",
    async (change, methods) => {
      const gpu = await testGpu();
      const config = { experiment: FILTERS.parse(change), what: "methods" as const };
      let state: MethodsState = { config, results: [] };
      for await (const step of compareMethods(gpu, state)) {
        state = step.state;
        if (state.results.length === 2) break;
      }
      for await (const step of compareMethods(gpu, state)) state = step.state;
      expect(state.results.map(({ method }) => method as FilterMethod)).toEqual(methods);
      for (const { method, reason, ms, maxError, wrong, size } of state.results) {
        expect(wrong, method).toBe(false);
        expect(size).toBe(change === fir ? 97 : 5);
        if (method === "one-pole") expect(reason).toMatch(/pole/);
        else
          expect({ method, timed: (ms ?? 0) > 0, right: (maxError ?? 1) < 1e-4 }).toEqual({
            method,
            timed: true,
            right: true,
          });
      }
    },
  );
});

describe("filters/pages", () => {
  it("times pages of rising size", async () => {
    const results = [];
    for await (const { state } of timePages(await testGpu(), { config: FILTERS.parse(iir), results: [] })) {
      results.push(...state.results.slice(-1));
      if (results.length === 2) break;
    }
    expect(results).toMatchObject([
      { method: "scan", page: 256 },
      { method: "scan", page: 1024 },
    ]);
    for (const { latencyMs, samplesPerSecond } of results) {
      expect(latencyMs).toBeGreaterThan(0);
      expect(samplesPerSecond).toBeGreaterThan(0);
    }
  });
});
