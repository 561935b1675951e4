/** A moment of a run: `rest` of `per` equal parts of page `page`. */
export interface Instant {
  page: number;
  rest: number;
  per: number;
}

/** Returns the moment after a number of items, for pages of `length` items. */
export function instantAfter(items: number, length: number): Instant {
  const page = Math.floor(items / length);
  return { page, rest: items - page * length, per: length };
}

export function earlier(a: Instant, b: Instant | undefined): Instant {
  if (!b) return a;
  if (a.page !== b.page) return a.page < b.page ? a : b;
  // Products of two page lengths exceed float64.
  return BigInt(a.rest) * BigInt(b.per) <= BigInt(b.rest) * BigInt(a.per) ? a : b;
}

/** Returns how many of a page's `length` items begin before the end. */
export function itemsBefore(end: Instant | undefined, page: number, length: number): number {
  if (!end || end.page > page) return length;
  if (end.page < page) return 0;
  const [rest, per] = [BigInt(end.rest), BigInt(end.per)];
  return Number((rest * BigInt(length) + per - 1n) / per);
}

/** Whether a page is the last one with items before the end. */
export function isLastPage(end: Instant | undefined, page: number): boolean {
  if (!end) return false;
  return end.rest > 0 ? end.page <= page : end.page <= page + 1;
}
