import packet from "#shaders/telemetry/lib/packet.wgsl?raw";
import refineKernel from "#shaders/telemetry/preamble/refine.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { BLOCK_HOP, BLOCK_LEAD, BLOCK_PACKETS } from "../blocks.ts";
import { REACH, PREAMBLE_THRESHOLD } from "./chain.ts";
import { METRIC_LENGTH, METRIC_MARGIN } from "./metric.ts";
import { checkedRecordingSpan, type RecordingSpan } from "../page.ts";
import { NONE } from "./track.ts";
import { checkedCount } from "../../gpu/rows.ts";

const GROUP = 64;

export interface PacketRefinementConfig extends RecordingSpan {
  /** Blocks in the page. */
  blocks: number;
  /** T(n), f32 [block][METRIC_LENGTH]. */
  metric: GPUBuffer;
  /** Chains, i32 [1 + blocks]. */
  chains: GPUBuffer;
  /** Sample of the recording where packet 0 of the stream starts, negative before the recording; unknown if not given. */
  firstOffset?: number;
}

export interface PacketRefinement extends Plan {
  /**
   * Packet table, [slot] of 4 words (`lib/packet.wgsl`), 32 slots per block. A packet's index counts from the block's first
   * packet in the stream, 32 · block. If the first offset is unknown it is the slot's place in the block.
   */
  readonly packets: GPUBuffer;
  /** Takes effect for later submissions. */
  setPage(page: RecordingSpan): void;
  /** Takes effect for later submissions. */
  setFirstOffset(firstOffset: number | undefined): void;
}

/**
 * Moves each packet of a chain to the start with the largest T within ±4 samples, far from the peaks one period (32 samples) away.
 * It finds only packets that lie whole in the recording, and none that the previous block has found.
 *
 * @throws RangeError when `blocks` is not a positive integer, the page is impossible, or `firstOffset` is not an i32.
 */
export async function createPacketRefinement(
  device: GPUDevice,
  config: PacketRefinementConfig,
): Promise<PacketRefinement> {
  const label = "preamble/refine";
  const { metric, chains } = config;
  const slots = checkedCount(label, "blocks", config.blocks) * BLOCK_PACKETS;
  const offset = (firstOffset: number | undefined) => {
    if (firstOffset !== undefined && !(Number.isInteger(firstOffset) && Math.abs(firstOffset) < 2 ** 30)) {
      throw new RangeError(`${label}: firstOffset must be an integer of less than 2^30 samples, got ${firstOffset}`);
    }
    return firstOffset ?? NONE;
  };
  const params = { slots, ...checkedRecordingSpan(label, config), firstOffset: offset(config.firstOffset) };
  const constants = {
    GROUP,
    BLOCK_PACKETS,
    BLOCK_HOP,
    BLOCK_LEAD,
    PACKET_SAMPLES,
    METRIC_LENGTH,
    METRIC_MARGIN,
    REACH,
    THRESHOLD: PREAMBLE_THRESHOLD,
    NONE,
  };
  const memory = allocate(device);
  const packets = memory.storage("packets", slots * 16);
  const stage = await createStage(device, {
    label,
    wgsl: [refineKernel, packet],
    constants,
    resources: { metric, chains, packets, params },
    groups: Math.ceil(slots / GROUP),
    memory,
  });
  return {
    ...stage,
    packets,
    setPage: (page) => stage.set(checkedRecordingSpan(label, page)),
    setFirstOffset: (firstOffset) => stage.set({ firstOffset: offset(firstOffset) }),
  };
}
