import { type BenchCase, batchCase, tiled } from "../../gpu/bench.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import type { Decided } from "../detection/decided.ts";
import { loopGains } from "../detection/loop.ts";
import { packetTable } from "../estimation/window.bench.ts";
import type { Plan } from "../../gpu/timing.ts";
import { BATCH_PACKETS, PACKET_BITS, PACKET_WORDS } from "../packet.ts";
import { leastMeanSquares } from "./lms.reference.ts";
import { createLms } from "./lms.ts";
import { ADAPTIVE_SAMPLES } from "./taps.ts";
import { filteredPacket } from "./testing.ts";

const packets = Array.from({ length: 4 }, (_, seed) => filteredPacket(seed, 4e-4, 0.15).x);

/** A batch of four packets over and over, decided by an equalizer that follows its decisions. */
export function adaptationCase(
  name: string,
  create: (
    device: GPUDevice,
    inputs: { slots: number; packets: GPUBuffer; filtered: GPUBuffer },
  ) => Promise<Plan & Decided>,
  expected: (x: Float64Array) => readonly number[],
): BenchCase {
  return batchCase({
    name: `${name} ${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (ADAPTIVE_SAMPLES * 8 + PACKET_WORDS * 4),
    batch: { jobs: BATCH_PACKETS, group: BLOCK_PACKETS, bytes: ADAPTIVE_SAMPLES * 8 },
    async prepare(device, memory, slots) {
      const samples = Float32Array.from(packets.flatMap((x) => [...x]));
      const filtered = tiled(device, memory, "filtered packets", samples, slots / packets.length);
      const table = memory.constant("packets", packetTable(slots));
      const plan = await create(device, { slots, packets: table, filtered });
      const check = { output: plan.decisions, words: true, row: PACKET_WORDS, width: 1 } as const;
      return {
        plan,
        check: { ...check, expected: (slot: number) => packed(expected(packets[slot % packets.length])) },
      };
    },
  });
}

/** Bits as words. */
export const packed = (bits: readonly number[]) =>
  Array.from({ length: PACKET_BITS / 32 }, (_, word) => {
    return bits.slice(32 * word, 32 * word + 32).reduce((sum, bit, k) => sum + bit * 2 ** k, 0);
  });

const [step, loop] = [0.002, loopGains()];

export const cases = [
  adaptationCase(
    "equalizer/lms",
    (device, inputs) => createLms(device, { ...inputs, step }),
    (x) => leastMeanSquares(x, { step, loop }).bits,
  ),
];
