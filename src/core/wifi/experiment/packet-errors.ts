import wifiFrame from "#shaders/wifi/lib/frame.wgsl?raw";
import packetErrorsKernel from "#shaders/wifi/experiment/packet-errors.wgsl?raw";
import type { Slot } from "../../channel/tapped-delay-line.ts";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, gridOf } from "../../gpu/rows.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { FrameTable } from "../frame-table.ts";
import { checkedLength } from "../frame/data-field.ts";

export interface PacketErrorsConfig extends Pick<FrameTable, "frames" | "counts"> {
  /** Slots per page, one packet in each. */
  slots: number;
  slot: Slot;
  /** Octets of a PSDU, 1 to 4095. */
  octets: number;
  /** PSDUs sent, u32 [slot][⌈octets/4⌉], octets little-endian; unused octets are 0. */
  sent: GPUBuffer;
  /** PSDUs received, u32; each from its frame's word firstWord on. */
  psdu: GPUBuffer;
}

export interface PacketErrors extends Plan {
  /** Wrong bits of each packet, u32 [slot]; {@link MISSED} if no frame was received in the slot. */
  readonly errors: GPUBuffer;
}

/** Stands for a packet that was not received. */
export const MISSED = 0xffffffff;

const LANES = 64;

/**
 * Counts the wrong bits of the packets in slots, for any table of frames. A slot's frame is the one that begins nearest to the packet.
 * A frame of another length has all bits wrong.
 *
 * @throws RangeError when a size is out of range.
 */
export async function createPacketErrors(device: GPUDevice, config: PacketErrorsConfig): Promise<PacketErrors> {
  const label = "wifi/experiment/packet-errors";
  const slots = checkedCount(label, "slots", config.slots);
  const octets = checkedLength(`${label}: octets`, config.octets);
  const constants = { LANES, OCTETS: octets };
  const memory = allocate(device);
  const errors = memory.storage("packet errors", slots * 4);
  const { frames, counts, sent, psdu, slot } = config;
  const params = { slots, slot: slot.length, lead: slot.lead };
  const groups = gridOf(device, slots);
  const stage = await createStage(device, {
    label,
    wgsl: [packetErrorsKernel, wifiFrame],
    constants,
    resources: { frames, counts, sent, psdu, errors, params },
    groups,
    memory,
  });
  return { ...stage, errors };
}
