import { isDeepStrictEqual } from "node:util";
import { afterEach, expect, it } from "vitest";
import { TURBO } from "../codes/turbo/experiment/experiment.ts";
import { turboSweep } from "../codes/turbo/experiment/sweep.ts";
import { kernelsOf } from "../gpu/compile-ahead.ts";
import { testGpu } from "../gpu/testing.ts";
import { setWorkgroupSizes } from "../gpu/workgroup-size.ts";
import type { Measurement } from "../measurement/measurement.ts";
import { sweepFile } from "../measurement/sweep-file.ts";
import { sweepToEnd } from "../measurement/testing.ts";
import { MIMO } from "../mimo/experiment/experiment.ts";
import { mimoSweep } from "../mimo/experiment/sweep.ts";
import { TUNABLES } from "./registry.ts";

afterEach(async () => setWorkgroupSizes((await testGpu()).device, {}));

/** A sweep as its file, and its tunable kernels with their constants. */
function sweepOf<Config extends object>(measurement: Measurement<Config, unknown>, config: Config) {
  return {
    file: async () => JSON.stringify(sweepFile(measurement, (await sweepToEnd(measurement, config)).state)),
    async kernels() {
      const gpu = await testGpu();
      const found = await kernelsOf(gpu.device, (device) => measurement.open({ ...gpu, device }, config, 4));
      return found.flatMap(({ label, constants }) => (label in TUNABLES ? [{ label, constants }] : []));
    },
  };
}

const turbo = { length: 104, ebn0: "0.5,1", codewords: 9, iterations: "3", algorithm: ["max-log", "log-map"], seed: 5 };
const mimo = { antennas: 3, qam: "16", snr: "9,12", detectors: ["mtt"], code: "wimax-576-1/2", frames: 7, seed: 5 };

// Of the offered sizes, which all devices allow.
it.each([
  ["Turbo", sweepOf(turboSweep, TURBO.parse(turbo)), { "turbo/decoder": 128 }],
  ["MIMO with LDPC", sweepOf(mimoSweep, MIMO.parse(mimo)), { "mimo/trellis": 16, "ldpc/decoder": 64 }],
])("a whole sweep gives the same file before and after a tuning: %s", async (_, { file, kernels }, sizes) => {
  const { device } = await testGpu();
  const usual = { file: await file(), kernels: await kernels() };
  // Frames, and those with errors.
  expect(usual.file).toMatch(/"sums":\[\[\d+,[1-9]/);
  setWorkgroupSizes(device, sizes);
  const changed = (await kernels()).filter((kernel, i) => !isDeepStrictEqual(kernel, usual.kernels[i]));
  expect(new Set(changed.map(({ label }) => label))).toEqual(new Set(Object.keys(sizes)));
  expect(await file()).toBe(usual.file);
});
