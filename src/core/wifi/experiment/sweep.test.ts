import { describe, expect, it } from "vitest";
import { statesOf, sweepToEnd } from "../../measurement/testing.ts";
import { WIFI } from "./experiment.ts";
import { wifiSweep } from "./sweep.ts";

const sweep = async (given: object, page?: number) =>
  (await sweepToEnd(wifiSweep, "ledger" in given ? (given as never) : WIFI.parse(given), { page })).results;

describe("wifi/experiment/sweep", () => {
  it("receives every packet without noise: all rates, estimators and both kinds of synchronization", async () => {
    const channel = { channel: "exponential", delaySpread: 30, doppler: 20, offset: 40, clock: 15, timing: 0.3 };
    for (const synchronization of ["genie", "preamble"]) {
      const given = { rateMbps: ["all"], estimators: ["genie", "ls"], bytes: 60, snr: "55", packets: 6, seed: 4 };
      const results = await sweep({ ...given, ...channel, synchronization });
      expect(results.map(({ rateMbps }) => rateMbps)).toEqual([6, 9, 12, 18, 24, 36, 48, 54].flatMap((r) => [r, r]));
      expect(results.filter(({ packetErrors, missed }) => packetErrors + missed > 0)).toEqual([]);
      expect(results.every(({ packets, bits }) => packets === 6 && bits === 6 * 480)).toBe(true);
    }
  });

  it("gives the same counts for every page, and after an interruption", async () => {
    const rates = { rateMbps: ["12", "54"], bytes: 40, snr: "4,9", packets: 22, seed: 8 };
    const config = WIFI.parse({ ...rates, estimators: ["genie", "ls"], doppler: 300, synchronization: "preamble" });
    const whole = await sweep(config);
    expect(new Set(whole.map(({ packetErrors }) => packetErrors)).size).toBeGreaterThan(3);
    expect(await sweep(config, 5)).toEqual(whole);
    const states = await statesOf(wifiSweep, config, { page: 7 });
    expect(await sweep(states[1], 3)).toEqual(whole);
  });

  it("ends a point after the packet that has enough errors at every rate with every estimator", async () => {
    const given = { channel: "awgn", rateMbps: ["6", "9"], bytes: 20, snr: "-1", estimators: ["genie", "ls"] };
    const config = WIFI.parse({ ...given, packets: 400, stopErrors: 6 });
    const results = await sweep(config, 50);
    expect(Math.min(...results.map(({ packetErrors }) => packetErrors))).toBe(6);
    expect(await sweep(config, 17)).toEqual(results);
  });
});
