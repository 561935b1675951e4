import oqpskKernel from "#shaders/telemetry/detection/oqpsk.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import packet from "#shaders/telemetry/lib/packet.wgsl?raw";
import phaseLoop from "#shaders/telemetry/lib/phase-loop.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { checkedSlots } from "../page.ts";
import { type Decided, decidedBuffers } from "./decided.ts";
import { type LoopGains, loopGains } from "./loop.ts";
import { knownWords } from "../soqpsk/known-bits.ts";
import { KNOWN_BITS, PACKET_WORDS } from "../packet.ts";
import type { ReceiverBuffers } from "../buffers.ts";
import { checkedInteger } from "../../gpu/rows.ts";

const label = "detection/oqpsk";

export interface OqpskConfig extends Pick<ReceiverBuffers, "slots" | "packets"> {
  /** Output of the detection filter, one complex sample per bit, vec2f [slot][6336]. */
  matched: GPUBuffer;
  /** Default: `loopGains()`. */
  loop?: LoopGains;
}

/** Its symbols belong to the block that `show` chose. */
export interface OqpskDetector extends Plan, Decided {
  /** Takes effect for later submissions. */
  setLoop(gains: LoopGains): void;
  /** The block of the page whose symbols are kept; 0 at first. Takes effect for later submissions. */
  show(block: number): void;
}

/**
 * Decides the bits of each packet, with a phase-locked loop that starts at θ = 0 and follows the 192 known bits, then
 * its own decisions. Bit k is +1 where Re (k even) or Im (k odd) of y(k)·e^{−jθ} is positive.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8, a gain is not a number ≥ 0, or `show` gets a block that
 *   the page does not have.
 */
export async function createOqpskDetector(device: GPUDevice, config: OqpskConfig): Promise<OqpskDetector> {
  const { packets, matched, loop = loopGains() } = config;
  const slots = checkedSlots(label, config.slots);
  checkGains(label, loop);
  const constants = { TILES: PACKET_WORDS, KNOWN_TILES: KNOWN_BITS / 32 };
  const memory = allocate(device);
  // A workgroup works on a whole block. Its results for slots after the last one belong to no packet.
  const blocks = Math.ceil(slots / BLOCK_PACKETS);
  const rows = blocks * BLOCK_PACKETS;
  const known = memory.constant("known bits", Uint32Array.from(knownWords));
  const decided = decidedBuffers(memory, rows);
  const params = { k1: loop.k1, k2: loop.k2, shown: 0 };
  const stage = await createStage(device, {
    label,
    wgsl: [oqpskKernel, complex, packet, phaseLoop],
    constants,
    resources: { packets, known, matched, ...decided, params },
    groups: blocks,
    memory,
  });
  return {
    ...stage,
    ...decided,
    setLoop(gains) {
      checkGains(label, gains);
      stage.set({ k1: gains.k1, k2: gains.k2 });
    },
    show(block) {
      checkedInteger(label, "shown block", block, 0, blocks - 1);
      stage.set({ shown: block });
    },
  };
}

/** @throws RangeError for a gain that is not a number ≥ 0. */
export function checkGains(label: string, { k1, k2 }: LoopGains): void {
  for (const [name, gain] of Object.entries({ k1, k2 })) {
    if (!Number.isFinite(gain) || gain < 0) throw new RangeError(`${label}: ${name} must be a number ≥ 0, got ${gain}`);
  }
}
