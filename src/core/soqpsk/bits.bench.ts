import { batchCase } from "../gpu/bench.ts";
import { BLOCK_BIT_ROWS } from "../preamble/blocks.ts";
import { blockBatch } from "../preamble/metric.bench.ts";
import { createPacketBits } from "./bits.ts";
import { BATCH_PACKETS, PACKET_WORDS } from "./packet.ts";

const blockBytes = BLOCK_BIT_ROWS * PACKET_WORDS * 4;

export const cases = (["random", "pn11"] as const).map((source) =>
  batchCase({
    name: `soqpsk/bits ${BATCH_PACKETS} packets, ${source}`,
    bytes: blockBatch.jobs * blockBytes,
    batch: { ...blockBatch, bytes: blockBytes },
    prepare: async (device, _, blocks) => ({ plan: await createPacketBits(device, { blocks, source, seed: 1 }) }),
  }),
);
