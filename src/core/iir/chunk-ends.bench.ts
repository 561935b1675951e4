import { batchCase } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { chunkEnds } from "./chunk-ends.reference.ts";
import { createChunkEnds } from "./chunk-ends.ts";
import { polar } from "../filter-design/complex.ts";

const LENGTH = 2 ** 24;
const CHUNK = 8192;
const poles = [0.9, 0.99, 0.999, 0.9999].map((radius, k) => polar(radius, 0.1 * (k + 1)));

export const cases = [
  batchCase({
    name: `iir/chunk-ends 4 poles, ${LENGTH} real samples, chunks of ${CHUNK}`,
    bytes: LENGTH * (4 + 32 / CHUNK),
    batch: { jobs: 1, bytes: LENGTH * 4 },
    async prepare(device, memory, signals) {
      const x = noise(1, LENGTH);
      const input = memory.constant("samples", x);
      const plan = await createChunkEnds(device, { kind: "real", signals, length: LENGTH, input, poles, chunk: CHUNK });
      const expected = () => {
        const first = Float64Array.from(x.subarray(0, 2 ** 20));
        const ends = poles.map((pole) => chunkEnds(first, pole, CHUNK));
        return ends[0].flatMap((_, c) => [...ends.map((of) => of[c].re), ...ends.map((of) => of[c].im)]);
      };
      return { plan, check: { output: plan.ends, row: (LENGTH / CHUNK) * 8, width: 1, expected } };
    },
  }),
];
