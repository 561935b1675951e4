const ITEMS_PER_PIECE = 1000;

/**
 * Yields the text of a report with a list as its last field, indented by two spaces, in pieces of 1000 items. The list may be long: the
 * text of a million items is too long for a string, and writing it at once keeps a page from answering.
 */
export function* jsonListPieces(report: object, name: string, items: readonly unknown[]): Generator<string> {
  const empty = `${JSON.stringify({ ...report, [name]: [] }, null, 2)}\n`;
  if (items.length === 0) {
    yield empty;
    return;
  }
  const inside = empty.lastIndexOf("]");
  yield empty.slice(0, inside);
  for (let at = 0; at < items.length; at += ITEMS_PER_PIECE) {
    const part = items.slice(at, at + ITEMS_PER_PIECE);
    // In an object of their own they have the same indents.
    const text = JSON.stringify({ [name]: part }, null, 2);
    yield `${at > 0 ? "," : ""}${text.slice(text.indexOf("[") + 1, text.lastIndexOf("\n  ]"))}`;
  }
  yield `\n  ${empty.slice(inside)}`;
}
