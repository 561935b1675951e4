import type { Values } from "../../gpu/kernel.ts";
import type { UniformType } from "./block-factory.ts";
import { blaming } from "../graph/block-error.ts";
import { named } from "../graph/connect.ts";
import { lookUp } from "../graph/look-up.ts";
import type { FusedBlock, FusedStep } from "./fused-kernel.ts";

/** The uniforms of blocks of one sample, from page to page. */
export interface SampleUniforms {
  /** Zero for each member of their struct. */
  zeros: Values;
  /** Whether they differ from page to page. */
  isIndexed: boolean;
  /** Sets what the page that begins at this element needs, if that is new. Called once per page, in order. */
  prepare(first: number, set: (values: Values) => void): void;
  /** The parameters of a block have changed. */
  refresh(): void;
}

/** @param length Elements in a page. */
export function sampleUniforms(
  blocks: readonly FusedBlock[],
  { members }: Pick<FusedStep, "members">,
  length: number,
): SampleUniforms {
  const memberOf = (block: string, uniform: string) => lookUp(members, named([block, uniform]));
  const zeros = blocks.flatMap(({ id, instance }) =>
    Object.entries(instance.uniforms).map(([name, type]) => [memberOf(id, name), zerosOf(type)] as const),
  );
  const isIndexed = blocks.some(({ instance }) => instance.isIndexed);
  const values: Record<string, Values[string]> = {};
  let isFresh = false;
  return {
    zeros: Object.fromEntries(zeros),
    isIndexed,
    prepare(first, set) {
      if (isFresh && !isIndexed) return;
      isFresh = true;
      for (const { id, instance } of blocks) {
        const fresh = blaming(id, () => instance.values({ first, length }));
        for (const [name, value] of Object.entries(fresh)) values[memberOf(id, name)] = value;
      }
      if (zeros.length > 0) set(values);
    },
    refresh() {
      isFresh = false;
    },
  };
}

function zerosOf(type: UniformType): number | number[] {
  const count = /^vec(\d)/.exec(type)?.[1];
  return count ? Array.from({ length: Number(count) }, () => 0) : 0;
}
