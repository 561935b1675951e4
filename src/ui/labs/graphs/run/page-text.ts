/** Returns a number of items with a binary prefix: 64 Ki, 16 Mi. */
export function pageText(items: number): string {
  return items >= 2 ** 20 ? `${items / 2 ** 20} Mi` : `${items / 2 ** 10} Ki`;
}
