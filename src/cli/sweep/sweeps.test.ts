import { describe, expect, it } from "vitest";
import { kernelsOf } from "../../core/gpu/compile-ahead.ts";
import { testGpu, withLimits } from "../../core/gpu/testing.ts";
import { allSweeps } from "./sweeps.ts";

const equalizer = (scenario: object) => ({ ebn0s: [5], scenario: { packets: 3104, ...scenario } });

/** The defaults of each sweep, and configurations with kernels that they do not use. */
const CASES: readonly [string, ...object[]][] = [
  [
    "equalizer",
    equalizer({}),
    equalizer({ channel: "measured-3", receiveBandwidth: 8, loop: "ideal", frequencyEstimate: "known", data: "pn11" }),
    equalizer({ channelEstimate: "batch", frequencyEstimate: "batch", equalizers: ["fde2"] }),
  ],
  [
    "mimo",
    {},
    { detectors: ["mmse-pic", "zf", "mtt", "kbest"], outer: "1,2,3", orders: 4, stop: "checks" },
    { code: "none", detectors: ["max-log", "one-pass", "mmse"], qam: "4", antennas: 2 },
    { code: "lte-6144", decoder: "max-log", codewords: "per-stream" },
  ],
  [
    "adaptive",
    { code: "convolutional:5,7", outer: "2", equalizers: ["map", "lms", "rls"] },
    { code: "wimax-576-1/2", training: 96, channel: "exponential:2", equalizers: ["zf", "fde", "ofdm"] },
  ],
  ["turbo", {}, { algorithm: ["max-log", "log-map"], windows: "1,96", iterations: "2,6", stop: "crc", crc: "24A" }],
  [
    "wifi",
    {},
    { synchronization: "preamble", rateMbps: ["6", "12", "24", "54"], doppler: 100 },
    { channel: "measured-3", clock: 20, bandwidth: "10", bytes: 30, estimators: ["comb", "decision-directed", "lms"] },
  ],
];

const sweeps = await allSweeps();

// A compilation takes longer than most pages.
describe("sweeps compile the same kernels for every page", () => {
  it.each(CASES)("%s", async (name, ...configs) => {
    const { parse, most, open } = sweeps.find((sweep) => sweep.name === name)!;
    const small = await testGpu();
    // A page of packets depends on the device most.
    const sizes = name === "equalizer" ? [2 ** 31 - 4, 2 ** 27] : [2 ** 31 - 4];
    for (const [bytes, given] of sizes.flatMap((size) => configs.map((one) => [size, one] as const))) {
      const device = withLimits(small.device, { maxStorageBufferBindingSize: bytes, maxBufferSize: 2 * bytes });
      const gpu = { ...small, device, adapter: { ...small.adapter, software: false } };
      const config = parse(given);
      const kernels = async (page: number) => {
        const sources = await kernelsOf(device, (on) => open({ ...gpu, device: on }, config, page));
        // Sorted, because equalizers of a chain are created side by side.
        return [...new Set(sources.map(({ label, constants }) => `${label} ${JSON.stringify(constants)}`))].toSorted();
      };
      const first = await kernels(1);
      const largest = most(gpu, config);
      expect(largest).toBeGreaterThan(7);
      for (const page of [7, largest]) expect(await kernels(page)).toEqual(first);
    }
  });
});
