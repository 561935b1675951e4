import windowKernel from "#shaders/telemetry/estimation/window.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import packet from "#shaders/telemetry/lib/packet.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { lengthConstants } from "../../gpu/lengths.ts";
import { owning } from "../../gpu/owning.ts";
import type { Plan } from "../../gpu/timing.ts";
import { BLOCK_LENGTH, BLOCK_PACKETS, WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { inSlotRanges, partOf, type SlotRange } from "../slot-ranges.ts";
import { checkedSlots } from "../page.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import type { ReceiverBuffers } from "../buffers.ts";

/** Invocations that keep the whole window in their registers, 32 samples each. */
const GROUP = 512;
/** Samples in the registers of an invocation if there are fewer: 32 take 1.5 times as long on an H200, and 64 take 2.8 times as long. */
const MOST_OWN = 48;

interface Window extends Plan, Readonly<Pick<ReceiverBuffers, "window">> {}

/**
 * Cuts each packet out, removes its frequency offset with phase 0 at its start, and scales it to unit power.
 * Source: (2.8).
 *
 * @throws RangeError when `slots` is not a positive multiple of 8.
 */
export async function createWindow(
  device: GPUDevice,
  config: Pick<ReceiverBuffers, "slots" | "samples" | "packets" | "frequency">,
): Promise<Window> {
  const label = "estimation/window";
  const { samples, packets, frequency } = config;
  const slots = checkedSlots(label, config.slots);
  const { maxComputeInvocationsPerWorkgroup: most } = device.limits;
  const group = Math.min(GROUP, 2 ** Math.floor(Math.log2(most)));
  const own = Math.min(MOST_OWN, WINDOW_LENGTH / group);
  const constants = {
    GROUP: group,
    BLOCK_PACKETS,
    BLOCK_LENGTH,
    PACKET_SAMPLES,
    WINDOW_LENGTH,
    WINDOW_ORIGIN,
  };
  return owning(device, async ({ memory, stage }) => {
    const window = memory.storage("windows", slots * WINDOW_LENGTH * 8);
    const stages = await inSlotRanges(device, slots, (range) =>
      stage({
        label,
        wgsl: [windowKernel, complex, packet, phasor, lengthConstants({ OWN: own })],
        constants,
        resources: {
          samples: partOf(samples, blocksOf(range), (BLOCK_LENGTH * 8) / BLOCK_PACKETS),
          packets: partOf(packets, range, 16),
          frequency: partOf(frequency, range, 4),
          window: partOf(window, range, WINDOW_LENGTH * 8),
        },
        groups: range.slots,
      }),
    );
    return { ...stages, window };
  });
}

/** Returns the slots of whole blocks. */
const blocksOf = ({ first, slots }: SlotRange): SlotRange => ({
  first,
  slots: BLOCK_PACKETS * Math.ceil(slots / BLOCK_PACKETS),
});
