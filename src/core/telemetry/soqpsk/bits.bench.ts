import { batchCase } from "../../gpu/bench.ts";
import { BLOCK_BIT_ROWS, BLOCK_FIRST_ROW, BLOCK_PACKETS } from "../blocks.ts";
import { blockBatch } from "../preamble/metric.bench.ts";
import { packetBits } from "./bits.float64.ts";
import { createPacketBits } from "./bits.ts";
import { BATCH_PACKETS, PACKET_WORDS } from "../packet.ts";

const blockWords = BLOCK_BIT_ROWS * PACKET_WORDS;
const seed = 1;

export const cases = (["random", "pn11"] as const).map((source) =>
  batchCase({
    name: `soqpsk/bits ${BATCH_PACKETS} packets, ${source}`,
    bytes: blockBatch.jobs * blockWords * 4,
    batch: { ...blockBatch, bytes: blockWords * 4 },
    async prepare(device, _, blocks) {
      const plan = await createPacketBits(device, { blocks, source, seed });
      const expected = (block: number) => {
        const words = new Uint32Array(PACKET_WORDS);
        const bits = packetBits(BLOCK_PACKETS * block - BLOCK_FIRST_ROW, { source, seed });
        for (const [k, bit] of bits.entries()) words[k >> 5] |= bit << (k & 31);
        return words;
      };
      return { plan, check: { output: plan.bits, words: true, row: blockWords, width: 1, expected } };
    },
  }),
);
