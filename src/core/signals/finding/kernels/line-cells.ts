import lineCells from "#shaders/signals/finding/kernels/line-cells.wgsl?raw";
import segmentFrames from "#shaders/signals/finding/kernels/lib/segment-frames.wgsl?raw";
import type { UniformStruct } from "../../../gpu/kernel.ts";
import { allocate } from "../../../gpu/pool.ts";
import { createStage } from "../../../gpu/stage.ts";
import type { Plan } from "../../../gpu/timing.ts";
import { BESIDE, type LineBand } from "../lines.ts";

const GROUP = 64;
/** Most lines, and bins of all of them. Grids with more lines are searched on the processor. */
const [MOST_LINES, MOST_CELLS] = [16, 128];

export interface LineCells extends Plan {
  /** u32 [bin]: 0, or the line's number from 1 on. */
  readonly lineOf: GPUBuffer;
  /** float32 [line][frame]: replace the cells. */
  readonly means: GPUBuffer;
  /** float32 [row][frame]: a row for each bin of each line in order. Not of short transforms. */
  readonly cells: GPUBuffer;
  /** Takes the lines of later submissions. */
  write(bands: readonly LineBand[]): void;
}

/** Whether kernels take so few lines. */
export const takesLines = (bands: readonly LineBand[]) =>
  bands.length <= MOST_LINES && bands.reduce((sum, [low, high]) => sum + high - low, 0) <= MOST_CELLS;

/** @param most Most frames of the grid. @param ratios [frame][bin]. */
export async function createLineCells(
  device: GPUDevice,
  {
    frames,
    most,
    bins,
    isShort,
    ratios,
  }: { frames: UniformStruct; most: number; bins: number; isShort: boolean; ratios: GPUBuffer },
): Promise<LineCells> {
  const memory = allocate(device);
  const bands = memory.storage("bands of lines", 16 * MOST_LINES);
  const lineOf = memory.storage("lines of bins", 4 * bins);
  const means = memory.storage("means beside lines", 4 * MOST_LINES * most);
  const cells = memory.storage("cells of lines", isShort ? 4 : 4 * MOST_CELLS * most);
  const stage = await createStage(device, {
    label: "signals/finding/kernels/line-cells",
    wgsl: [lineCells, segmentFrames],
    constants: { GROUP, BINS: bins, MOST: most, BESIDE, IS_SHORT: Number(isShort) },
    resources: { frames, ratios, bands, lineOf, means, cells },
    groups: Math.ceil(most / GROUP),
    memory,
  });
  return {
    ...stage,
    lineOf,
    means,
    cells,
    write(lines) {
      const [words, numbers] = [new Uint32Array(4 * MOST_LINES), new Uint32Array(bins)];
      let row = 0;
      for (const [i, [low, high]] of lines.entries()) {
        words.set([low, high, row], 4 * i);
        numbers.fill(i + 1, low, high);
        row += high - low;
      }
      device.queue.writeBuffer(bands, 0, words);
      device.queue.writeBuffer(lineOf, 0, numbers);
    },
  };
}
