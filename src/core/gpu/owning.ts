import type { Stage } from "./timing.ts";
import { rehearse } from "./submit.ts";

/** The plans of a whole, for example of a chain. */
export interface Owner {
  /** Waits for a plan that then belongs to the whole. */
  keep<Plan extends { destroy(): void }>(creation: Plan | Promise<Plan>): Promise<Plan>;
  /** Destroys all plans that belong to the whole. */
  destroy(): void;
}

/** Returns the result of `build`, which creates plans. If it fails, the plans created so far are destroyed. */
export async function owning<Whole>(build: (owner: Owner) => Promise<Whole>): Promise<Whole> {
  const made: { destroy(): void }[] = [];
  const destroy = () => {
    for (const plan of made) plan.destroy();
  };
  try {
    return await build({
      async keep(creation) {
        const plan = await creation;
        made.push(plan);
        return plan;
      },
      destroy,
    });
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
): Promise<Chain> =>
  owning(async (owner) => {
    const chain = await build(owner);
    await rehearse(device, chain.stages);
    return chain;
  });
