import { beforeAll, describe, expect, it } from "vitest";
import { testGpu } from "../../../gpu/testing.ts";
import { KNOWN_BITS } from "../../packet.ts";
import { createFigureSession, type Figures } from "../figures.ts";
import { DEFAULT_SCENARIO, type Scenario } from "../scenario.ts";
import { EYE_POINTS, EYE_TRACES } from "./eye.ts";

async function draw(change: Partial<Scenario>): Promise<Figures> {
  const session = createFigureSession(await testGpu());
  const figures = await session.draw({ ...DEFAULT_SCENARIO, packets: 4, ...change });
  session.destroy();
  return figures;
}

const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

describe("figures of the equalizers", () => {
  let figures: Figures;
  beforeAll(async () => {
    const known = { frequencyEstimate: "known", loop: "ideal" } as const;
    figures = await draw({ channel: "2", ebn0: 18, packets: 1, firstOffset: 300, ...known });
  });

  it("opens the eyes at the receiver's decisions, the points of the constellations", () => {
    for (const { equalizer, eye } of figures.equalizers!.equalizers) {
      if (!eye) throw new Error(`${equalizer} has no eye`);
      const { points } = figures.constellations.find((one) => one.equalizer === equalizer)!;
      // The first trace is around the data's bit 64: decision point 32.
      for (let t = 0; t < EYE_TRACES; t++) {
        const [i, q] = [points[2 * (32 + t)], points[2 * (32 + t) + 1]];
        const scale = Math.max(0.2, Math.abs(i));
        expect(Math.abs(eye.i[t * EYE_POINTS + 16] - i) / scale, `${equalizer} I of ${t}`).toBeLessThan(0.08);
        expect(Math.abs(eye.q[t * EYE_POINTS + 24] - q), `${equalizer} Q of ${t}`).toBeLessThan(0.1);
      }
    }
  });

  it("shows that ZF makes the channel flat, and MMSE and FDE nearly so", () => {
    const { equalizers, channelDb, frequencyMHz } = figures.equalizers!;
    const inBand = (values: Float32Array) => values.filter((_, k) => Math.abs(frequencyMHz[k]) < 4);
    const ripple = (values: Float32Array) => Math.max(...inBand(values)) - Math.min(...inBand(values));
    const rippleOf = Object.fromEntries(equalizers.map((one) => [one.equalizer, ripple(one.combinedDb)]));
    expect(rippleOf.none).toBeCloseTo(ripple(channelDb), 3);
    expect(rippleOf.none).toBeGreaterThan(8);
    for (const name of ["zf", "mmse", "fde1"]) expect(rippleOf[name], name).toBeLessThan(rippleOf.none / 2);
    const zf = equalizers.find(({ equalizer }) => equalizer === "zf")!;
    expect(Math.abs(mean(inBand(zf.combinedDb)))).toBeLessThan(1);
  });

  it("gives taps: one without an equalizer, similar ones for MMSE and FDE1", () => {
    const taps = Object.fromEntries(figures.equalizers!.equalizers.map((one) => [one.equalizer, one.taps]));
    expect(taps.none.filter((value) => Math.abs(value) > 1e-6).length).toBeLessThanOrEqual(2);
    const power = taps.mmse.reduce((sum, value) => sum + value * value, 0);
    const apart = taps.mmse.reduce((sum, value, i) => sum + (value - taps.fde1[i]) ** 2, 0);
    expect(apart / power).toBeLessThan(1e-3);
  });

  it("shows CMA's cost after each pass, and the change of its taps", () => {
    const { median, lower, upper, movement } = figures.convergence!;
    expect(median).toHaveLength(13);
    for (let pass = 1; pass < 13; pass++) expect(median[pass]).toBeLessThan(median[pass - 1]);
    expect(lower.every((value, i) => value <= median[i] && median[i] <= upper[i])).toBe(true);
    expect(Math.max(...movement!)).toBeGreaterThan(0);
  });

  it("gives LMS and RLS the taps of MMSE with theirs behind, and DFE a short filter without an eye", async () => {
    const after = await draw({
      channel: "2",
      ebn0: 18,
      packets: 1,
      equalizers: ["mmse", "lms", "rls", "dfe"],
      lmsStep: 1e-4,
    });
    const [mmse, lms, rls, dfe] = after.equalizers!.equalizers;
    const apart = ({ taps }: typeof mmse) => {
      const power = mmse.taps.reduce((sum, value) => sum + value * value, 0);
      return taps.reduce((sum, value, i) => sum + (value - mmse.taps[i]) ** 2, 0) / power;
    };
    expect(apart(lms)).toBeGreaterThan(0);
    expect(apart(lms)).toBeLessThan(0.2);
    expect(apart(rls)).toBeGreaterThan(apart(lms));
    expect(lms.eye!.opening).toBeGreaterThan(0.3);
    const used = Array.from({ length: 186 }, (_, t) => t - 60).filter(
      (k) => Math.hypot(dfe.taps[2 * k + 120], dfe.taps[2 * k + 121]) > 1e-6,
    );
    expect([used[0], used.at(-1)]).toEqual([-20, 11]);
    expect(dfe.eye).toBeNull();
    expect(after.constellations.every(({ evmPercent }) => evmPercent < 60)).toBe(true);
    expect(after.phase!.phases.map(({ equalizer }) => equalizer)).toEqual(["mmse", "lms", "rls", "dfe"]);
  });

  it("sums to the same errors along the packet; without multipath none is before the data", async () => {
    const noisy = await draw({ channel: "none", ebn0: 5, equalizers: ["none", "mmse"], packets: 3 });
    const { bins, counts, packets } = noisy.errorPositions;
    expect(bins[0]).toEqual({ from: 0, to: 128 });
    expect(bins[1]).toEqual({ from: 128, to: KNOWN_BITS });
    expect(bins.at(-1)?.to).toBe(6336);
    expect(packets).toBe(noisy.packets.length);
    for (const [e, { errors }] of counts.entries()) {
      expect(errors.slice(2).reduce((sum, count) => sum + count, 0)).toBe(noisy.errors[e].errors);
    }
    expect(noisy.convergence).toBeNull();
  });

  it("shows the loop follow the residual carrier offset", async () => {
    const offset = await draw({ channel: "none", ebn0: 25, equalizers: ["none"], packets: 2 });
    const { bit, phases, residualDegrees } = offset.phase!;
    const [{ degrees }] = phases;
    for (let i = 10; i < bit.length; i++) expect(Math.abs(degrees[i] - residualDegrees[i])).toBeLessThan(12);
  });

  it("shows the null through the whole recording", async () => {
    const few = { ebn0: 30, frequencyOffset: 0, equalizers: ["none"] } satisfies Partial<Scenario>;
    const { spectrogram } = await draw({ channel: "1", ...few });
    const { columns, bins, decibels, frequencyMHz, timeMs } = spectrogram;
    expect(decibels).toHaveLength(columns * bins);
    expect(Math.max(...decibels)).toBe(0);
    expect(frequencyMHz[1]).toBeCloseTo(10.3125, 6);
    expect(timeMs[1]).toBeCloseTo((256 + 4 * 12672) / 20625, 6);
    // How far the middle of the band lies below 1.5 MHz.
    const dip = (of: Float32Array) => {
      const at = (mhz: number) => Math.round((mhz / (frequencyMHz[1] - frequencyMHz[0]) + 0.5) * bins);
      const average = (mhz: number) =>
        mean(Array.from({ length: columns }, (_, column) => of[column * bins + at(mhz)]));
      return average(1.5) - average(0);
    };
    const free = await draw({ channel: "none", ...few });
    expect(dip(decibels)).toBeGreaterThan(dip(free.spectrogram.decibels) + 6);
  });
});
