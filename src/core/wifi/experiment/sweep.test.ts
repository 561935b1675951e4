import { describe, expect, it, vi } from "vitest";
import { statesOf, sweepToEnd, testHost } from "../../measurement/testing.ts";
import { WIFI } from "./experiment.ts";
import { wifiSweep } from "./sweep.ts";

const sweep = async (given: object, page?: number) =>
  (await sweepToEnd(wifiSweep, "ledger" in given ? (given as never) : WIFI.parse(given), { page })).results;

describe("wifi/experiment/sweep", () => {
  it("receives every packet when there is hardly any noise: all rates, both kinds of synchronization", async () => {
    const channel = { channel: "exponential", delaySpread: 30, doppler: 20, offset: 40, clock: 15, timing: 0.3 };
    const given = { estimators: ["genie", "ls"], bytes: 20, snr: "55", packets: 4, seed: 4, ...channel };
    for (const [synchronization, rateMbps] of [
      ["genie", ["6", "9", "12", "18", "24", "36", "48", "54"]],
      ["preamble", ["9", "48"]],
    ] as const) {
      const results = await sweep({ ...given, synchronization, rateMbps });
      expect(results.map((row) => row.rateMbps)).toEqual(rateMbps.flatMap((name) => [Number(name), Number(name)]));
      expect(results.filter(({ packetErrors, missed }) => packetErrors + missed > 0)).toEqual([]);
      expect(results.every(({ packets, bits }) => packets === 4 && bits === 4 * 160)).toBe(true);
    }
  });

  it("dispatches no kernel by numbers in a buffer: WebGPU's checks of them take longer than the kernels", async () => {
    await testHost.get();
    const indirect = vi.spyOn(GPUComputePassEncoder.prototype, "dispatchWorkgroupsIndirect");
    try {
      const given = { rateMbps: ["54"], estimators: ["genie", "ls"], bytes: 20, snr: "20", packets: 2 };
      for (const synchronization of ["genie", "preamble"]) await sweep({ ...given, synchronization });
      expect(indirect).not.toHaveBeenCalled();
    } finally {
      indirect.mockRestore();
    }
  });

  it("gives the same counts for every page, and after an interruption", async () => {
    const rates = { rateMbps: ["12", "54"], bytes: 40, snr: "4,9", packets: 16, seed: 8 };
    const config = WIFI.parse({ ...rates, estimators: ["genie", "ls"], doppler: 300, synchronization: "preamble" });
    const whole = await sweep(config);
    expect(new Set(whole.map(({ packetErrors }) => packetErrors)).size).toBeGreaterThan(3);
    expect(await sweep(config, 5)).toEqual(whole);
    // The receivers share memory.
    expect(await sweep({ ...config, estimators: ["ls"] })).toEqual(whole.filter(({ estimator }) => estimator === "ls"));
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
