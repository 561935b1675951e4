import { sequence } from "../gpu/timing.ts";
import type { StreamPlan } from "../flow/graph/block.ts";

/**
 * Splits a cascade with too many sections for one kernel into successive plans with about equal numbers of sections. * @param most Most sections per kernel.
 * @param create Makes a plan of some sections from a buffer.
 */
export async function inPasses<S>(
  label: string,
  { sections, most, input, length }: { sections: readonly S[]; most: number; input: GPUBuffer; length: number },
  create: (sections: readonly S[], input: GPUBuffer) => Promise<StreamPlan>,
): Promise<StreamPlan> {
  const share = Math.ceil(sections.length / Math.ceil(sections.length / most));
  const parts: StreamPlan[] = [];
  const destroy = () => {
    for (const part of parts) part.destroy();
  };
  let last = input;
  try {
    for (let i = 0; i < sections.length; i += share) {
      parts.push(await create(sections.slice(i, i + share), last));
      last = parts[parts.length - 1].output;
    }
  } catch (error) {
    destroy();
    throw error;
  }
  return {
    ...sequence(label, parts),
    output: last,
    outputs: length,
    reset() {
      for (const part of parts) part.reset();
    },
    destroy,
  };
}
