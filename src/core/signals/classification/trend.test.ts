import { describe, expect, it } from "vitest";
import { SIGNAL_CLASSES, type SignalClass } from "../classes.ts";
import type { Burst } from "../detection.ts";
import { createDraws } from "../generator/draws.ts";
import { sliceBits } from "../slicing/slice.ts";
import { classify } from "./classify.ts";
import { labelledBurst } from "./testing.ts";
import { trendOf, withoutTrend } from "./trend.ts";

const [RATE, LENGTH] = [20_000, 1200];

/** A carrier with the given frequency at each time from the middle, in noise of a tenth of its power. */
function carrierAt(hzAt: (seconds: number) => number): Burst {
  const random = createDraws(9, "samples", 2);
  const samples = new Float64Array(2 * LENGTH);
  let turns = 0;
  for (let n = 0; n < LENGTH; n++) {
    turns += hzAt((n - (LENGTH - 1) / 2) / RATE) / RATE;
    const [re, im] = random.normals();
    const angle = 2 * Math.PI * turns;
    samples.set([Math.cos(angle) + Math.sqrt(0.05) * re, Math.sin(angle) + Math.sqrt(0.05) * im], 2 * n);
  }
  const cut = { first: 0, decimation: 1, centreHz: 0, widthHz: RATE, passHz: RATE };
  return { samples, sampleRateHz: RATE, ...cut, start: 0, stop: LENGTH, noiseDensity: 0.1 / RATE, notes: [] };
}

const WHOLE = { start: 0, stop: LENGTH };
/** 12 kHz over the burst of these seeds, 54 and 67. */
const DRIFT = { rate: 6e5, snr: [14, 22], drift: 40 } as const;

describe("the trend of a burst's frequency", () => {
  it("finds a carrier's drift, and leaves the frequency in the middle of the burst", () => {
    const drifting = carrierAt((seconds) => 1000 + 50_000 * seconds);
    expect(Math.abs(trendOf(drifting, WHOLE)!.slope / 50_000 - 1)).toBeLessThan(0.02);
    for (const span of [WHOLE, { start: 400, stop: LENGTH }]) {
      const { burst, measured } = withoutTrend(drifting, span)!;
      const middleS = ((span.start + span.stop) / 2 - LENGTH / 2) / RATE;
      expect(Math.abs(measured.centreHz - 1000 - 50_000 * middleS)).toBeLessThan(60);
      expect(measured.bandwidthHz).toBeLessThan(600);
      expect(burst.samples).toHaveLength(2 * LENGTH);
    }
  });

  it.each<[string, (seconds: number) => number]>([
    ["a steady carrier", () => 1000],
    ["a tone's FM", (seconds) => 2000 * Math.sin(2 * Math.PI * 60 * seconds)],
    ["sweeps that restart", (seconds) => 4000 * (((seconds + 1) * 125) % 1)],
    ["a step", (seconds) => (seconds > 0.025 ? 2000 : 0)],
  ])("finds none in %s", (_, hzAt) => {
    expect(trendOf(carrierAt(hzAt), WHOLE)).toBeUndefined();
  });

  it.each(SIGNAL_CLASSES)("finds none in %s that does not drift", (name) => {
    const { burst, measured } = labelledBurst(41, name, { ...DRIFT, drift: 0 });
    expect(trendOf(burst, measured)).toBeUndefined();
  });

  // In wide bands, symbols at random hide the drift.
  const hidden: readonly SignalClass[] = ["OQPSK", "FM", "chirp", "noise"];
  it.each(SIGNAL_CLASSES)("names %s with drift rightly, or is unsure", (name) => {
    const { burst, measured } = labelledBurst(54, name, DRIFT);
    const { class: found, candidates, evidence } = classify(burst, measured);
    expect([name, "unsure"]).toContain(found);
    if (!hidden.includes(name)) expect(evidence[0]).toMatch(/^The mean frequency moves by -1[0-4]\.\d kHz/);
    // A carrier that moves as far may be a slow sweep.
    if (name === "tone") expect(candidates.slice(0, 2).map((one) => one.class)).toEqual(["tone", "chirp"]);
    else if (!hidden.includes(name)) expect(candidates.map((one) => one.class)).toContain(name);
  });

  it.each<SignalClass>(["4-FSK", "pi/4-DQPSK"])("slices %s that drifts", (name) => {
    const { burst, measured, truth, carrierHz } = labelledBurst(54, name, DRIFT);
    const { symbolRateHz = null, deviationHz = null } = truth;
    const known = { ...measured, class: name, symbolRateHz, deviationHz, carrierOffsetHz: carrierHz };
    const { bits } = sliceBits(burst, known)!;
    expect(bits).toHaveLength(truth.bits!.length);
    const wrong = [...bits].filter((bit, i) => bit !== truth.bits![i]).length;
    expect(wrong).toBeLessThan(0.005 * bits.length);
  });
});
