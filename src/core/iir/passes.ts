import { sequence } from "../gpu/timing.ts";
import type { Complex } from "../filter-design/complex.ts";
import { stability } from "../filter-design/stability.ts";
import type { Page, StreamPlan } from "../flow/graph/block.ts";
import type { Schedule, StreamInput } from "./tiled.ts";

interface Cascade<S> extends Page, Schedule, StreamInput {
  label: string;
  sections: readonly S[];
  /** Most sections per kernel. */
  most: number;
  /** Of all sections. */
  poles: readonly Complex[];
}

/**
 * Splits a cascade with too many sections for one kernel into successive plans with about equal numbers of sections.
 *
 * @param create Makes a plan of some of the sections.
 * @throws RangeError for a cascade without sections and for an unstable one, with the name of its pole.
 */
export async function inPasses<S>(
  cascade: Cascade<S>,
  create: (cascade: Cascade<S>) => Promise<StreamPlan>,
): Promise<StreamPlan> {
  const { label, sections, most, poles, input, length } = cascade;
  if (sections.length === 0) throw new RangeError(`${label}: must have one or more sections, got none`);
  const { stable, verdict } = stability(poles);
  if (!stable) throw new RangeError(`${label}: ${verdict}`);
  const share = Math.ceil(sections.length / Math.ceil(sections.length / most));
  const parts: StreamPlan[] = [];
  const destroy = () => {
    for (const part of parts) part.destroy();
  };
  let last = input;
  try {
    for (let i = 0; i < sections.length; i += share) {
      parts.push(await create({ ...cascade, sections: sections.slice(i, i + share), input: last }));
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
