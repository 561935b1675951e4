import { describe, expect, it } from "vitest";
import { sweepToEnd } from "../../measurement/testing.ts";
import { WIFI, type WifiEstimator, type WifiExperiment } from "./experiment.ts";
import { PUBLISHED_PER } from "./published.ts";
import { wifiSweep } from "./sweep.ts";

/** Packet error rates of estimators, by SNR in the order of the points. */
async function rates(given: Partial<WifiExperiment>): Promise<Partial<Record<WifiEstimator, number[]>>> {
  const { results } = await sweepToEnd(wifiSweep, WIFI.parse({ channel: "awgn", estimators: ["genie"], ...given }));
  const all: Partial<Record<WifiEstimator, number[]>> = {};
  for (const { estimator, per } of results) (all[estimator] ??= []).push(per ?? Number.NaN);
  return all;
}

/** Returns the SNR at which a falling curve crosses a rate; the logarithm of the rate is interpolated linearly. */
function crossing(points: readonly (readonly [snrDb: number, per: number])[], rate: number): number {
  const i = points.findIndex(([, per]) => per <= rate);
  const [[before, above], [after, below]] = [points[i - 1], points[i]];
  return before + ((after - before) * Math.log(above / rate)) / Math.log(above / Math.max(below, 1e-9));
}

describe("802.11 packet error rates in white noise, with a genie", () => {
  // Rates of a float64 chain with an unquantized decoder of whole packets. Half a decibel changes each by a factor of 2 and more.
  it.each([
    { mbps: 18, bytes: 32, snrDb: 4.5, expected: 0.2015 },
    { mbps: 48, bytes: 100, snrDb: 15, expected: 0.173 },
  ])("equal the float64 rates: $mbps Mbit/s, $bytes octets", async ({ mbps, bytes, snrDb, expected }) => {
    const packets = 240;
    const { genie } = await rates({ rateMbps: [`${mbps}`], bytes, snr: `${snrDb}`, packets, seed: 2 });
    expect(Math.abs(genie![0] - expected)).toBeLessThan(4 * Math.sqrt((expected * (1 - expected)) / packets));
  });

  it("are reached by LMMSE 1 dB and by least squares 2 dB to the right, at 54 Mbit/s", async () => {
    const given = { rateMbps: ["54"], bytes: 32, packets: 150, seed: 3 };
    const { genie, lmmse, ls } = await rates({ ...given, estimators: ["genie", "lmmse", "ls"], snr: "15.6,16.6,17.6" });
    expect(genie![0]).toBeGreaterThan(0.15);
    expect(lmmse![1]).toBeLessThan(genie![0]);
    expect(ls![2]).toBeLessThan(genie![0] + 0.05);
    expect(ls![1]).toBeGreaterThan(genie![0] + 0.1);
  });

  const slow = process.env.THREERAY_SLOW ? it : it.skip;
  // Least squares has an error of half the noise: y·conj(H) has N(1 + ½ + N/2) in place of N.
  slow.each([6, 18, 36, 54])(
    "are reached by LMMSE 1 dB, and by least squares by its noise to the right, %i Mbit/s (slow suite)",
    async (mbps) => {
      const given = { rateMbps: [`${mbps}`], bytes: 200, packets: 1500, seed: 7, estimators: ["genie", "lmmse", "ls"] };
      const from = { 6: 0, 18: 5.4, 36: 11.4, 54: 16.6 }[mbps]!;
      const snrs = Array.from({ length: 9 }, (_, i) => Number((from - 0.4 + 0.5 * i).toFixed(1)));
      const found = await rates({ ...(given as Partial<WifiExperiment>), snr: snrs.join() });
      const at = (name: WifiEstimator) =>
        crossing(
          snrs.map((snrDb, i) => [snrDb, found[name]![i]] as const),
          0.1,
        );
      const [genie, lmmse, ls] = (["genie", "lmmse", "ls"] as const).map(at);
      expect(lmmse - genie).toBeLessThan(1);
      expect(ls - genie).toBeLessThan(10 * Math.log10(1.5 + 10 ** (-ls / 10) / 2) + 0.3);
    },
    7_200_000,
  );

  slow.each(PUBLISHED_PER)(
    "cross 0.1 at most 0.4 dB left of the published curve: $rateMbps Mbit/s, $bytes octets (slow suite)",
    async ({ rateMbps, bytes, points }) => {
      const published = crossing(points, 0.1);
      const snrs = [-0.6, -0.3, 0, 0.3].map((away) => Number((published + away).toFixed(2)));
      const size = { rateMbps: [`${rateMbps}`], bytes, packets: bytes > 100 ? 1500 : 5000, seed: 21 };
      const { genie } = await rates({ ...size, snr: snrs.join() });
      const ours = crossing(
        snrs.map((snrDb, i) => [snrDb, genie![i]] as const),
        0.1,
      );
      // A twentieth of a decibel for the statistics of both curves.
      expect(published - ours).toBeGreaterThan(-0.05);
      expect(published - ours).toBeLessThan(0.45);
    },
    7_200_000,
  );
});
