/** The last samples of a signal of which `before` was kept and `page` came, as many as were kept. */
export function movedOn(before: ArrayLike<number>, page: ArrayLike<number>): number[] {
  return [...Array.from(before), ...Array.from(page)].slice(page.length);
}
