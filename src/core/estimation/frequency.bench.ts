import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BLOCK_LENGTH, BLOCK_PACKETS } from "../preamble/blocks.ts";
import { BATCH_PACKETS } from "../soqpsk/packet.ts";
import { createFrequencyEstimate } from "./frequency.ts";

export const cases: BenchCase[] = [
  {
    name: `estimation/frequency ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (192 * 8 + 16 + 4),
    published: { ms: 18, on: "Tesla K40c, all estimators" },
    async create(device) {
      const slots = BATCH_PACKETS;
      const memory = allocate(device);
      const samples = memory.storage("samples", (slots / BLOCK_PACKETS) * BLOCK_LENGTH * 8);
      const packets = memory.constant("packets", new Int32Array(slots * 4).fill(1));
      const plan = await createFrequencyEstimate(device, { slots, samples, packets, averaging: "packet" });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
