import type { BenchCase } from "../gpu/bench.ts";
import { allocate } from "../gpu/pool.ts";
import { WINDOW_LENGTH } from "../preamble/blocks.ts";
import { BATCH_PACKETS, PACKET_SAMPLES } from "../soqpsk/packet.ts";
import { createCmaDirect } from "./cma-direct.ts";
import type { Cma, CmaConfig } from "./descent.ts";
import { EQUALIZER_TAPS } from "./taps.ts";

/** One pass over a batch, by either form. */
export function cmaCase(
  label: string,
  create: (device: GPUDevice, config: CmaConfig) => Promise<Cma>,
  ms: number,
): BenchCase {
  return {
    name: `${label} ${BATCH_PACKETS} packets, one pass`,
    bytes: BATCH_PACKETS * (PACKET_SAMPLES + 3 * EQUALIZER_TAPS) * 8,
    published: { ms, on: "Tesla K40c" },
    async create(device) {
      const slots = BATCH_PACKETS;
      const memory = allocate(device);
      const packets = memory.constant("packets", new Uint32Array(4 * slots).fill(1));
      const window = memory.storage("windows", slots * WINDOW_LENGTH * 8);
      const plan = await create(device, { slots, packets, window, passes: 1 });
      const destroy = () => {
        plan.destroy();
        memory.release();
      };
      return { ...plan, destroy };
    },
  };
}

export const cases = [cmaCase("equalizer/cma-direct", createCmaDirect, 421.3)];
