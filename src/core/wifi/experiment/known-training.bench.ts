import { batchCase } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { trainingChannel } from "../equalization/testing.ts";
import { FFT_LENGTH, PREAMBLE_SAMPLES } from "../frame/symbol.ts";
import { tableLines, uploadTable } from "../testing.ts";
import { createKnownTraining } from "./known-training.ts";

const FRAMES = 8192;

export const cases = [
  batchCase({
    name: `wifi/experiment/known-training ${FRAMES} frames`,
    bytes: FRAMES * 8 * (2 * FFT_LENGTH + FFT_LENGTH),
    batch: { jobs: FRAMES, bytes: 8 * PREAMBLE_SAMPLES },
    async prepare(device, memory, frames) {
      const lines = tableLines(
        Array.from({ length: frames }, (_, f) => ({
          start: f * PREAMBLE_SAMPLES,
          offset: Math.fround(0.01 * (f % 7)),
        })),
      );
      const values = noise(1, 2 * frames * PREAMBLE_SAMPLES);
      const samples = memory.constant("samples", values);
      const plan = await createKnownTraining(device, { ...uploadTable(device, lines), samples, capacity: frames });
      const expected = (f: number) => trainingChannel(values, lines[f]);
      return { plan, check: { output: plan.channel, row: 2 * FFT_LENGTH, width: 2, expected } };
    },
  }),
];
