import reorderingKernel from "#shaders/mimo/reordering.wgsl?raw";
import { owning } from "../gpu/owning.ts";
import type { Stage, Plan } from "../gpu/timing.ts";
import { checkedSizes, type DetectorSizes, dispatchSize } from "./detector.ts";

export interface ReorderingConfig extends Pick<DetectorSizes, "antennas" | "bitsPerSymbol" | "uses"> {
  /** u32 [use], as of `createSorting`. */
  order: GPUBuffer;
  /** f32 [use][M·B]. */
  llr: GPUBuffer;
  /** Whether the LLRs come from sorted columns and return to their streams, or the reverse. */
  to: "streams" | "columns";
  /** The uses that {@link Reordering.again} leaves out: those whose value is not 0, u32 [use]. Default none. */
  skipped?: GPUBuffer;
}

export interface Reordering extends Plan {
  /** Moves new LLRs. The LLRs of skipped uses stay. */
  readonly again: Stage;
  /** f32 [use][M·B]. */
  readonly llr: GPUBuffer;
}

const GROUP = 64;

/**
 * Moves prior LLRs to the columns that a sorting gave to their streams, or the LLRs of a detector back to the streams.
 *
 * @throws RangeError when a size is out of range.
 */
export async function createReordering(device: GPUDevice, config: ReorderingConfig): Promise<Reordering> {
  const label = "mimo/reordering";
  const { antennas, bitsPerSymbol, uses, order, llr, to, skipped } = checkedSizes(label, config);
  const PAIRS = bitsPerSymbol / 2;
  const constants = { GROUP, ANTENNAS: antennas, PAIRS, BACK: Number(to === "streams") };
  const groups = dispatchSize(Math.ceil((uses * antennas * PAIRS) / GROUP));
  return owning(device, async ({ memory, stage }) => {
    const after = memory.storage("reordered LLRs", uses * antennas * bitsPerSymbol * 4);
    // The kernel's bindings must exist, even if it does not read them.
    const buffers = { order, before: llr, after, skipped: skipped ?? order };
    const stageOf = (skips: boolean) => {
      const resources = { ...buffers, params: { uses, skips: Number(skips) } };
      return stage({ label, wgsl: [reorderingKernel], constants, resources, groups });
    };
    return { ...(await stageOf(false)), llr: after, again: await stageOf(skipped !== undefined) };
  });
}
