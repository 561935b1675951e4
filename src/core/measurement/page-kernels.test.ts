import { describe, expect, it } from "vitest";
import { turboSweep } from "../codes/turbo/experiment/sweep.ts";
import { kernelsOf } from "../gpu/compile-ahead.ts";
import { testGpu, withLimits } from "../gpu/testing.ts";
import { mimoSweep } from "../mimo/experiment/sweep.ts";
import { equalizerSweep } from "../telemetry/experiment/sweep.ts";
import { wifiSweep } from "../wifi/experiment/sweep.ts";
import type { Measurement } from "./measurement.ts";

const equalizer = (scenario: object) => ({ ebn0s: [5], scenario: { packets: 3104, ...scenario } });

/** The defaults of each sweep, and configurations with kernels that they do not use. */
const CASES: readonly [Measurement<any, unknown>, ...object[]][] = [
  [
    equalizerSweep,
    equalizer({}),
    equalizer({ channel: "measured-3", receiveBandwidth: 8, loop: "ideal", frequencyEstimate: "known", data: "pn11" }),
    equalizer({ channelEstimate: "batch", frequencyEstimate: "batch", equalizers: ["fde2"] }),
  ],
  [
    mimoSweep,
    {},
    { detectors: ["mmse-pic", "zf", "mtt", "kbest"], outer: "1,2,3", orders: 4, stop: "checks" },
    { code: "none", detectors: ["max-log", "one-pass", "mmse"], qam: "4", antennas: 2 },
    { code: "lte-6144", decoder: "max-log", codewords: "per-stream" },
  ],
  [turboSweep, {}, { algorithm: ["max-log", "log-map"], windows: "1,96", iterations: "2,6", stop: "crc", crc: "24A" }],
  [
    wifiSweep,
    {},
    { synchronization: "preamble", rateMbps: ["6", "12", "24", "54"], doppler: 100 },
    { channel: "measured-3", clock: 20, bandwidth: "10", bytes: 30, estimators: ["comb", "decision-directed", "lms"] },
  ],
];

// A compilation takes longer than most pages.
describe("sweeps compile the same kernels for every page", () => {
  it.each(CASES)("$name", async ({ parse, most, open }, ...configs) => {
    const small = await testGpu();
    const bytes = 2 ** 31 - 4;
    const device = withLimits(small.device, { maxStorageBufferBindingSize: bytes, maxBufferSize: bytes });
    const gpu = { ...small, device, adapter: { ...small.adapter, software: false } };
    for (const given of configs) {
      const config: unknown = parse(given);
      const kernels = async (page: number) => {
        const sources = await kernelsOf(device, (on) => open({ ...gpu, device: on }, config, page));
        return [...new Set(sources.map(({ label, constants }) => `${label} ${JSON.stringify(constants)}`))];
      };
      const first = await kernels(1);
      const largest = most(gpu, config);
      expect(largest).toBeGreaterThan(7);
      for (const page of [7, largest]) expect(await kernels(page)).toEqual(first);
    }
  });
});
