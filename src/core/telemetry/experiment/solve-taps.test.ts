import { expect, it } from "vitest";
import { testGpu } from "../../gpu/testing.ts";
import { medianSystem } from "./median-system.ts";
import { DEFAULT_SCENARIO } from "./scenario.ts";
import { type GradientResult, type SolvedTaps, type SolverResult, solveTaps } from "./solve-taps.ts";

const config = { ...DEFAULT_SCENARIO, channel: "2", packets: 4, ebn0: 20 };

/** Returns the results of some methods, after those that are there already. */
async function results(count: number, before: SolvedTaps["results"] = []) {
  for await (const { state, done } of solveTaps(await testGpu(), { config, results: before })) {
    expect(done).toBe(state.results.length === 8);
    if (state.results.length === before.length + count) return state.results.slice(before.length);
  }
  throw new Error("too few methods");
}

it("solves for the taps by every solver: errors within what the condition number allows", async () => {
  const [levinson, lu, banded, schur, direct] = await results(5);
  const solvers = [levinson, lu, banded, schur] as SolverResult[];
  expect(solvers.map(({ method }) => method)).toEqual(["levinson", "lu", "banded", "schur"]);
  for (const { ms, flops, systems } of solvers) {
    expect(ms).toBeGreaterThan(0);
    expect(flops).toBeGreaterThan(186 * 38);
    expect(systems.map(({ equalizer }) => equalizer)).toEqual([...Array(4).fill("zf"), ...Array(4).fill("mmse")]);
    for (const { condition, errorDb } of systems) {
      // To first order, an error of 2^-24 in each number changes the solution by at most the condition number times that; none is exact.
      expect(errorDb).toBeLessThan(20 * Math.log10(condition! * 2 ** -24));
      expect(errorDb).toBeGreaterThan(20 * Math.log10(2 ** -24));
    }
  }
  // The ridge raises the smallest eigenvalue most.
  const conditions = solvers[0].systems.map(({ condition }) => condition!);
  for (let i = 0; i < 4; i++) expect(conditions[i + 4]).toBeLessThan(conditions[i]);
  // Outside the band, elimination multiplies by zeros, which changes nothing.
  expect(lu).toMatchObject({ systems: (banded as SolverResult).systems });
  // A float32 sum over 12,672 samples, in tiles.
  expect(direct).toMatchObject({ what: "gradient", method: "direct", length: null, differenceDb: null });
  expect((direct as GradientResult).errorDb).toBeLessThan(-110);
});

it("resumes with CMA's gradient by convolution, which equals the direct one", async () => {
  const solved = Array.from({ length: 6 }, () => ({}) as SolverResult);
  const [convolution] = (await results(1, solved)) as GradientResult[];
  expect(convolution).toMatchObject({ method: "convolution", length: 1024 });
  expect(convolution.errorDb).toBeLessThan(-100);
  expect(convolution.differenceDb).toBeLessThan(-100);
});

it("says that there is nothing to solve where no packet is found", async () => {
  const scenario = { ...config, ebn0: -40 };
  const first = solveTaps(await testGpu(), { config: scenario, results: [] }).next();
  await expect(first).rejects.toThrow("The receiver found no packet, so it has no channel estimate to solve for.");
});

it("summarizes the systems of an equalizer", () => {
  const systems = [
    { equalizer: "zf", condition: 400, errorDb: -80 },
    { equalizer: "mmse", condition: 2, errorDb: -120 },
    { equalizer: "zf", condition: null, errorDb: null },
    { equalizer: "zf", condition: 100, errorDb: -90 },
  ] as const;
  expect(medianSystem(systems, "zf")).toEqual({ condition: 250, errorDb: -85, unsolved: 1 });
  expect(medianSystem(systems, "mmse")).toEqual({ condition: 2, errorDb: -120, unsolved: 0 });
  expect(medianSystem([], "zf")).toEqual({ condition: null, errorDb: null, unsolved: 0 });
});
