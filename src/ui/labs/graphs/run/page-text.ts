/** Returns a number of items with a binary prefix: 256, 64 Ki, 16 Mi. */
export function pageText(items: number): string {
  if (items < 2 ** 10) return String(items);
  return items >= 2 ** 20 ? `${items / 2 ** 20} Mi` : `${items / 2 ** 10} Ki`;
}
