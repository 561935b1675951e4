import type { RecursiveFilter } from "../../filter-design/registry.ts";
import type { SampleKind } from "../../flow/graph/block.ts";
import type { ChainBlock, Place } from "../../flow/build/block-factory.ts";
import { iirBlock } from "../../iir/blocks.ts";
import { iirs } from "../../iir/registry.ts";
import { designRecursion } from "./iir-design.ts";
import type { IirFilterParameters } from "./iir-filter.ts";

/** @throws RangeError for edges outside half the sample rate, and for an unstable filter. */
export function createIirFilter(parameters: IirFilterParameters, { hz }: Place): ChainBlock {
  return recursiveChain(parameters.type, designRecursion(parameters, hz.in ?? 1));
}

/** Returns a chain of one recursive filter, by a prefix sum where it has one pole. One bad sample does not spoil the stream for ever. */
export function recursiveChain(kind: SampleKind, filter: RecursiveFilter): ChainBlock {
  const method = iirs["one-pole"].refusal(filter) === undefined ? "one-pole" : "scan";
  return { kind: "chain", blocks: [iirBlock({ method, filter, kind, zeroNonFinite: true })] };
}
