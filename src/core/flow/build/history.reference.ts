/** Returns the last samples of `before` followed by `page`, as many as `before` has. */
export function movedOn(before: ArrayLike<number>, page: ArrayLike<number>): number[] {
  return [...Array.from(before), ...Array.from(page)].slice(page.length);
}
