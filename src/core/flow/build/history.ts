import historyKernel from "#shaders/flow/build/history.wgsl?raw";
import complexSamples from "#shaders/flow/lib/history-complex.wgsl?raw";
import realSamples from "#shaders/flow/lib/history-real.wgsl?raw";
import words from "#shaders/flow/lib/history-words.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, groupOf } from "../../gpu/rows.ts";
import { clear } from "../../gpu/submit.ts";
import type { Plan } from "../../gpu/timing.ts";
import { SAMPLE_BYTES, type SampleKind } from "../graph/block.ts";
import { type JoinedPage, loadStep } from "./joined-page.ts";

/** Invocations per workgroup. Steps wait for each other, so a row is shifted in one step if possible. */
const GROUPS = [64, 128, 256];

export interface HistoryConfig extends Omit<JoinedPage, "store"> {
  /** Name of its plan, e.g. "fir/direct". */
  label?: string;
  kind: SampleKind;
  /** Samples to keep of each signal; 0 keeps none. */
  history: number;
  /** The samples of each signal in a page, u32 at offset 0, where the GPU decides the number; at most `length`. */
  count?: GPUBuffer;
}

/** The end of the previous pages, for a plan. */
export interface History extends Plan {
  /**
   * The last `history` samples of each signal before the page, float32 [signal][history], complex as pairs. Zeros at
   * first.
   */
  readonly buffer: GPUBuffer;
  /** Sets it to zeros for later submissions. */
  reset(): void;
}

/**
 * Keeps the end of each page for the next one. Call `encode` after all reads of `buffer`. It uses a kernel, because a
 * copy between passes takes longer.
 *
 * @throws RangeError for a size out of its range.
 */
export async function createHistory(device: GPUDevice, config: HistoryConfig): Promise<History> {
  const { label = "flow/history", kind, signals, length, history, input, count } = config;
  checkedCount(label, "signals", signals);
  checkedCount(label, "length", length);
  if (!Number.isInteger(history) || history < 0) {
    throw new RangeError(`${label}: history must be an integer ≥ 0, got ${history}`);
  }
  const sampleBytes = SAMPLE_BYTES[kind];
  const bytes = signals * history * sampleBytes;
  const memory = allocate(device);
  const buffer = memory.storage(`${label}, history`, Math.max(4, bytes));
  const reset = () => clear(device, label, [buffer]);
  reset();
  if (history === 0) {
    return {
      label,
      buffer,
      reset,
      encode(encoder, timestampWrites) {
        // There is no work; an empty pass writes the timestamps.
        if (timestampWrites) encoder.beginComputePass({ label, timestampWrites }).end();
      },
      destroy: () => memory.release(),
    };
  }
  const sampleWords = sampleBytes / 4;
  const GROUP = groupOf(device, GROUPS.find((group) => group >= history * sampleWords) ?? Math.max(...GROUPS));
  const load = loadStep(input, words);
  // A step computes samples; a page in a buffer is copied as it is.
  const samples = load === input ? [kind === "real" ? realSamples : complexSamples] : [];
  const wgsl = [historyKernel, ...samples, ...load.wgsl];
  const rows = Math.ceil(signals / device.limits.maxComputeWorkgroupsPerDimension);
  const groups = [Math.ceil(signals / rows), rows] as const;
  const stage = await createStage(device, {
    label: "flow/history",
    wgsl,
    constants: { GROUP },
    resources: {
      count: count ?? memory.constant(`${label}, samples`, Uint32Array.of(length)),
      history: buffer,
      params: { signals, length: length * sampleWords, history: history * sampleWords, words: sampleWords },
      ...load.resources,
    },
    groups,
    memory,
  });
  return { ...stage, label, buffer, reset };
}
