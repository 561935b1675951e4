import { batchCase, tiled } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { BLOCK_BIT_ROWS, BLOCK_FIRST_ROW, BLOCK_HOP } from "../blocks.ts";
import { blockBatch } from "../preamble/metric.bench.ts";
import { modulate } from "./modulator.float64.ts";
import { createModulator } from "./modulator.ts";
import { BATCH_PACKETS, PACKET_BITS, PACKET_SAMPLES, PACKET_WORDS } from "../packet.ts";
import { PULSE_LEAD } from "./pulse.ts";

const blockWords = BLOCK_BIT_ROWS * PACKET_WORDS;
/** Checked samples per block. */
const CHECKED = 4096;

/** A block's bits, packed. */
export const bitWords = new Uint32Array(noise(1, blockWords).buffer);

/** Bits of packets, from `first` to before `end`: 0 or 1. */
export function bitsOf(words: Uint32Array, first: number, end: number): Uint8Array {
  return Uint8Array.from({ length: (end - first) * PACKET_BITS }, (_, i) => {
    const k = first * PACKET_BITS + i;
    return (words[k >> 5] >>> (k & 31)) & 1;
  });
}

export const cases = [
  batchCase({
    name: `soqpsk/modulator ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * PACKET_SAMPLES * 8 + blockBatch.jobs * blockWords * 4,
    batch: { ...blockBatch, bytes: BLOCK_HOP * 8 },
    async prepare(device, memory, blocks) {
      const plan = await createModulator(device, { blocks, bits: tiled(device, memory, "bits", bitWords, blocks) });
      // From the previous packet on, because its last pulses extend into the block.
      const bits = bitsOf(bitWords, BLOCK_FIRST_ROW - 1, BLOCK_FIRST_ROW + 1);
      const expected = () => modulate(bits, (PACKET_SAMPLES + PULSE_LEAD) / 2, CHECKED);
      return { plan, check: { output: plan.samples, row: 2 * BLOCK_HOP, width: 2, expected } };
    },
  }),
];
