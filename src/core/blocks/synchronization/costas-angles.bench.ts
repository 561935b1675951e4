import { batchCase } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { createCostasAngles } from "./costas-angles.ts";

const LENGTH = 2 ** 24;
/** Of the default bandwidth. */
const HALF = 8;

/** The angles have no error relative to an RMS: neighbours differ by a turn. The test compares them with float64. */
export const cases = [
  batchCase({
    name: `blocks/synchronization/costas-angles QPSK, ${LENGTH} complex`,
    bytes: 16 * LENGTH,
    async prepare(device, memory) {
      const plan = await createCostasAngles(device, {
        order: "4",
        weight: "amplitude",
        half: HALF,
        length: LENGTH,
        x: memory.constant("samples", noise(1, 2 * LENGTH)),
        count: memory.constant("count", Uint32Array.of(LENGTH)),
        recent: memory.constant("samples before", noise(2, 2 * (2 * HALF + 1))),
      });
      return { plan };
    },
  }),
];
