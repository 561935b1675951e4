import type { Graph, Problem } from "#core/flow/graph/graph.ts";

/** Blocks that a person has added since the last attempt to run, and the inputs that were connected at some time. */
export interface Fresh {
  blocks: ReadonlySet<string>;
  /** "block.port" */
  wired: ReadonlySet<string>;
}

export const NOTHING_FRESH: Fresh = { blocks: new Set(), wired: new Set() };

/** Returns what is fresh after an edit. */
export function freshAfter({ blocks, wired }: Fresh, before: Graph, next: Graph): Fresh {
  const known = new Set(before.blocks.map(({ id }) => id));
  const added = next.blocks.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  const ends = next.connections.map(({ to }) => to.join(".")).filter((end) => !wired.has(end));
  return {
    blocks: added.length > 0 ? new Set([...blocks, ...added]) : blocks,
    wired: ends.length > 0 ? new Set([...wired, ...ends]) : wired,
  };
}

/**
 * Returns true for a problem that the page need not report yet: the input of a new block has had no connection. A hint at its port
 * is enough until the person tries to run the graph.
 */
export const isQuiet = ({ blocks, wired }: Fresh, { block, port, isUnconnected }: Problem): boolean =>
  isUnconnected === true && block !== undefined && blocks.has(block) && !wired.has(`${block}.${port}`);
