import { whole } from "../format.ts";
import { type ElementType, type ReactNode, type RefCallback, useCallback, useState } from "react";

/** Pixels below the view at which more items are drawn. */
const MARGIN = 800;

/**
 * Returns how many items of a long list are drawn: a few at first, and more whenever its end comes near the view.
 *
 * @param count All items.
 * @param step This many at first, and as many more each time.
 * @returns `end` is the reference of an element behind the drawn items; undefined if all are drawn.
 */
export function useGrowing(count: number, step: number): { shown: number; end?: RefCallback<Element> } {
  const [most, setMost] = useState(step);
  // Another function for each number: the element may still be in view, so it is watched again.
  const end = useCallback(
    (element: Element | null) => {
      if (!element) return undefined;
      const sight = new IntersectionObserver(
        (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setMost(most + step),
        { rootMargin: `${MARGIN}px` },
      );
      sight.observe(element);
      return () => sight.disconnect();
    },
    [most, step],
  );
  return { shown: Math.min(count, most), end: count > most ? end : undefined };
}

interface GrowingProps<T> {
  items: readonly T[];
  step: number;
  /** The element behind the drawn items, which says how many follow. */
  as?: ElementType;
  className?: string;
  /** The items' name in the plural, with a space behind it. */
  what?: string;
  children: (item: T, index: number) => ReactNode;
}

/** The items of a long list: see {@link useGrowing}. */
export function Growing<T>({ items, step, as: End = "li", className, what = "", children }: GrowingProps<T>) {
  const { shown, end } = useGrowing(items.length, step);
  return (
    <>
      {items.slice(0, shown).map(children)}
      {end && (
        <End ref={end} className={className}>
          {whole(items.length - shown)} more {what}follow.
        </End>
      )}
    </>
  );
}
