import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BLOCK_LENGTH, BLOCK_PACKETS } from "../preamble/blocks.ts";
import { BATCH_PACKETS } from "../soqpsk/packet.ts";
import { createImpairments } from "./impairments.ts";

const blocks = BATCH_PACKETS / BLOCK_PACKETS;

export const cases: BenchCase[] = [
  {
    name: `channel/impairments ${BATCH_PACKETS} packets`,
    bytes: 2 * blocks * BLOCK_LENGTH * 8,
    async create(device) {
      const memory = allocate(device);
      const samples = memory.storage("samples", blocks * BLOCK_LENGTH * 8);
      const page = { firstBlock: 0, length: 2 ** 31 };
      const impairments = { frequencyOffset: 0.01, phase: 0, noiseVariance: 0.1, seed: 1 };
      const plan = await createImpairments(device, { blocks, samples, ...page, ...impairments });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
