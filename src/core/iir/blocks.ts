import type { Block } from "../flow/graph/block.ts";
import { iirFactory } from "./factories.ts";
import type { IirConfig } from "./limits.ts";
import { type IirName, iirs } from "./registry.ts";

/** A recursive filter in a chain. Its delay depends on the frequency, so the chain counts it as 0. */
export function iirBlock({
  method,
  filter,
  kind,
  zeroNonFinite,
}: Pick<IirConfig, "filter" | "kind" | "zeroNonFinite"> & { method: IirName }): Block {
  return {
    label: iirs[method].label,
    input: kind,
    output: kind,
    up: 1,
    down: 1,
    multiple: 1,
    delay: 0,
    create: (device, page) => iirFactory(method)(device, { ...page, kind, filter, zeroNonFinite }),
  };
}
