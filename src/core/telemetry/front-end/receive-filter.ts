import { createOverlapSave } from "../../convolution/overlap-save.ts";
import type { Convolution } from "../../convolution/plan.ts";
import { kaiserBeta } from "../../filter-design/fir/kaiser.ts";
import { windowed } from "../../filter-design/fir/windowed.ts";
import { allocate } from "../../gpu/pool.ts";
import { BLOCK_LENGTH } from "../blocks.ts";
import { SAMPLE_RATE } from "../packet.ts";
import { checkedCount } from "../../gpu/rows.ts";

/** Samples that the filter reaches to either side. */
export const FILTER_REACH = 32;
const ATTENUATION_DB = 60;

export interface ReceiveFilterConfig {
  /** Blocks in the page. */
  blocks: number;
  /** Received samples, vec2f [block][BLOCK_LENGTH]. */
  samples: GPUBuffer;
  /** Two-sided, in MHz: more than 0, less than the sample rate. */
  bandwidth: number;
}

/**
 * Taps of the receive filter, real and symmetric about the middle one: a low-pass filter, 6 dB down at ± half of the
 * bandwidth, 60 dB down 0.6 MHz further out, with gain 1 at the carrier.
 *
 * @param bandwidth Two-sided, in MHz.
 * @throws RangeError when the bandwidth is not more than 0 and less than the sample rate.
 */
export function receiveFilterTaps(bandwidth: number): Float64Array {
  if (!(bandwidth > 0 && bandwidth < SAMPLE_RATE / 1e6)) {
    const most = SAMPLE_RATE / 1e6;
    throw new RangeError(
      `front-end/receive-filter: bandwidth must be more than 0 and less than ${most} MHz, got ${bandwidth}`,
    );
  }
  const design = { length: 2 * FILTER_REACH + 1, passZero: true, window: { kaiser: kaiserBeta(ATTENUATION_DB) } };
  return windowed({ ...design, cutoff: (1e6 * bandwidth) / SAMPLE_RATE });
}

/**
 * Filters a page of blocks without delay. The first and the last 32 samples of a block lack their neighbours; no packet
 * of the block reaches them.
 *
 * @returns The plan, its `output` vec2f [block][BLOCK_LENGTH].
 * @throws RangeError when `blocks` or the bandwidth is out of range.
 */
export async function createReceiveFilter(device: GPUDevice, config: ReceiveFilterConfig): Promise<Convolution> {
  const label = "front-end/receive-filter";
  const blocks = checkedCount(label, "blocks", config.blocks);
  const taps = receiveFilterTaps(config.bandwidth);
  const memory = allocate(device);
  const filters = memory.constant(
    "receive filter",
    Float32Array.from({ length: 2 * taps.length }, (_, i) => (i % 2 ? 0 : taps[i >> 1])),
  );
  const plan = await createOverlapSave(device, {
    signals: blocks,
    input: config.samples,
    inputStride: BLOCK_LENGTH,
    origin: 0,
    outputLength: BLOCK_LENGTH,
    decimation: 1,
    filters,
    shared: true,
    taps: taps.length,
    precursors: FILTER_REACH,
  });
  return {
    ...plan,
    label,
    destroy() {
      plan.destroy();
      memory.release();
    },
  };
}
