import errorsKernel from "#shaders/telemetry/detection/errors.wgsl?raw";
import packet from "#shaders/telemetry/lib/packet.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { BLOCK_BIT_ROWS, BLOCK_FIRST_ROW, BLOCK_PACKETS, SLOT_STEP } from "../blocks.ts";
import { groupOf } from "../../gpu/rows.ts";
import { checkedSlots } from "../page.ts";
import { KNOWN_WORDS, PACKET_WORDS } from "../packet.ts";
import type { ReceiverBuffers } from "../buffers.ts";

/** Invocations per packet. */
const LANES = 32;

/** Value in the counts for a slot without a packet. */
export const NO_PACKET = 0xffffffff;

export interface ErrorCountConfig extends Pick<ReceiverBuffers, "slots" | "packets"> {
  /** Transmitted bits, u32 [block][36][198]. */
  bits: GPUBuffer;
  /** Decided bits, u32 [slot][198]. */
  decisions: GPUBuffer | GPUBufferBinding;
}

interface ErrorCount extends Plan {
  /** Errors among a packet's 6144 data bits, u32 [slot]; NO_PACKET if no packet was found. */
  readonly errors: GPUBuffer;
}

/**
 * Counts the bit errors of each packet, over data bits only.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8.
 */
export async function createErrorCount(device: GPUDevice, config: ErrorCountConfig): Promise<ErrorCount> {
  const { packets, bits, decisions } = config;
  const label = "detection/errors";
  const slots = checkedSlots(label, config.slots);
  const perGroup = Math.min(SLOT_STEP, Math.floor(groupOf(device, 256) / LANES));
  const constants = {
    GROUP: perGroup * LANES,
    WORDS: PACKET_WORDS,
    KNOWN: KNOWN_WORDS,
    BLOCK_PACKETS,
    BLOCK_ROWS: BLOCK_BIT_ROWS,
    FIRST_ROW: BLOCK_FIRST_ROW,
  };
  const memory = allocate(device);
  const errors = memory.storage("bit errors", slots * 4);
  const stage = await createStage(device, {
    label,
    wgsl: [errorsKernel, packet],
    constants,
    resources: { packets, bits, decisions, errors },
    groups: slots / perGroup,
    memory,
  });
  return { ...stage, errors };
}
