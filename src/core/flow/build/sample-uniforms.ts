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
  /** Returns what the page that begins at this element needs, if that is new. Called once per page, in order. */
  next(first: number): Values | undefined;
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
  const zeros = blocks.flatMap(({ id, made }) =>
    Object.entries(made.uniforms).map(([name, type]) => [memberOf(id, name), zerosOf(type)] as const),
  );
  /** For each block: the members of the uniform struct by the names of its uniforms. */
  const names = blocks.map(({ id, made }) =>
    Object.fromEntries(Object.keys(made.uniforms).map((name) => [name, memberOf(id, name)])),
  );
  const isIndexed = blocks.some(({ made }) => made.isIndexed);
  const values: Record<string, Values[string]> = {};
  let isFresh = false;
  return {
    zeros: Object.fromEntries(zeros),
    isIndexed,
    next(first) {
      if (isFresh && !isIndexed) return undefined;
      isFresh = true;
      for (const [i, { id, made }] of blocks.entries()) {
        const own = blaming(id, () => made.values({ first, length }));
        for (const name of Object.keys(own)) values[names[i][name]] = own[name];
      }
      return zeros.length > 0 ? values : undefined;
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
