import { batchCase } from "../../gpu/bench.ts";
import { BATCH_PACKETS } from "../packet.ts";
import { CANDIDATES } from "./chain.ts";
import { blockBatch } from "./metric.bench.ts";
import { createChainTrack } from "./track.ts";

export const cases = [
  batchCase({
    name: `preamble/track ${BATCH_PACKETS} packets`,
    bytes: blockBatch.jobs * (CANDIDATES * 8 + 4),
    batch: { ...blockBatch, bytes: CANDIDATES * 8 },
    async prepare(device, memory, blocks) {
      const candidates = memory.constant("candidates", new Uint32Array(blocks * CANDIDATES * 2).fill(1));
      return { plan: await createChainTrack(device, { blocks, candidates }) };
    },
  }),
];
