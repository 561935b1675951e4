import { create } from "zustand";
import type { Report } from "#core/flow/build/block-factory.ts";
import type { Tag } from "#core/flow/graph/tag.ts";
import { onReport } from "../run/reports.ts";

type Items = Extract<Report, { kind: "items" }>;

/** The items that a file sink has taken since the beginning of the run. */
export interface KeptItems extends Pick<Items, "type" | "vector" | "hz"> {
  /** Numbers as a file has them: bits are bytes. */
  pieces: readonly Blob[];
  numbers: number;
  bytes: number;
  tags: readonly Tag[];
  /** The limit of memory was reached: later items are missing. */
  isFull: boolean;
}

/** Most bytes that a page keeps for a file. */
export const MOST_KEPT = 2 ** 30;

export const useKept = create<Readonly<Record<string, KeptItems>>>()(() => ({}));

/** Keeps the items of all file sinks, from the next page on. Returns a function that ends it. */
export function keepItems(): () => void {
  return onReport((block, report) => {
    if (report === undefined) useKept.setState({}, true);
    else if (report.kind === "items") add(block, report);
  });
}

function add(block: string, { type, vector, hz, items, tags }: Items): void {
  const before = useKept.getState()[block] ?? { pieces: [], numbers: 0, bytes: 0, tags: [], isFull: false };
  if (before.isFull || before.bytes + items.byteLength > MOST_KEPT) {
    if (!before.isFull) useKept.setState({ [block]: { ...before, type, vector, hz, isFull: true } });
    return;
  }
  // The browser can keep blobs outside the page's memory.
  const piece = new Blob([type === "bits" ? Uint8Array.from(items) : items]);
  useKept.setState({
    [block]: {
      type,
      vector,
      hz,
      pieces: [...before.pieces, piece],
      numbers: before.numbers + items.length,
      bytes: before.bytes + piece.size,
      tags: [...before.tags, ...tags],
      isFull: false,
    },
  });
}
