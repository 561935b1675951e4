const ITEMS_PER_PIECE = 1000;

/**
 * Yields the text of a report with a list as its last field, indented by two spaces, in pieces of 1000 items. The list may be long: the
 * text of a million items is too long for a string, and writing it at once keeps a page from answering.
 */
export function* jsonListPieces(report: object, name: string, items: readonly unknown[]): Generator<string> {
  const { before, after } = jsonAround(report, name, items.length);
  yield before;
  for (let at = 0; at < items.length; at += ITEMS_PER_PIECE) {
    yield `${at > 0 ? "," : ""}${itemsText(items.slice(at, at + ITEMS_PER_PIECE))}`;
  }
  yield after;
}

/** Returns the text of such a report before and after the texts of its items, of which a comma stands between two. */
export function jsonAround(report: object, name: string, items: number): { before: string; after: string } {
  const empty = `${JSON.stringify({ ...report, [name]: [] }, null, 2)}\n`;
  const inside = empty.lastIndexOf("]");
  return { before: empty.slice(0, inside), after: `${items > 0 ? "\n  " : ""}${empty.slice(inside)}` };
}

const [OPENING, CLOSING] = ["[\n  [", "\n  ]\n]"];

/** Returns the text of items in such a report, without a comma before the first. */
export function itemsText(items: readonly unknown[]): string {
  // In a list of a list they have the same indents.
  const text = JSON.stringify([items], null, 2);
  return text.slice(OPENING.length, text.length - CLOSING.length);
}
