import constellationKernel from "#shaders/telemetry/detection/constellation.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { DATA_BITS, KNOWN_BITS, PACKET_BITS } from "../packet.ts";
import { checkedCount, checkedInteger, groupOf } from "../../gpu/rows.ts";

const label = "detection/constellation";
const MOST_GROUP = 256;

/** Decision points of a packet: one per pair of data bits. */
export const PACKET_POINTS = DATA_BITS / 2;

export interface ConstellationConfig {
  /** Number of packets with symbols, an integer ≥ 1. */
  slots: number;
  /** De-rotated decision samples, vec2f [slot][6336]: even bits along the real axis, odd along the imaginary. */
  symbols: GPUBuffer | GPUBufferBinding;
  /** Points to keep per packet, 1 … 3072. */
  points: number;
}

export interface ConstellationPlan extends Plan {
  /** The first decision points of each packet's data: Re y(k), Im y(k+1) for k even, vec2f [slot][points]. */
  readonly points: GPUBuffer;
  /** Mean m of |x| and mean of (|x| − m)² over both parts of all points of the packet's data, vec2f [slot]. */
  readonly moments: GPUBuffer;
}

/**
 * Extracts data for constellation plots: some points, and the moments for scale and error vector magnitude.
 *
 * @throws RangeError when `slots` or `points` is out of range.
 */
export async function createConstellation(device: GPUDevice, config: ConstellationConfig): Promise<ConstellationPlan> {
  const GROUP = groupOf(device, MOST_GROUP);
  const { slots, symbols, points: kept } = config;
  checkedCount(label, "slots", slots);
  checkedInteger(label, "points", kept, 1, PACKET_POINTS);
  const constants = { GROUP, PAIRS: PACKET_BITS / 2, KNOWN: KNOWN_BITS / 2 };
  const memory = allocate(device);
  const points = memory.storage("points", slots * kept * 8);
  const moments = memory.storage("moments", slots * 8);
  const stage = await createStage(device, {
    label,
    wgsl: [constellationKernel],
    constants,
    resources: { symbols, points, moments, params: { points: kept } },
    groups: slots,
    memory,
  });
  return { ...stage, points, moments };
}
