import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { BLOCK_LEAD, BLOCK_LENGTH, BLOCK_PACKETS, WINDOW_LENGTH } from "../preamble/blocks.ts";
import { BATCH_PACKETS, PACKET_SAMPLES } from "../soqpsk/packet.ts";
import { createWindow } from "./window.ts";

export const cases: BenchCase[] = [
  {
    name: `estimation/window ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (2 * WINDOW_LENGTH * 8 + 20),
    async create(device) {
      const slots = BATCH_PACKETS;
      const memory = allocate(device);
      const row = new Float32Array(2 * BLOCK_LENGTH).fill(1);
      const samples = memory.storage("samples", (slots / BLOCK_PACKETS) * row.byteLength);
      for (let block = 0; block < slots / BLOCK_PACKETS; block++) {
        device.queue.writeBuffer(samples, block * row.byteLength, row);
      }
      const table = new Int32Array(slots * 4).fill(1);
      for (let slot = 0; slot < slots; slot++) table[4 * slot] = BLOCK_LEAD + (slot % BLOCK_PACKETS) * PACKET_SAMPLES;
      const packets = memory.constant("packets", table);
      const frequency = memory.constant("frequency", new Float32Array(slots).fill(0.01));
      const plan = await createWindow(device, { slots, samples, packets, frequency });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
