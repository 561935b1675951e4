import historyKernel from "#shaders/flow/history.wgsl?raw";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount } from "../gpu/rows.ts";
import { fill } from "../gpu/submit.ts";
import type { Stage } from "../gpu/timing.ts";
import { type Page, SAMPLE_BYTES, type SampleKind } from "./block.ts";

/** Invocations per workgroup: a row in one step where that is possible, since steps wait for each other. */
const GROUPS = [64, 128, 256];

export interface HistoryConfig extends Page {
  /** Names the plan that it belongs to, e.g. "fir/direct". */
  label?: string;
  kind: SampleKind;
  /** Samples to keep of each signal; 0 keeps none. */
  history: number;
}

/** What a plan needs of the pages before. */
export interface History extends Stage {
  /** The last `history` samples of each signal before the page, float32 [signal][history], complex as pairs; zeros at first. */
  readonly buffer: GPUBuffer;
  /** Zeros again, for submissions to come. */
  reset(): void;
  destroy(): void;
}

/**
 * Keeps the end of each page for the next one: `encode` belongs after what reads `buffer`. By a kernel, since between passes a copy
 * takes longer.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createHistory(device: GPUDevice, config: HistoryConfig): Promise<History> {
  const { label = "flow/history", kind, signals, length, history, input } = config;
  checkedCount(label, "signals", signals);
  checkedCount(label, "length", length);
  if (!Number.isInteger(history) || history < 0) {
    throw new RangeError(`${label}: history must be an integer ≥ 0, got ${history}`);
  }
  const sampleBytes = SAMPLE_BYTES[kind];
  const bytes = signals * history * sampleBytes;
  const memory = allocate(device);
  const buffer = memory.storage(`${label}, history`, Math.max(4, bytes));
  const reset = () => {
    const encoder = device.createCommandEncoder({ label });
    encoder.clearBuffer(buffer);
    fill(device, encoder, [buffer]);
  };
  reset();
  if (history === 0) {
    return {
      label,
      buffer,
      reset,
      encode(encoder, timestampWrites) {
        // There is nothing to do, which an empty pass times.
        if (timestampWrites) encoder.beginComputePass({ label, timestampWrites }).end();
      },
      destroy: () => memory.release(),
    };
  }
  const words = sampleBytes / 4;
  const GROUP = GROUPS.find((group) => group >= history * words) ?? Math.max(...GROUPS);
  const kernel = await compile(device, { label: "flow/history", wgsl: [historyKernel], constants: { GROUP } });
  const params = { signals, length: length * words, history: history * words };
  const bound = kernel.bind({ input, history: buffer, params });
  const rows = Math.ceil(signals / device.limits.maxComputeWorkgroupsPerDimension);
  const groups = [Math.ceil(signals / rows), rows] as const;
  return {
    label,
    buffer,
    reset,
    encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}
