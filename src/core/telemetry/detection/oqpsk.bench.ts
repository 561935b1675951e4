import { packetTable } from "../estimation/window.bench.ts";
import { batchCase, tiled, tiledRow } from "../../gpu/bench.ts";
import { noise } from "../../gpu/check.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { knownBits } from "../soqpsk/known-bits.ts";
import { BATCH_PACKETS, PACKET_BITS, PACKET_WORDS } from "../packet.ts";
import { detectOqpsk } from "./oqpsk.float64.ts";
import { createOqpskDetector, SET_BUFFERS } from "./oqpsk.ts";
import { loopGains } from "./loop.ts";
import { PHASE_LENGTH, PHASE_PAIRS } from "./phase-trace.ts";

const [cos, sin] = [Math.cos(0.3), Math.sin(0.3)];

/** A block's packets: known bits, then random bits, crosstalk between the axes, and a phase offset for the loop. */
function received(): Float32Array<ArrayBuffer> {
  const y = noise(1, BLOCK_PACKETS * 2 * PACKET_BITS);
  for (let i = 0; i < y.length / 2; i++) {
    const bit = (knownBits[i % PACKET_BITS] ?? Number(y[2 * i] > 0)) * 2 - 1;
    const cross = 0.2 * y[2 * i + 1];
    const [re, im] = i % 2 ? [cross, bit] : [bit, cross];
    y.set([re * cos - im * sin, re * sin + im * cos], 2 * i);
  }
  return y;
}

/** The packets behind some equalizers, in as many buffers as a kernel reads. The first set is checked. */
const detectionCase = (sets: number) => {
  const held = Math.ceil(sets / SET_BUFFERS);
  return batchCase({
    name: `detection/oqpsk ${sets > 1 ? `${sets} × ` : ""}${BATCH_PACKETS} packets`,
    bytes: BATCH_PACKETS * (sets * (PACKET_BITS * 8 + PACKET_WORDS * 4 + PHASE_LENGTH * 4) + 16),
    published: { ms: 14 * sets, on: "Tesla K40c" },
    batch: { jobs: BATCH_PACKETS, group: BLOCK_PACKETS, bytes: held * PACKET_BITS * 8 },
    async prepare(device, memory, slots) {
      const block = received();
      const packets = memory.constant("packets", packetTable(slots));
      const matched = Array.from({ length: sets / held }, () =>
        tiled(device, memory, "matched", block, (held * slots) / BLOCK_PACKETS),
      );
      const plan = await createOqpskDetector(device, { slots, packets, matched, sets, held });
      const expected = (slot: number) => {
        const { theta } = detectOqpsk(tiledRow(block, slot, 2 * PACKET_BITS), loopGains());
        return theta.filter((_, pair) => pair % PHASE_PAIRS === 0);
      };
      return { plan, check: { output: plan.decided[0].phase.buffer, row: PHASE_LENGTH, width: 1, expected } };
    },
  });
};

export const cases = [detectionCase(1), detectionCase(6)];
