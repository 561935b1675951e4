import { batchCase, tiled } from "../../gpu/bench.ts";
import { testNormals } from "../../gpu/testing.ts";
import { overlapOf } from "./decoding.ts";
import { createPackedViterbiStreamDecoder } from "./packed-stream-decoder.ts";

/** Stages that are different; longer streams repeat them. */
const DISTINCT = 2 ** 16;
/** 4-bit LLRs of random sizes, a byte per stage. */
const bytes = Uint8Array.from({ length: DISTINCT }, (_, i) => i);
const levels = testNormals(1, 2 * DISTINCT);
for (let i = 0; i < DISTINCT; i++) {
  const [a, b] = [2 * i, 2 * i + 1].map((k) => Math.max(-7, Math.min(7, Math.round(4 * levels[k]))) & 15);
  bytes[i] = a | (b << 4);
}

/** Many streams, one long stream, and one short page alone. */
const sizes = [
  { streams: 1024, length: DISTINCT },
  { streams: 1, length: 2 ** 27 },
  { streams: 1, length: DISTINCT },
];

export const cases = sizes.map(({ streams: jobs, length }) =>
  batchCase({
    name: `convolutional/packed-stream-decoder ${jobs} × ${length}`,
    bytes: jobs * (length + length / 8),
    batch: { jobs, bytes: length },
    async prepare(device, memory, streams) {
      const llr = tiled(device, memory, "4-bit LLRs", bytes, (streams * length) / DISTINCT);
      const config = { streams, length, llr, overlap: overlapOf("1/2") };
      return { plan: await createPackedViterbiStreamDecoder(device, config) };
    },
  }),
);
