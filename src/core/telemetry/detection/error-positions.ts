import errorsKernel from "#shaders/telemetry/detection/error-positions.wgsl?raw";
import packet from "#shaders/telemetry/lib/packet.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { BLOCK_BIT_ROWS, BLOCK_FIRST_ROW, BLOCK_PACKETS } from "../blocks.ts";
import { checkedSlots } from "../page.ts";
import { PACKET_WORDS } from "../packet.ts";
import type { ErrorCountConfig } from "./errors.ts";

const GROUP = 64;

export interface ErrorPositions extends Plan {
  /** Errors of all packets found, per 32 bits of the packet with its known bits, u32 [198]. */
  readonly errors: GPUBuffer;
}

/**
 * Counts bit errors by their position in the packet, over all packets found.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8.
 */
export async function createErrorPositions(device: GPUDevice, config: ErrorCountConfig): Promise<ErrorPositions> {
  const { packets, bits, decisions } = config;
  const label = "detection/error-positions";
  const slots = checkedSlots(label, config.slots);
  const constants = {
    GROUP,
    WORDS: PACKET_WORDS,
    BLOCK_PACKETS,
    BLOCK_ROWS: BLOCK_BIT_ROWS,
    FIRST_ROW: BLOCK_FIRST_ROW,
  };
  const memory = allocate(device);
  const errors = memory.storage("errors by place", PACKET_WORDS * 4);
  const stage = await createStage(device, {
    label,
    wgsl: [errorsKernel, packet],
    constants,
    resources: { packets, bits, decisions, errors, params: { slots } },
    groups: Math.ceil(PACKET_WORDS / GROUP),
    memory,
  });
  return { ...stage, errors };
}
