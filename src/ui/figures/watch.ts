import { flushSync } from "react-dom";
import { drawAtOnce } from "./draw-queue.ts";
import { forgetColours } from "./theme.ts";

/** Figures within this distance of the viewport are kept up to date. */
const SIGHT_MARGIN = "200px";

export interface Size {
  width: number;
  height: number;
}

const appearing = new Set<() => void>();
const sizes = new Set<() => void>();
const drawings = new Set<(always: boolean) => void>();

/** Calls back with an element's size inside its padding, in CSS pixels: at once if it has one, and after each change. */
export function watchSize(element: Element, onSize: (size: Size) => void): () => void {
  let last: Size | undefined;
  const measure = () => {
    const size = { width: element.clientWidth, height: element.clientHeight };
    if (size.width === last?.width && size.height === last.height) return;
    last = size;
    onSize(size);
  };
  if (element.clientWidth > 0) measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  sizes.add(measure);
  return () => {
    observer.disconnect();
    sizes.delete(measure);
  };
}

/**
 * Calls back whenever an element comes into sight or leaves it.
 *
 * @param redraw Queues the element's drawing, also out of sight: always, or if it is out of date.
 */
export function watchSight(
  element: Element,
  onSight: (inSight: boolean) => void,
  redraw: (always: boolean) => void,
): () => void {
  const observer = new IntersectionObserver(([{ isIntersecting }]) => onSight(isIntersecting), {
    rootMargin: SIGHT_MARGIN,
  });
  observer.observe(element);
  drawings.add(redraw);
  return () => {
    observer.disconnect();
    drawings.delete(redraw);
  };
}

/** Calls back before every figure is drawn, so that those appear which are still to come. Returns a function that ends this. */
export function beforeAllAreDrawn(appear: () => void): () => void {
  appearing.add(appear);
  return () => void appearing.delete(appear);
}

/** Measures every figure. After a print the browser's observers tell of no change: they never saw the paper layout. */
export function measureEveryFigure(): void {
  for (const measure of sizes) measure();
}

/**
 * Measures and draws every figure before it returns, whether in sight or not, in the current layout and colours. The
 * browser prints without waiting for observers and tasks.
 */
export function drawEveryFigure(): void {
  forgetColours();
  flushSync(() => {
    for (const appear of appearing) appear();
  });
  // A legend that appears with a plot's first drawing changes the plot's size.
  for (const first of [true, false]) {
    flushSync(measureEveryFigure);
    flushSync(() => {
      for (const redraw of drawings) redraw(first);
      drawAtOnce();
    });
  }
}
