import type { BenchCase } from "../gpu/bench.ts";
import { BLOCK_BIT_ROWS, BLOCK_PACKETS } from "../preamble/blocks.ts";
import { createPacketBits } from "./bits.ts";
import { BATCH_PACKETS, PACKET_WORDS } from "./packet.ts";

const blocks = BATCH_PACKETS / BLOCK_PACKETS;

export const cases: BenchCase[] = (["random", "pn11"] as const).map((source) => ({
  name: `soqpsk/bits ${BATCH_PACKETS} packets, ${source}`,
  bytes: blocks * BLOCK_BIT_ROWS * PACKET_WORDS * 4,
  create: (device) => createPacketBits(device, { blocks, source, seed: 1 }),
}));
