import tapResponseKernel from "#shaders/channel/tap-response.wgsl?raw";
import complex from "#shaders/lib/complex.wgsl?raw";
import phasor from "#shaders/lib/phasor.wgsl?raw";
import { createStage } from "../gpu/stage.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount, gridOf } from "../gpu/rows.ts";
import type { Plan } from "../gpu/timing.ts";
import type { TapGains } from "./tapped-delay-line.ts";

export interface TapResponseConfig extends TapGains {
  packets: number;
  /** Bins of the transform, a power of 2 from 2 to 256. */
  bins: number;
  /** Instants per packet at which the response is wanted. */
  instants: number;
  /** Sample of a slot at a packet's first instant, and samples from one instant to the next; both may have fractions. */
  first: number;
  distance: number;
  /** Delay of tap 0 in samples at the first instant, and its growth from one instant to the next. */
  delay: number;
  drift: number;
}

export interface TapResponse extends Plan {
  /** vec2f [packet][instant][bin]. */
  readonly response: GPUBuffer;
}

/**
 * Returns the true frequency response of packets' taps, H[k] = Σ g·e^{−j2πk·delay/bins}, at equally spaced instants.
 *
 * @throws RangeError when a size is out of range.
 */
export async function createTapResponse(device: GPUDevice, config: TapResponseConfig): Promise<TapResponse> {
  const label = "channel/tap-response";
  const { gains, shared = false, moving = { instants: 1, spacing: 1 }, bins, first, distance, delay, drift } = config;
  const taps = checkedCount(label, "taps", config.taps);
  const perPacket = checkedCount(label, "instants", config.instants);
  const rows = checkedCount(label, "packets", config.packets) * perPacket;
  if (!Number.isInteger(Math.log2(bins)) || bins < 2 || bins > 256) {
    throw new RangeError(`${label}: bins must be a power of 2 from 2 to 256, got ${bins}`);
  }
  const gridded = { TAPS: taps, INSTANTS: moving.instants, SPACING: moving.spacing, SHARED: Number(shared) };
  const constants = { BINS: bins, ...gridded };
  const memory = allocate(device);
  const response = memory.storage("true responses", rows * bins * 8);
  const groups = gridOf(device, rows);
  const stage = await createStage(device, {
    label,
    wgsl: [tapResponseKernel, complex, phasor],
    constants,
    resources: { gains, output: response, params: { rows, perPacket, first, distance, delay, drift } },
    groups,
    memory,
  });
  return { ...stage, response };
}
