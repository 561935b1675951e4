import metricKernel from "#shaders/telemetry/preamble/metric.wgsl?raw";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Stage } from "../../gpu/timing.ts";
import { BLOCK_HOP, BLOCK_LEAD, BLOCK_LENGTH } from "../blocks.ts";
import { checkedBlocks, type Page } from "../page.ts";

const GROUP = 256;
/** Starts that a workgroup serves. */
const STARTS = 7 * GROUP - 224;

/** Starts before and after a block's own at which the metric is known: chains may run that far over a block's border. */
export const METRIC_MARGIN = 72;
export const METRIC_LENGTH = BLOCK_HOP + 2 * METRIC_MARGIN;

export interface PreambleMetricConfig {
  /** Blocks in the page. */
  blocks: number;
  /** Received samples, vec2f [block][BLOCK_LENGTH]. */
  samples: GPUBuffer;
}

export interface PreambleMetric extends Stage {
  /** T(n), f32 [block][METRIC_LENGTH] in 0 … 1: start n = block · BLOCK_HOP − METRIC_MARGIN + index of the recording. */
  readonly metric: GPUBuffer;
  /**
   * Computes no more than the starts that lie in the recording of a page; what lies behind them is undefined then. Takes effect
   * for what is submitted afterwards.
   */
  setPage(page: Page): void;
  destroy(): void;
}

/**
 * How much the 256 samples from n on look like the eight periods of the preamble, whatever their phase and power:
 * 1 for the waveform quantized to eight phases itself, about 1/32 in noise, 0 where there is no power. One period off,
 * where seven of eight periods agree, it still reaches about 0.9 of its peak. Source: (2.2) to (2.5), over the power.
 *
 * @throws RangeError when `blocks` is not a positive integer.
 */
export async function createPreambleMetric(device: GPUDevice, config: PreambleMetricConfig): Promise<PreambleMetric> {
  const label = "preamble/metric";
  const { samples } = config;
  const blocks = checkedBlocks(label, config.blocks);
  const constants = {
    GROUP,
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
    encode: (encoder, timestampWrites) => bound.encode(encoder, [Math.ceil(starts / STARTS), blocks], timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
