import { type RefObject, useEffect, useRef } from "react";
import { useThrow } from "../elements/boundary.tsx";
import { cancelDraw, enqueueDraw } from "./draw-queue.ts";

/** So far outside of what is seen a figure is kept up to date. */
export const SIGHT_MARGIN = "200px";

/**
 * Draws an element by turns whenever `draw` is another, while its card is in sight; and what was not in sight, once it is. A card
 * that is seen in part is drawn whole: its menu exports all of it.
 */
export function useDraw<E extends Element>(root: RefObject<E | null>, draw: (element: E) => void): void {
  const inSight = useRef(false);
  const due = useRef(() => {});
  const fail = useThrow();
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    due.current = () => {
      due.current = () => {};
      enqueueDraw(element, () => draw(element), fail);
    };
    if (inSight.current) due.current();
  }, [root, draw, fail]);
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const sight = new IntersectionObserver(
      ([{ isIntersecting }]) => {
        inSight.current = isIntersecting;
        if (isIntersecting) due.current();
      },
      { rootMargin: SIGHT_MARGIN },
    );
    sight.observe(element.closest(".card") ?? element);
    return () => {
      sight.disconnect();
      cancelDraw(element);
    };
  }, [root]);
}
