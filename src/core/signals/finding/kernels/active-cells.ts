import activeCells from "#shaders/signals/finding/kernels/active-cells.wgsl?raw";
import segmentFrames from "#shaders/signals/finding/kernels/lib/segment-frames.wgsl?raw";
import type { UniformStruct } from "../../../gpu/kernel.ts";
import { allocate } from "../../../gpu/pool.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";
import { LONG_FRAMES, type Thresholds } from "../regions.ts";
import { wordsPerRow } from "../connected-runs.ts";

const MOST_GROUP = 64;
/** Frames of a workgroup: of a long block. */
const FRAMES = LONG_FRAMES;

/** Bytes of the counts: active cells; those that hold a short, and a long block over its threshold; and two frames. */
export const COUNT_BYTES = 20;

/** What a grid holds besides lines. */
export interface Activity {
  /** Active cells. */
  cells: number;
  /** Those that hold a short, and a long block over its threshold. */
  short: number;
  long: number;
  /** Frames [first, end) of such blocks: of their middles. Undefined if there are none. */
  during?: readonly [first: number, end: number];
}

export interface ActiveCells extends Plan {
  /** u32 [frame][active, short, long][word]: a bit per bin. */
  readonly bits: GPUBuffer;
  /** As {@link activityOf} reads them. */
  readonly counts: GPUBuffer;
  /** Returns what the counts of a grid tell. */
  activityOf(counts: Uint32Array): Activity;
}

/** @param most Most frames of the grid. @param ratios [frame][bin]. */
export async function createActiveCells(
  device: GPUDevice,
  {
    frames,
    most,
    bins,
    isShort,
    thresholds,
    ratios,
    lineOf,
    means,
  }: {
    frames: UniformStruct;
    most: number;
    bins: number;
    isShort: boolean;
    thresholds: Thresholds;
    ratios: GPUBuffer;
    /** Of {@link createLineCells}. */
    lineOf: GPUBuffer;
    means: GPUBuffer;
  },
): Promise<ActiveCells> {
  const memory = allocate(device);
  const group = Math.min(MOST_GROUP, bins);
  const bits = memory.storage("active cells", 12 * most * wordsPerRow(bins));
  const counts = memory.storage("counts of active cells", COUNT_BYTES);
  const atZero = thresholds.atZero ?? thresholds;
  const stage = await createStage(device, {
    label: "signals/finding/kernels/active-cells",
    wgsl: [activeCells, segmentFrames],
    constants: {
      GROUP: group,
      BINS: bins,
      WORDS: wordsPerRow(bins),
      MOST: most,
      IS_SHORT: Number(isShort),
      CELL: 9 * thresholds.cell,
      SHORT: 9 * thresholds.short,
      LONG: 3 * LONG_FRAMES * thresholds.long,
      SHORT_AT_ZERO: 9 * atZero.short,
      LONG_AT_ZERO: 3 * LONG_FRAMES * atZero.long,
    },
    resources: { frames, ratios, bits, counts, lineOf, means },
    groups: [bins / group, Math.ceil((most + FRAMES / 2) / FRAMES)],
    memory,
  });
  return {
    ...stage,
    encode(encoder, timestampWrites) {
      encoder.clearBuffer(counts, 0, COUNT_BYTES);
      stage.encode(encoder, timestampWrites);
    },
    bits,
    counts,
    activityOf([cells, short, long, before, end]) {
      return { cells, short, long, during: end > 0 ? [most - before, end] : undefined };
    },
  };
}
