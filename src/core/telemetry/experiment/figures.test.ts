import { describe, expect, it } from "vitest";
import { THREE_RAYS } from "../channel/rays.ts";
import { poolOf } from "../../gpu/pool.ts";
import { keepStorageSmall } from "../../gpu/small-storage.ts";
import { testGpu, withLimits } from "../../gpu/testing.ts";
import { createFigureSession, type Figures } from "./figures.ts";
import { DEFAULT_SCENARIO, THESIS_EQUALIZERS, type Scenario } from "./scenario.ts";

const scenarioOf = (change: Partial<Scenario>): Scenario => ({
  ...DEFAULT_SCENARIO,
  packets: 4,
  cmaPasses: 4,
  ...change,
});

/** The figures of a new session. */
async function draw(change: Partial<Scenario>) {
  const session = createFigureSession(await testGpu());
  const figures = await session.draw(scenarioOf(change));
  session.destroy();
  return figures;
}

const at = (x: Float32Array, y: Float32Array, where: number) => y[x.findIndex((value) => value >= where)];

describe("figures of a scenario", () => {
  it("shows the null that channel 1 puts in the middle of the band, sent, received and estimated", async () => {
    const { spectrum, estimate, packets, errors, sent } = await draw({ channel: "1", ebn0: 30, frequencyOffset: 0 });
    const { frequencyMHz, sentDb, receivedDb, responseDb } = spectrum;
    expect(Math.max(...sentDb)).toBeCloseTo(0, 6);
    expect(at(frequencyMHz, sentDb, 0)).toBeGreaterThan(-12);
    const depth = at(frequencyMHz, responseDb, 0);
    expect(depth).toBeLessThan(-10);
    const seen = at(frequencyMHz, receivedDb, 0) - at(frequencyMHz, sentDb, 0);
    expect(Math.abs(seen - depth)).toBeLessThan(3);
    expect(sent).toBe(4);
    expect(packets).toHaveLength(4);
    expect(packets.every(({ start }, p) => Math.abs(start - 256 - p * 12672) <= 4)).toBe(true);
    expect(errors.map(({ equalizer }) => equalizer)).toEqual([...THESIS_EQUALIZERS]);
    expect(estimate?.weightedErrorDb).toBeLessThan(-24);
    // The channel is the same curve in both figures.
    for (const [i, mhz] of estimate!.frequencyMHz.entries()) {
      expect(estimate!.truthDb[i]).toBeCloseTo(at(frequencyMHz, responseDb, mhz), 2);
    }
  });

  it("has the same numbers with small workgroup storage", async () => {
    const gpu = await testGpu();
    const device = withLimits(gpu.device, {});
    keepStorageSmall(device);
    // One pass of CMA is one kernel.
    const change: Partial<Scenario> = { ebn0: 6, cmaPasses: 1, packets: 2, equalizers: ["mmse", "cma", "fde1"] };
    const session = createFigureSession({ ...gpu, device });
    const figures = await session.draw(scenarioOf(change));
    session.destroy();
    const usual = await draw(change);
    // The starts of a workgroup share sums, so the preamble metric rounds differently.
    const packets = usual.packets.map((one, p) => ({ ...one, metric: figures.packets[p].metric }));
    for (const [p, { metric }] of usual.packets.entries()) expect(packets[p].metric).toBeCloseTo(metric, 6);
    expect(figures).toEqual({ ...usual, packets });
  });

  it.each(["1", "2", "3"])(
    "judges the estimate of channel %s at 20 dB as −22 to −25 dB or better on average",
    async (channel) => {
      const values: number[] = [];
      for (const seed of [1, 2]) {
        const { estimate } = await draw({
          channel,
          ebn0: 20,
          packets: 8,
          seed,
          phase: 77,
          timing: 0.3,
          equalizers: ["none"],
        });
        values.push(estimate?.weightedErrorDb ?? Number.NaN);
      }
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      expect(mean).toBeLessThan(-20);
      expect(mean).toBeGreaterThan(-28);
    },
  );

  it("shows the gain of averaging over 32 packets, and the channel with its receive filter", async () => {
    const some: Partial<Scenario> = { channel: "2", ebn0: 20, packets: 32, frequencyEstimate: "known" };
    const errorOf = async (change: Partial<Scenario>) =>
      (await draw({ ...some, equalizers: ["none"], ...change })).estimate!.weightedErrorDb;
    const own = await errorOf({});
    const averaged = await errorOf({ channelEstimate: "batch" });
    expect(own - averaged).toBeGreaterThan(11);
    // Behind a filter that cuts the signal's edges, the truth is the channel times the filter.
    const filtered = await draw({ ...some, equalizers: ["none"], channelEstimate: "batch", receiveBandwidth: 12 });
    const { frequencyMHz, truthDb, weightedErrorDb } = filtered.estimate!;
    expect(weightedErrorDb).toBeLessThan(-27);
    expect(at(frequencyMHz, truthDb, -6.3) - at(frequencyMHz, truthDb, -5)).toBeLessThan(-8);
    expect(at(filtered.spectrum.frequencyMHz, filtered.spectrum.receivedDb, 9)).toBeLessThan(-60);
  });

  it("first shows the results of some equalizers and at most 8 packets, until all are computed", async () => {
    const gpu = await testGpu();
    const session = createFigureSession({ ...gpu, adapter: { ...gpu.adapter, software: true } });
    const early: Figures[] = [];
    const tell = (figures: Figures) => void early.push(figures);
    const whole = await session.draw(scenarioOf({ ebn0: 6 }), tell);
    expect(early.map(({ errors }) => errors.length)).toEqual([2]);
    for (const { errors, spectrum, packets } of early) {
      expect(whole.errors).toEqual(expect.arrayContaining(errors));
      expect({ spectrum, packets }).toEqual({ spectrum: whole.spectrum, packets: whole.packets });
    }
    expect(whole.errors.every(({ errors }) => errors > 0)).toBe(true);
    await session.draw(scenarioOf({ ebn0: 7, equalizers: ["none", "cma"] }), tell);
    expect(early).toHaveLength(1);
    session.destroy();
    const more = createFigureSession({ ...gpu, adapter: { ...gpu.adapter, software: true } });
    const shown: Figures[] = [];
    await more.draw(scenarioOf({ packets: 9, equalizers: ["cma", "fde1"] }), (figures) => void shown.push(figures));
    expect(shown.map(({ sent, errors }) => [sent, errors.length])).toEqual([[8, 1]]);
    more.destroy();
    const real = createFigureSession({ ...gpu, adapter: { ...gpu.adapter, software: false } });
    await real.draw(scenarioOf({ ebn0: 6, equalizers: ["none", "cma"] }), tell);
    expect(early).toHaveLength(1);
    real.destroy();
  });

  it("has the cost after CMA's last pass that a further pass begins with", async () => {
    const [four, five] = [await draw({ equalizers: ["cma"] }), await draw({ equalizers: ["cma"], cmaPasses: 5 })];
    expect(four.convergence?.median).toEqual(five.convergence?.median.subarray(0, 5));
  });

  it("tightens the constellations as noise falls", async () => {
    const [noisy, clean] = [await draw({ channel: "2", ebn0: 10 }), await draw({ channel: "2", ebn0: 25 })];
    for (const [i, { equalizer, evmPercent, points }] of clean.constellations.entries()) {
      if (equalizer === "none") continue;
      expect(evmPercent, equalizer).toBeLessThan(noisy.constellations[i].evmPercent);
      expect(points.every((value) => Number.isFinite(value))).toBe(true);
    }
    expect(clean.before.length).toBeGreaterThan(0);
  });

  it("draws the other figures if no packet is found", async () => {
    const { estimate, constellations, packets, errors } = await draw({ ebn0: -10 });
    expect(packets.length).toBeLessThan(4);
    if (packets.length === 0) expect(estimate).toBeNull();
    expect(constellations).toHaveLength(THESIS_EQUALIZERS.length);
    expect(errors.every(({ bits }) => bits === packets.length * 6144)).toBe(true);
  });

  it("draws the same in a session that has drawn other scenarios, and keeps its buffers", async () => {
    const gpu = await testGpu();
    const { statistics } = poolOf(gpu.device);
    const before = statistics.liveBytes;
    const session = createFigureSession(gpu);
    const some = { equalizers: ["cma", "fde2"], cmaPasses: 2, packets: 3 } satisfies Partial<Scenario>;
    const changes: Partial<Scenario>[] = [
      { channel: "custom", rays: THREE_RAYS[2].slice(0, 2), ebn0: 9, seed: 7, timing: -0.4, data: "pn11" },
      {
        channel: "measured-3",
        ebn0: 25,
        ebn0Reference: "direct",
        firstOffset: 9000,
        frequencyOffset: -0.03,
        phase: 99,
        cmaStep: 0.01,
        loop: "ideal",
      },
      { ebn0: -10 },
    ];
    let created: number | undefined;
    for (const change of changes) {
      const reused = await session.draw(scenarioOf({ ...some, ...change }));
      expect(statistics.created).toBe((created ??= statistics.created));
      const fresh = await draw({ ...some, ...change });
      created = statistics.created;
      expect(reused, JSON.stringify(change)).toEqual(fresh);
    }
    const known: Partial<Scenario>[] = [{ frequencyOffset: 0.01 }, { frequencyOffset: -0.02 }];
    for (const change of known) {
      const scenario: Partial<Scenario> = { equalizers: ["none"], packets: 3, frequencyEstimate: "known", ...change };
      expect(await session.draw(scenarioOf(scenario))).toEqual(await draw(scenario));
    }
    session.destroy();
    await gpu.device.queue.onSubmittedWorkDone();
    expect(statistics.liveBytes).toBe(before);
  });
});
