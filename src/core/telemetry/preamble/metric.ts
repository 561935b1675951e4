import metricKernel from "#shaders/telemetry/preamble/metric.wgsl?raw";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { hasSmallStorage } from "../../gpu/small-storage.ts";
import type { Plan } from "../../gpu/timing.ts";
import { BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH } from "../blocks.ts";
import { type RecordingSpan } from "../page.ts";
import { checkedCount } from "../../gpu/rows.ts";

/** Invocations per workgroup, where its storage may be large and where it is small. */
const [USUAL_GROUP, SMALL_GROUP] = [128, 32];

/** Extra starts before and after a block's own: chains may extend this far over a block's border. */
export const METRIC_MARGIN = 72;
export const METRIC_LENGTH = BLOCK_HOP + 2 * METRIC_MARGIN;

export interface PreambleMetricConfig {
  /** Blocks in the page. */
  blocks: number;
  /** Received samples, vec2f [block][BLOCK_LENGTH]. */
  samples: GPUBuffer;
}

export interface PreambleMetric extends Plan {
  /** T(n), f32 [block][METRIC_LENGTH] in 0 … 1: start n = block · BLOCK_HOP − METRIC_MARGIN + index of the recording. */
  readonly metric: GPUBuffer;
  /**
   * Limits the computation to the starts within the recording of a page. Later starts are then undefined. Takes effect for later
   * submissions.
   */
  setPage(page: RecordingSpan): void;
}

/**
 * Computes the similarity of the 256 samples from n on to the eight periods of the preamble, independent of phase and power. It is
 * 1 for the waveform quantized to eight phases, about 1/32 in noise, and 0 without power. One period away, where seven of eight
 * periods agree, it still reaches about 0.9 of its peak. Source: (2.2) to (2.5), divided by the power.
 *
 * @throws RangeError when `blocks` is not a positive integer.
 */
export async function createPreambleMetric(device: GPUDevice, config: PreambleMetricConfig): Promise<PreambleMetric> {
  const label = "preamble/metric";
  const { samples } = config;
  const blocks = checkedCount(label, "blocks", config.blocks);
  const group = hasSmallStorage(device) ? SMALL_GROUP : USUAL_GROUP;
  /** Starts per workgroup. */
  const perGroup = 15 * group - 224;
  const constants = {
    GROUP: group,
    BLOCK_LENGTH,
    BLOCK_LEAD,
    METRIC_LENGTH,
    METRIC_MARGIN,
  };
  const kernel = await compile(device, { label, wgsl: [metricKernel], constants });
  const memory = allocate(device);
  const metric = memory.storage("preamble metric", blocks * METRIC_LENGTH * 4);
  const bound = kernel.bind({ samples, metric });
  let starts = METRIC_LENGTH;
  return {
    label,
    metric,
    setPage({ firstBlock, length }) {
      starts = Math.max(1, Math.min(METRIC_LENGTH, METRIC_MARGIN + length - firstBlock * BLOCK_HOP));
    },
    encode: (encoder, timestampWrites) =>
      bound.encode(encoder, [Math.ceil(starts / perGroup), blocks], timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
