import type { Block, SampleKind } from "../stream/block.ts";
import type { IirFilter } from "./design/registry.ts";
import { type IirName, iirMethods } from "./registry.ts";

/** A recursive filter in a chain; its delay depends on the frequency, so it counts as none. */
export function iirBlock({ method, filter, kind }: { method: IirName; filter: IirFilter; kind: SampleKind }): Block {
  return {
    label: `iir/${method}`,
    input: kind,
    output: kind,
    up: 1,
    down: 1,
    multiple: 1,
    delay: 0,
    create: (device, page) => iirMethods[method].create(device, { ...page, kind, filter }),
  };
}
