import { giveWay } from "./gently.ts";
import { type Allocation, allocate } from "./pool.ts";
import { rehearse } from "./submit.ts";
import { createStage, type KernelStage, type StageConfig } from "./stage.ts";
import type { Stage } from "./timing.ts";

/** Memory for intermediate results. Plans that run one after another share it: each may change it whenever it runs. */
export interface Scratch {
  /** Returns a storage buffer of at least `bytes` bytes. Later requests with this label get the same one if it is large enough. */
  storage(label: string, bytes: number): GPUBuffer;
}

/** The memory and the plans of a whole, for example of a chain. */
export interface Owner {
  /** The whole's buffers. */
  memory: Allocation;
  scratch: Scratch;
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
    const scratch = createScratchMemory(memory);
    const whole = await build({ memory, scratch, keep, stage: (config) => keep(createStage(device, config)) });
    return { ...whole, destroy };
  } catch (error) {
    destroy();
    throw error;
  }
}

function createScratchMemory(memory: Allocation): Scratch {
  const largest = new Map<string, GPUBuffer>();
  return {
    storage(label, bytes) {
      const known = largest.get(label);
      if (known && known.size >= bytes) return known;
      const buffer = memory.storage(label, bytes);
      largest.set(label, buffer);
      return buffer;
    },
  };
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
