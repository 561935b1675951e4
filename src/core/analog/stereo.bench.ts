import { batchCase, tiled, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { stereo } from "./stereo.reference.ts";
import { createStereoDecoder } from "./stereo.ts";

/** Stations of 256 kS/s, four seconds of each. */
const [STATIONS, SAMPLES, RATE] = [16, 2 ** 20, 256_000];
const [DECIMATION, DEEMPHASIS] = [4, 50e-6];
/** Checked samples per station: more would take too long in float64. */
const CHECKED = 2 ** 14;

export const cases = [
  batchCase({
    name: `analog/stereo ${STATIONS} × ${SAMPLES} samples`,
    bytes: STATIONS * SAMPLES * (4 + 8 / DECIMATION),
    batch: { jobs: STATIONS, bytes: SAMPLES * 8 },
    async prepare(device, memory, stations) {
      const values = noise(1, SAMPLES);
      // Noise with a strong pilot, whose phase is then well defined.
      for (let n = 0; n < SAMPLES; n++) values[n] = 0.4 * values[n] + 0.1 * Math.sin((2 * Math.PI * 19_000 * n) / RATE);
      const input = tiled(device, memory, "multiplex", values, stations);
      const config = { rate: RATE, decimation: DECIMATION, deemphasis: DEEMPHASIS, leastPilot: 0.02 };
      const plan = await createStereoDecoder(device, { signals: stations, length: SAMPLES, input, ...config });
      const expected = () => stereo(tiledRow(values, 0, SAMPLES).subarray(0, CHECKED), config);
      const row = (2 * SAMPLES) / DECIMATION;
      return { plan, check: { output: plan.output, row, width: 2, expected } };
    },
  }),
];
