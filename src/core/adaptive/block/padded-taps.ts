import paddedKernel from "#shaders/adaptive/block/padded-taps.wgsl?raw";
import { allocate } from "../../gpu/pool.ts";
import { checkedInteger } from "../../gpu/rows.ts";
import { createStage } from "../../gpu/stage.ts";
import type { Plan } from "../../gpu/timing.ts";
import type { ReceivedBatch } from "../batch.ts";

export interface PaddedTaps extends Plan {
  /** Complex f32, [packet][N] if each packet has its channel, else [1][N]. */
  readonly padded: GPUBuffer;
  channels: number;
}

const GROUP = 64;

/**
 * Creates the taps of a batch's channels with zeros up to N, for their transforms.
 *
 * @throws RangeError when a channel has more than N taps.
 */
export async function createPaddedTaps(
  device: GPUDevice,
  { packets, taps, hasOwnTaps, tapCount }: Pick<ReceivedBatch, "packets" | "taps" | "hasOwnTaps" | "tapCount">,
  length: number,
): Promise<PaddedTaps> {
  const label = "adaptive/padded-taps";
  checkedInteger(label, "tapCount", tapCount, 1, length);
  const channels = hasOwnTaps ? packets : 1;
  const memory = allocate(device);
  const padded = memory.storage("responses", 8 * length * channels);
  const stage = await createStage(device, {
    label,
    wgsl: [paddedKernel],
    constants: { GROUP, LENGTH: length, TAPS: tapCount },
    resources: { taps, padded, params: { channels } },
    groups: [Math.ceil(length / GROUP), channels],
    memory,
  });
  return { ...stage, padded, channels };
}
