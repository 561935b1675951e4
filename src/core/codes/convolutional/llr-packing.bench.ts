import { batchCase, tiled } from "../../gpu/bench.ts";
import { testNormals } from "../../gpu/testing.ts";
import { createLlrPacking } from "./llr-packing.ts";

const LENGTH = 2 ** 27;
const values = Float32Array.from(testNormals(1, 2 ** 16), (value) => 4 * value);

export const cases = [
  batchCase({
    name: "convolutional/llr-packing 128 M LLRs",
    bytes: 4.5 * LENGTH,
    batch: { jobs: LENGTH, group: values.length, bytes: 4 },
    async prepare(device, memory, length) {
      const llr = tiled(device, memory, "LLRs", values, length / values.length);
      return { plan: await createLlrPacking(device, { llr, length, step: 1 }) };
    },
  }),
];
