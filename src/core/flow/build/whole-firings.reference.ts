/** Returns the items that a page gives in whole units, and those that wait for the next page. */
export function wholeUnits<Item>(
  waiting: readonly Item[],
  page: readonly Item[],
  unit: number,
): { given: Item[]; waiting: Item[] } {
  const all = [...waiting, ...page];
  const count = unit * Math.floor(all.length / unit);
  return { given: all.slice(0, count), waiting: all.slice(count) };
}
