import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { createSpectrogram, listedSegments } from "./spectrogram.ts";

/** A view of 2^21 samples in columns whose segments overlap by half. */
const [SAMPLES, LENGTH, COLUMNS, SEGMENTS] = [2 ** 21, 1024, 1024, 4];

export const cases: BenchCase[] = [
  {
    name: `fft/spectrogram ${LENGTH} points, ${COLUMNS} columns of ${SEGMENTS} segments`,
    bytes: SAMPLES * 8 + COLUMNS * (2 * LENGTH + SEGMENTS) * 4,
    async create(device) {
      const memory = allocate(device);
      const hop = (SAMPLES - LENGTH) / (COLUMNS * SEGMENTS - 1);
      const starts = Uint32Array.from({ length: COLUMNS * SEGMENTS }, (_, s) => Math.floor(s * hop));
      const plan = await createSpectrogram(device, {
        length: LENGTH,
        source: listedSegments({
          samples: memory.storage("samples", SAMPLES * 8),
          starts: memory.constant("starts", starts),
        }),
        columns: COLUMNS,
        segments: SEGMENTS,
      });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
