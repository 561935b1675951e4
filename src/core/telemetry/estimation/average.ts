import averageKernel from "#shaders/telemetry/estimation/average.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import packet from "#shaders/telemetry/lib/packet.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { groupOf } from "../../gpu/rows.ts";
import { allocate } from "../../gpu/pool.ts";
import { BLOCK_PACKETS } from "../blocks.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { checkedSlots } from "../page.ts";
import type { ChannelEstimate } from "./channel.ts";
import { pilotColumns } from "./pilot.ts";
import { CHANNEL_TAPS } from "./span.ts";
import type { ReceiverBuffers } from "../buffers.ts";

const MOST_GROUP = 256;

/**
 * Averages the channel estimates and the noise variances of each block of 32 slots, for a channel that does not change. The
 * average has 15 dB less estimation noise than one packet's estimate.
 *
 * The block is the batch because blocks do not depend on each other: then results do not depend on the page, on where a
 * sweep stops, or on what was computed before. Each packet's estimate has its own carrier phase, and packets may be
 * found some samples early or late. So the estimates are first rotated to the first packet's phase and shifted to their mean lag. The
 * phase comes from the inner product of the two fits Xĥ. Out of band, where ĥ is noise, the pilot gives it no weight.
 *
 * @throws RangeError when `slots` is not a positive multiple of 8.
 */
export async function createAverageEstimate(
  device: GPUDevice,
  config: Pick<ReceiverBuffers, "slots" | "packets" | "impulse" | "noise">,
): Promise<ChannelEstimate> {
  const GROUP = groupOf(device, MOST_GROUP);
  const label = "estimation/average";
  const slots = checkedSlots(label, config.slots);
  const constants = { GROUP, BLOCK_PACKETS, PACKET_SAMPLES, TAPS: CHANNEL_TAPS };
  const memory = allocate(device);
  const gram = memory.constant("inner products of the pilot's columns", innerProducts(pilotColumns));
  // A workgroup writes a whole block.
  const blocks = Math.ceil(slots / BLOCK_PACKETS);
  const rows = blocks * BLOCK_PACKETS;
  const meanImpulse = memory.storage("average channel estimates", rows * CHANNEL_TAPS * 8);
  const meanNoise = memory.storage("average noise variances", rows * 4);
  const { packets, impulse, noise } = config;
  const stage = await createStage(device, {
    label,
    wgsl: [averageKernel, complex, packet],
    constants,
    resources: { packets, impulse, noise, gram, meanImpulse, meanNoise },
    groups: blocks,
    memory,
  });
  return { ...stage, impulse: meanImpulse, noise: meanNoise };
}

/** X†X as complex pairs, [row][column]. */
function innerProducts(columns: readonly Float64Array[]): Float32Array<ArrayBuffer> {
  return Float32Array.from(
    columns.flatMap((a) =>
      columns.flatMap((b) => {
        let [re, im] = [0, 0];
        for (let i = 0; i < a.length; i += 2) {
          re += a[i] * b[i] + a[i + 1] * b[i + 1];
          im += a[i] * b[i + 1] - a[i + 1] * b[i];
        }
        return [re, im];
      }),
    ),
  );
}
