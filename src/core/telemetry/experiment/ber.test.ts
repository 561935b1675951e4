import { describe, expect, it } from "vitest";
import { sweepToEnd } from "../../measurement/testing.ts";
import { DEFAULT_SCENARIO, type EqualizerName, type Scenario } from "./scenario.ts";
import { equalizerSweep } from "./sweep.ts";

/** Bit error rates of a scenario at one Eb/N0, by equalizer; NaN where a packet was missed. */
async function bers(change: Partial<Scenario>, ebn0: number): Promise<Record<EqualizerName, number>> {
  const scenario = { ...DEFAULT_SCENARIO, frequencyOffset: 0, ...change };
  const { results } = await sweepToEnd(equalizerSweep, { scenario, ebn0s: [ebn0], stopErrors: 0 });
  const rates = results.map(({ equalizer, ber, missed }) => [
    equalizer,
    missed === 0 && ber !== null ? ber : Number.NaN,
  ]);
  return Object.fromEntries(rates) as Record<EqualizerName, number>;
}

const whiteNoise: Partial<Scenario> = { channel: "none", equalizers: ["none"] };
const ideal: Partial<Scenario> = { ...whiteNoise, frequencyEstimate: "known", loop: "ideal" };

/** Coherent detection in white noise, from a float64 simulation: Eb/N0 in dB, BER. */
const CHECK_POINTS = [
  [6, 5.15e-3],
  [8, 8.3e-4],
  [10, 6.0e-5],
  [11, 1.06e-5],
] as const;

/** log10 of the check points' BER at any Eb/N0 between them: the parabola through the first three. */
function idealLogBer(ebn0: number): number {
  const points = CHECK_POINTS.slice(0, 3).map(([x, ber]) => [x, Math.log10(ber)]);
  return points.reduce((sum, [xi, yi]) => {
    return sum + points.reduce((y, [xj]) => (xi === xj ? y : (y * (ebn0 - xj)) / (xi - xj)), yi);
  }, 0);
}

describe("bit error rates in white noise", () => {
  // Enough packets for 300 errors and more: one standard deviation is 6 % at most.
  const check = async ({ point: [ebn0, ber], packets }: { point: (typeof CHECK_POINTS)[number]; packets: number }) => {
    const { none } = await bers({ ...ideal, packets, seed: 101 }, ebn0);
    expect(none / ber).toBeGreaterThan(0.85);
    expect(none / ber).toBeLessThan(1.15);
  };

  it.each([
    { point: CHECK_POINTS[0], packets: 32 },
    { point: CHECK_POINTS[1], packets: 64 },
  ])("are within 15 % of the check point at $point.0 dB, phase known", check);

  describe.runIf(process.env.THREERAY_SLOW)("many packets (slow suite)", () => {
    it.each([
      { point: CHECK_POINTS[2], packets: 1088 },
      { point: CHECK_POINTS[3], packets: 7008 },
    ])("are within 15 % of the check point at $point.0 dB, phase known", check, 1_800_000);
  });

  it.each([
    { ebn0: 7, packets: 64 },
    { ebn0: 8.5, packets: 128 },
  ])("lose less than 0.3 dB to the loop and the estimated offset, at $ebn0 dB", async ({ ebn0, packets }) => {
    const offset = { ...whiteNoise, frequencyOffset: 0.03, phase: 50, packets, seed: 103 };
    const { none } = await bers(offset, ebn0);
    expect(Math.log10(none)).toBeLessThan(idealLogBer(ebn0 - 0.3));
    expect(Math.log10(none)).toBeGreaterThan(idealLogBer(ebn0 + 0.3));
  });
});

describe("bit error rates of the equalizers that decide themselves, in white noise", () => {
  const known = { channel: "none", channelEstimate: "batch", frequencyEstimate: "known", seed: 105 } as const;
  const names: EqualizerName[] = process.env.THREERAY_SLOW ? ["lms", "rls", "dfe"] : ["lms", "dfe"];
  it("are the detection filter's within 0.3 dB, with averaged estimates", async () => {
    const rates = await bers({ ...known, equalizers: names, packets: 64 }, 7);
    for (const name of names) {
      expect(Math.log10(rates[name]), name).toBeLessThan(idealLogBer(7 - 0.3));
      expect(Math.log10(rates[name]), name).toBeGreaterThan(idealLogBer(7 + 0.3));
    }
  });
});

describe("bit error rates on the three-ray channels", () => {
  const channels = [
    { channel: "1", ebn0s: [10, 13] },
    { channel: "3", ebn0s: [10, 13] },
    { channel: "2", ebn0s: [10, 14] },
  ];
  it.each(process.env.THREERAY_SLOW ? channels : channels.slice(0, 2))(
    "channel $channel: the equalizers beat none, and MMSE and FDE1 agree",
    async ({ channel, ebn0s }) => {
      const scenario: Partial<Scenario> = {
        channel,
        packets: 32,
        cmaPasses: 6,
        seed: 104,
        frequencyOffset: 0.01,
        equalizers: ["none", "mmse", "cma", "fde1", "fde2", "lms", "dfe"],
      };
      const [low, high] = [await bers(scenario, ebn0s[0]), await bers(scenario, ebn0s[1])];
      for (const point of [low, high]) {
        for (const name of ["mmse", "cma", "fde1", "fde2"] as const) expect(point[name], name).toBeLessThan(point.none);
      }
      // DFE removes what would cost the linear equalizers noise; LMS learns the signal's spectrum.
      for (const name of ["mmse", "cma", "fde1", "fde2"] as const) expect(low.dfe, name).toBeLessThan(low[name] / 1.5);
      expect(high.dfe).toBeLessThan(high.mmse / 2);
      expect(low.lms).toBeLessThan(low.mmse);
      const slope = Math.log10(low.mmse / high.mmse) / (ebn0s[1] - ebn0s[0]);
      for (const point of [low, high]) {
        expect(Math.abs(Math.log10(point.fde1 / point.mmse) / slope)).toBeLessThan(0.2);
      }
    },
  );
});
