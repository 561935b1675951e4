import { batchCase, tiled } from "../gpu/bench.ts";
import { noise } from "../gpu/check.ts";
import { DOWN, UP } from "./if-filter.ts";
import { ifFrontEnd } from "./if-front-end.reference.ts";
import { createIfFrontEnd } from "./if-front-end.ts";

/** An eighth of the published batch, and samples per packet after the front end. */
const packets = 388;
const packetOutputs = 12_672;
const packetInputs = (packetOutputs / UP) * DOWN;

export const cases = [
  batchCase({
    name: `resampling/if-front-end ${packets} packets`,
    bytes: packets * packetOutputs * ((4 * DOWN) / UP + 8),
    published: { ms: 296 / 8, on: "Tesla K40c, an eighth of a batch" },
    batch: { jobs: 1, bytes: packets * packetInputs * 4 },
    async prepare(device, memory) {
      const capture = noise(1, packetInputs);
      const input = tiled(device, memory, "capture", capture, packets);
      const plan = await createIfFrontEnd(device, { length: packets * packetInputs, input });
      const expected = () => ifFrontEnd(Float64Array.from(capture));
      return { plan, check: { output: plan.baseband, row: 2 * packets * packetOutputs, width: 2, expected } };
    },
  }),
];
