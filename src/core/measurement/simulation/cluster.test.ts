import { describe, expect, it } from "vitest";
import { createAgenda } from "./agenda.testing.ts";
import { type Cluster, simulateCluster } from "./cluster.testing.ts";

const CLUSTER: Cluster = {
  workers: 20,
  points: 3,
  units: 2e5,
  receivers: 2,
  stop: 0,
  unitMs: 1,
  spread: 0.1,
  jobMs: 1000,
  startMs: 1500,
  failureMs: Infinity,
  hangs: 0,
  lostMs: 9000,
  latencyMs: 2,
  tickMs: 100,
  seed: 1,
};

describe("measurement/simulation", () => {
  it("runs events in the order of their times", () => {
    const agenda = createAgenda();
    const seen: number[] = [];
    const times = [5, 1, 3, 3, 9, 2, 2, 8, 7, 0];
    for (const [i, ms] of times.entries()) agenda.after(ms, () => seen.push(ms + i / 100));
    while (agenda.step());
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen).toHaveLength(times.length);
    expect(agenda.now()).toBe(9);
  });

  it("loses only the start and the last jobs on workers that never fail", () => {
    const { exact, ms, efficiency, lost, twice, jobs } = simulateCluster(CLUSTER);
    expect({ exact, lost, twice }).toEqual({ exact: true, lost: 0, twice: 0 });
    expect(ms).toBeGreaterThan(30_000);
    expect(efficiency).toBeGreaterThan(0.9);
    expect(efficiency).toBeLessThanOrEqual((ms - 1500) / ms);
    expect(jobs).toBeGreaterThan(500);
  });

  it.each([0, 5])("gives the same counts when workers fail and hang (stop rule: %d errors)", (stop) => {
    for (const seed of [1, 2, 3]) {
      const failing = simulateCluster({ ...CLUSTER, stop, failureMs: 20_000, hangs: 0.5, seed });
      expect(failing.exact).toBe(true);
      if (stop > 0) continue;
      expect(failing.lost).toBeGreaterThan(10);
      expect(failing.twice).toBeGreaterThan(0);
      expect(failing.efficiency).toBeLessThan(0.9);
    }
  });
});
