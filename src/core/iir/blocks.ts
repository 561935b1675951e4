import type { Block, SampleKind } from "../flow/graph/block.ts";
import type { RecursiveFilter } from "../filter-design/registry.ts";
import { iirFactory } from "./factories.ts";
import { type IirName, iirs } from "./registry.ts";

/** A recursive filter in a chain. Its delay depends on the frequency, so the chain counts it as 0. */
export function iirBlock({
  method,
  filter,
  kind,
}: {
  method: IirName;
  filter: RecursiveFilter;
  kind: SampleKind;
}): Block {
  return {
    label: iirs[method].label,
    input: kind,
    output: kind,
    up: 1,
    down: 1,
    multiple: 1,
    delay: 0,
    create: (device, page) => iirFactory(method)(device, { ...page, kind, filter }),
  };
}
