import frequencyKernel from "#shaders/telemetry/estimation/frequency.wgsl?raw";
import angle from "#shaders/lib/angle.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import packet from "#shaders/telemetry/lib/packet.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { BLOCK_LENGTH, BLOCK_PACKETS } from "../blocks.ts";
import { checkedSlots } from "../page.ts";
import type { ReceiverBuffers } from "../buffers.ts";
import { checkedChoice, groupOf } from "../../gpu/rows.ts";

const MOST_GROUP = 256;

/**
 * "packet": each packet is de-rotated by its own estimate. "batch": by the mean over the batch it belongs to, as the
 * original does; the batch is the block of 32 slots, so that results do not depend on the page.
 */
export type Averaging = "packet" | "batch";

export interface FrequencyEstimateConfig extends Pick<ReceiverBuffers, "slots" | "samples" | "packets"> {
  averaging: Averaging;
}

export interface FrequencyEstimate extends Plan, Readonly<Pick<ReceiverBuffers, "frequency">> {}

/**
 * Frequency offset from the phase between periods of the preamble. In white noise its error is 1.1e-3 / 5.7e-4 rad/sample
 * RMS at Eb/N0 = 6 / 10 dB; averaged over 32 packets it is a sixth of that. Source: (2.7).
 *
 * @throws RangeError when `slots` is not a positive multiple of 8 or `averaging` is neither "packet" nor "batch".
 */
export async function createFrequencyEstimate(
  device: GPUDevice,
  config: FrequencyEstimateConfig,
): Promise<FrequencyEstimate> {
  const GROUP = groupOf(device, MOST_GROUP);
  const label = "estimation/frequency";
  const { samples, packets, averaging } = config;
  const slots = checkedSlots(label, config.slots);
  checkedChoice(label, "averaging", averaging, ["packet", "batch"]);
  const constants = { GROUP, BLOCK_PACKETS, BLOCK_LENGTH, AVERAGE: Number(averaging === "batch") };
  const memory = allocate(device);
  const blocks = Math.ceil(slots / BLOCK_PACKETS);
  const frequency = memory.storage("frequency offsets", blocks * BLOCK_PACKETS * 4);
  const stage = await createStage(device, {
    label,
    wgsl: [frequencyKernel, angle, complex, packet],
    constants,
    resources: { samples, packets, frequency },
    groups: blocks,
    memory,
  });
  return { ...stage, frequency };
}
