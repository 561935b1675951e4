import { type Batch, batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import type { Allocation } from "../../gpu/pool.ts";
import { BLOCK_LEAD, BLOCK_LENGTH, BLOCK_PACKETS, WINDOW_LENGTH } from "../blocks.ts";
import { BATCH_PACKETS, PACKET_SAMPLES } from "../packet.ts";
import { cutWindow } from "./window.float64.ts";
import { createWindow } from "./window.ts";

/** The thesis's batch in pages of the receiver. A page's samples fit one binding; its windows may take two. */
export const pageBatch: Batch = {
  jobs: BATCH_PACKETS,
  group: BLOCK_PACKETS,
  bytes: (BLOCK_LENGTH * 8) / BLOCK_PACKETS,
};

const windows = () => noise(1, BLOCK_PACKETS * WINDOW_LENGTH * 2);

/** Windows of noise, the same in every block. */
export function tiledWindows(device: GPUDevice, memory: Allocation, slots: number): GPUBuffer {
  return tiled(device, memory, "windows", windows(), slots / BLOCK_PACKETS);
}

export function tiledWindow(slot: number): Float64Array {
  return tiledRow(windows(), slot, 2 * WINDOW_LENGTH);
}

/** Sample of its block at which a slot's packet starts. */
export function startOf(slot: number): number {
  return BLOCK_LEAD + (slot % BLOCK_PACKETS) * PACKET_SAMPLES;
}

/** A table of packets, all of them found. */
export function packetTable(slots: number): Int32Array<ArrayBuffer> {
  return Int32Array.from({ length: 4 * slots }, (_, i) => {
    const slot = i >> 2;
    return [startOf(slot), 1, 1, slot % BLOCK_PACKETS][i & 3];
  });
}

const frequency = Math.fround(0.01);

export const cases = [
  batchCase({
    name: `estimation/window ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (2 * WINDOW_LENGTH * 8 + 20),
    batch: pageBatch,
    async prepare(device, memory, slots) {
      const block = noise(1, 2 * BLOCK_LENGTH);
      const plan = await createWindow(device, {
        slots,
        samples: tiled(device, memory, "samples", block, slots / BLOCK_PACKETS),
        packets: memory.constant("packets", packetTable(slots)),
        frequency: memory.constant("frequency", new Float32Array(slots).fill(frequency)),
      });
      const expected = (slot: number) => cutWindow(Float64Array.from(block), startOf(slot), frequency);
      return { plan, check: { output: plan.window, row: 2 * WINDOW_LENGTH, width: 2, expected } };
    },
  }),
];
