import { grouped } from "./grouped.ts";
import type { MadeBlock } from "./block-factory.ts";
import { type Edge, named } from "./connect.ts";
import type { Reporter } from "./read-graph.ts";
import type { Shape } from "./shape.ts";

/** A block that could be made. */
export interface Made {
  made: MadeBlock;
  shape: Shape;
}

/** Where the GPU decides the number of items. */
export interface Decided {
  /**
   * For each such output ("block.port"): an output that has the same number. Blocks of one sample pass it on, and outputs
   * of a block that give equally many items share it.
   */
  origins: ReadonlyMap<string, string>;
  /** Blocks with connected inputs that are all decided. */
  followers: ReadonlySet<string>;
}

/**
 * Follows the outputs whose number of items the GPU decides. It reports inputs that cannot follow them.
 *
 * @param made Blocks in the order of their work.
 */
export function checkDecided(made: ReadonlyMap<string, Made>, edges: readonly Edge[], report: Reporter): Decided {
  const origins = new Map<string, string>();
  const followers = new Set<string>();
  const inputs = grouped(edges, ({ to }) => to[0]);
  for (const [id, { made: block, shape }] of made) {
    const known = (inputs.get(id) ?? []).map(({ from }) => origins.get(named(from)));
    const isFollower = known.length > 0 && known.every((origin) => origin !== undefined);
    if (isFollower) followers.add(id);
    for (const [port, count] of Object.entries(shape.produces)) {
      const output = named([id, port]);
      if (typeof count === "object") origins.set(output, output);
      else if (isFollower)
        origins.set(output, block.kind === "sample" ? (known[0] as string) : twinOf(id, count, shape));
    }
  }
  for (const [id, { made: block, shape }] of made) {
    const own = inputs.get(id) ?? [];
    const [first] = own;
    for (const { from, to } of own) {
      const [, port] = to;
      const origin = origins.get(named(from));
      if (origin !== undefined && !shape.decided.includes(port)) {
        const message = `The GPU decides how many items ${origin} gives, but this input needs a fixed number. Connect a block that accepts such a signal, for example a slicer, a decoder or a sink.`;
        report({ block: id, port, message });
      } else if (block.kind === "sample" && origin !== origins.get(named(first.from))) {
        const message = `The inputs have different numbers of items: the GPU decides the number of ${origin ?? origins.get(named(first.from))}. Connect signals from the same block.`;
        report({ block: id, port, message });
      }
    }
  }
  return { origins, followers };
}

/** Returns a block's first output that gives as many items as another one. */
function twinOf(id: string, count: number, { produces }: Shape): string {
  const [port] = Object.entries(produces).find(([, items]) => items === count) as [string, unknown];
  return named([id, port]);
}
