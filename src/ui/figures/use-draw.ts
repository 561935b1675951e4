import { type RefObject, useEffect, useRef } from "react";
import { useThrow } from "../elements/boundary.tsx";
import { cancelDraw, enqueueDraw } from "./draw-queue.ts";
import { watchSight } from "./watch.ts";

/**
 * Queues a drawing of an element whenever `draw` changes and its card is visible, or becomes visible. A partly visible card is
 * drawn completely, because its menu exports all of it.
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
    const unwatch = watchSight(
      element.closest(".card") ?? element,
      (isIntersecting) => {
        inSight.current = isIntersecting;
        if (isIntersecting) due.current();
      },
      () => due.current(),
    );
    return () => {
      unwatch();
      cancelDraw(element);
    };
  }, [root]);
}
