import { packetTable, tiledWindow, tiledWindows, pageBatch } from "../estimation/window.bench.ts";
import { type BenchCase, batchCase } from "../../gpu/bench.ts";
import { WINDOW_LENGTH } from "../blocks.ts";
import { BATCH_PACKETS, PACKET_SAMPLES } from "../packet.ts";
import { createCmaDirect } from "./cma-direct.ts";
import { constantModulusTaps } from "./cma.reference.ts";
import type { Cma, CmaConfig } from "./descent.ts";
import { EQUALIZER_TAPS, PRECURSORS } from "./taps.ts";

/** Passes over a batch, by either form, from a centre spike. */
export function cmaCase(
  label: string,
  create: (device: GPUDevice, config: CmaConfig) => Promise<Cma>,
  passes: number,
  ms: number,
  batch = pageBatch,
): BenchCase {
  return batchCase({
    name: `${label} ${BATCH_PACKETS} packets, ${passes === 1 ? "one pass" : `${passes} passes`}`,
    bytes: passes * BATCH_PACKETS * (PACKET_SAMPLES + 3 * EQUALIZER_TAPS) * 8,
    published: { ms, on: "Tesla K40c" },
    batch,
    async prepare(device, memory, slots) {
      const packets = memory.constant("packets", packetTable(slots));
      const window = tiledWindows(device, memory, slots);
      const plan = await create(device, { slots, packets, window, passes });
      const spike = new Float64Array(2 * EQUALIZER_TAPS);
      spike[2 * PRECURSORS] = 1;
      const expected = (slot: number) => constantModulusTaps(tiledWindow(slot), spike, { passes }).taps;
      return { plan, check: { output: plan.taps, row: 2 * EQUALIZER_TAPS, width: 2, expected } };
    },
  });
}

/** This kernel reads the windows from one binding. */
const windowBatch = { ...pageBatch, bytes: WINDOW_LENGTH * 8 };

export const cases = [cmaCase("equalizer/cma-direct", createCmaDirect, 1, 421.3, windowBatch)];
