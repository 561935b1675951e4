import llrsKernel from "#shaders/codes/interleaving/llrs.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { checkedCount, rowsOf } from "../../gpu/rows.ts";
import { type BitOrder, checkedOrder, NOTHING } from "./order.ts";

export interface DeinterleavedLlrsConfig extends BitOrder {
  /** Frames per page. */
  frames: number;
  /** LLRs of the transmitted bits, f32 [frame][sent]. */
  llr: GPUBuffer;
  /** Frames whose LLRs stay as they are: those whose value is not 0, u32 [frame]. Default none. */
  ended?: GPUBuffer;
  /** LLRs f32 [frame][length] of earlier transmissions of the same frames; the plan adds the new LLRs to them in place. */
  combined?: GPUBuffer;
}

export interface DeinterleavedLlrs extends Plan {
  /** f32 [frame][length]: `combined` if given. 0 for a bit that was never sent. */
  readonly llr: GPUBuffer;
}

/**
 * Reverses `createInterleavedBits` with the same order for LLRs, and adds the LLRs of a bit's repetitions. * @param label Name of the caller, for messages and timings.
 * @throws RangeError when `frames` or the order is out of range, or the order holds a bit twice.
 */
export async function createDeinterleavedLlrs(
  device: GPUDevice,
  config: DeinterleavedLlrsConfig,
  label = "interleaving/llrs",
): Promise<DeinterleavedLlrs> {
  const { combined, ended } = config;
  const { length, order, sent } = checkedOrder(label, config);
  const frames = checkedCount(label, "frames", config.frames);
  const first = new Uint32Array(length).fill(NOTHING);
  for (let e = 0; e < order.length; e++) {
    if (order[e] === NOTHING) continue;
    if (first[order[e]] !== NOTHING) {
      throw new RangeError(`${label}: order must hold each bit once, got ${order[e]} at ${first[order[e]]} and ${e}`);
    }
    first[order[e]] = e;
  }
  const { groups, ...shape } = rowsOf(device, length, frames);
  const round = {
    SENT: sent,
    LENGTH: length,
    PERIOD: order.length,
    COMBINED: Number(combined !== undefined),
    ENDS: Number(ended !== undefined),
  };
  const memory = allocate(device);
  const llr = combined ?? memory.storage("deinterleaved LLRs", frames * length * 4);
  const stage = await createStage(device, {
    label,
    wgsl: [llrsKernel],
    constants: { ...shape, ...round },
    resources: {
      first: memory.constant("first repetitions", first),
      received: config.llr,
      llr,
      // The kernel's bindings must exist, even if it does not read them.
      ended: ended ?? config.llr,
      params: { frames },
    },
    groups,
    memory,
  });
  return { ...stage, llr };
}
