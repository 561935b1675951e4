import { batchCase, tiled, tiledRow } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { impair } from "./impairments.float64.ts";
import { createImpairments } from "./impairments.ts";

/** The length of a recording of 3104 telemetry packets. */
const ROWS = 97;
const layout = { length: 422_656, hop: 405_504, lead: 512 };
/** A row after the beginning of the recording: before it there is no noise. */
const part = { firstRow: 1, length: 2 ** 31 };
const impairments = { frequencyOffset: 0.01, phase: 0, noiseVariance: 0.125, seed: 1 };
/** Checked samples per row. */
const CHECKED = 4096;

export const cases = [
  batchCase({
    name: `channel/impairments 3104 packets`,
    bytes: 2 * ROWS * layout.length * 8,
    batch: { jobs: ROWS, bytes: layout.length * 8 },
    async prepare(device, memory, rows) {
      const clean = noise(2, 2 * layout.length);
      const samples = tiled(device, memory, "samples", clean, rows);
      const plan = await createImpairments(device, { rows, layout, samples, ...part, ...impairments });
      const expected = (row: number) =>
        impair(tiledRow(clean, 0, 2 * CHECKED), (part.firstRow + row) * layout.hop - layout.lead, impairments);
      return { plan, check: { output: samples, inPlace: true, row: 2 * layout.length, width: 2, expected } };
    },
  }),
];
