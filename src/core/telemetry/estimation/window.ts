import windowKernel from "#shaders/telemetry/estimation/window.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import packet from "#shaders/telemetry/lib/packet.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { BLOCK_LENGTH, BLOCK_PACKETS, WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { checkedSlots } from "../page.ts";
import { PACKET_SAMPLES } from "../packet.ts";

const GROUP = 256;

export interface WindowConfig {
  /** Slots in the page: a multiple of 8. */
  slots: number;
  /** Received samples, vec2f [block][BLOCK_LENGTH]. */
  samples: GPUBuffer;
  /** Packet table, [slot] of 4 words (`lib/packet.wgsl`). */
  packets: GPUBuffer;
  /** ω̂, f32 [slot], rad/sample. */
  frequency: GPUBuffer;
}

interface Window extends Plan {
  /**
   * r̃, vec2f [slot][16384]: the packet's sample 0 at index 200, of mean power 1 over its 12,672 samples, its neighbours'
   * samples before and after; zeros outside the recording and where no packet was found.
   */
  readonly window: GPUBuffer;
}

/**
 * Cuts each packet out, removes its frequency offset with phase 0 at its start, and scales it to unit power.
 * Source: (2.8).
 *
 * @throws RangeError when `slots` is not a positive multiple of 8.
 */
export async function createWindow(device: GPUDevice, config: WindowConfig): Promise<Window> {
  const label = "estimation/window";
  const { samples, packets, frequency } = config;
  const slots = checkedSlots(label, config.slots);
  const constants = { GROUP, BLOCK_PACKETS, BLOCK_LENGTH, PACKET_SAMPLES, WINDOW_LENGTH, WINDOW_ORIGIN };
  const memory = allocate(device);
  const window = memory.storage("windows", slots * WINDOW_LENGTH * 8);
  const stage = await createStage(device, {
    label,
    wgsl: [windowKernel, complex, packet, phasor],
    constants,
    resources: { samples, packets, frequency, window },
    groups: slots,
    memory,
  });
  return { ...stage, window };
}
