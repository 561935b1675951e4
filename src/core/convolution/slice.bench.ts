import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { PACKET_SAMPLES } from "../soqpsk/packet.ts";
import { createSlice } from "./slice.ts";

const rows = 1024;
const length = 16384;

export const cases: BenchCase[] = [
  {
    name: `convolution/slice ${rows} × ${PACKET_SAMPLES} samples into ${length}`,
    bytes: rows * (PACKET_SAMPLES + length) * 8,
    async create(device) {
      const memory = allocate(device);
      const input = memory.storage("samples", rows * PACKET_SAMPLES * 8);
      const sizes = { rows, inputStride: PACKET_SAMPLES, first: -100, outputLength: length };
      const plan = await createSlice(device, { ...sizes, input });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  },
];
