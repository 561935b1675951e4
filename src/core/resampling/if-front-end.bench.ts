import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BATCH_PACKETS, PACKET_SAMPLES } from "../soqpsk/packet.ts";
import { DOWN, UP } from "./if-filter.ts";
import { createIfFrontEnd } from "./if-front-end.ts";

/** An eighth of a batch: 12,672 output samples are 128 · 448 input samples. */
const packets = BATCH_PACKETS / 8;

export const cases: BenchCase[] = [
  {
    name: `resampling/if-front-end ${packets} packets`,
    bytes: packets * PACKET_SAMPLES * ((4 * DOWN) / UP + 8),
    published: { ms: 296 / 8, on: "Tesla K40c, an eighth of a batch" },
    async create(device) {
      const length = packets * 128 * DOWN;
      const memory = allocate(device);
      const input = memory.storage("capture", length * 4);
      const plan = await createIfFrontEnd(device, { length, input });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
