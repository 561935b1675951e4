import { batchCase, tiled } from "../../gpu/bench.ts";
import { testNormals } from "../../gpu/testing.ts";
import { overlapOf } from "./decoding.ts";
import { createViterbiStreamDecoder } from "./stream-decoder.ts";

const LENGTH = 2 ** 16;
/** LLRs of one stream; all streams have the same ones. */
const values = Float32Array.from(testNormals(1, 2 * LENGTH), (value) => 8 * value);

/** Many streams, and one alone. */
export const cases = [1024, 1].map((jobs) =>
  batchCase({
    name: `convolutional/stream-decoder ${jobs} × ${LENGTH}`,
    bytes: jobs * (8 * LENGTH + LENGTH / 8),
    batch: { jobs, bytes: 8 * LENGTH },
    async prepare(device, memory, streams) {
      const llr = tiled(device, memory, "received LLRs", values, streams);
      const config = { streams, length: LENGTH, llr, overlap: overlapOf("1/2") };
      return { plan: await createViterbiStreamDecoder(device, config) };
    },
  }),
);
