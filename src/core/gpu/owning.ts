import { giveWay } from "./gently.ts";
import { type Allocation, allocate } from "./pool.ts";
import { rehearse } from "./submit.ts";
import { createStage, type KernelStage, type StageConfig } from "./stage.ts";
import type { Stage } from "./timing.ts";

/** The memory and the plans of a whole, for example of a chain. */
export interface Owner {
  /** The whole's buffers. */
  memory: Allocation;
  /** Waits for a plan that then belongs to the whole. */
  keep<Plan extends { destroy(): void }>(creation: Plan | Promise<Plan>): Promise<Plan>;
  /** Creates a stage of one kernel, which belongs to the whole. */
  stage(config: StageConfig): Promise<KernelStage>;
}

/**
 * Returns the result of `build`, which creates plans, with `destroy` for all that belongs to it. If `build` fails, what
 * was created so far is destroyed.
 */
export async function owning<Whole extends object>(
  device: GPUDevice,
  build: (owner: Owner) => Promise<Whole>,
): Promise<Whole & { destroy(): void }> {
  const memory = allocate(device);
  const plans: { destroy(): void }[] = [];
  let isDestroyed = false;
  const destroy = () => {
    isDestroyed = true;
    for (const plan of plans) plan.destroy();
    memory.release();
  };
  const keep: Owner["keep"] = async (creation) => {
    const plan = await creation;
    // One of several that were created together has failed meanwhile.
    if (isDestroyed) plan.destroy();
    else plans.push(plan);
    await giveWay();
    return plan;
  };
  try {
    const whole = await build({ memory, keep, stage: (config) => keep(createStage(device, config)) });
    return { ...whole, destroy };
  } catch (error) {
    destroy();
    throw error;
  }
}

/**
 * Like {@link owning}, for a chain whose stages the device checks before it is used.
 *
 * @throws OutOfMemoryError, GpuValidationError, DeviceLostError.
 */
export const owningRehearsed = <Chain extends { readonly stages: readonly Pick<Stage, "encode">[] }>(
  device: GPUDevice,
  build: (owner: Owner) => Promise<Chain>,
): Promise<Chain & { destroy(): void }> =>
  owning(device, async (owner) => {
    const chain = await build(owner);
    await rehearse(device, chain.stages);
    return chain;
  });
