import priorsKernel from "#shaders/codes/interleaving/priors.wgsl?raw";
import { createStage } from "../../gpu/stage.ts";
import { allocate } from "../../gpu/pool.ts";
import type { Plan } from "../../gpu/timing.ts";
import { checkedCount, rowsOf } from "../../gpu/rows.ts";
import { type BitOrder, checkedOrder } from "./order.ts";

export interface InterleavedPriorsConfig extends BitOrder {
  /** Frames per page. */
  frames: number;
  /** Posterior LLRs of all bits after the decoder, f32 [frame][length]. */
  posterior: GPUBuffer;
  /**
   * LLRs of the same bits before the decoder, f32 [frame][length]. If given, the plan subtracts them: the priors are then
   * the decoder's extrinsic LLRs.
   */
  input?: GPUBuffer;
  /** Frames whose priors stay as they are: those whose value is not 0, u32 [frame]. Default none. */
  ended?: GPUBuffer;
  /** Buffer for the priors, f32 [frame][sent]. The caller provides it, because the detector before the decoder binds it too. */
  prior: GPUBuffer;
}

/**
 * Makes the priors of the next detection in an iterative receiver: the decoder's LLRs in transmission order, and 0 for a
 * place that carries no bit. It is `createInterleavedBits` for LLRs.
 *
 * @param label Name of the caller, for messages and timings.
 * @throws RangeError when `frames` or the order is out of range.
 */
export async function createInterleavedPriors(
  device: GPUDevice,
  config: InterleavedPriorsConfig,
  label = "interleaving/priors",
): Promise<Plan> {
  const { posterior, input, ended, prior } = config;
  const { length, order, sent } = checkedOrder(label, config);
  const frames = checkedCount(label, "frames", config.frames);
  const { groups, ...shape } = rowsOf(device, sent, frames);
  const sizes = {
    SENT: sent,
    LENGTH: length,
    PERIOD: order.length,
    EXTRINSIC: Number(input !== undefined),
    ENDS: Number(ended !== undefined),
  };
  const memory = allocate(device);
  return createStage(device, {
    label,
    wgsl: [priorsKernel],
    constants: { ...shape, ...sizes },
    resources: {
      order: memory.constant("order of bits", Uint32Array.from(order)),
      posterior,
      // The kernel's bindings must exist, even if it does not read them.
      input: input ?? posterior,
      ended: ended ?? posterior,
      prior,
      params: { frames },
    },
    groups,
    memory,
  });
}
