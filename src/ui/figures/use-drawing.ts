import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { Picture } from "./card.tsx";
import { standaloneSvg } from "./download.ts";

/**
 * An SVG element whose chart is laid out for the size, in CSS pixels, that it has; and its picture, as it stands. A finger on
 * one of its sliders drags it, and one beside scrolls the page.
 *
 * @param usual What is reckoned with until the size is known.
 */
export function useDrawing(picture: Ref<Picture>, usual: { width: number; height: number }) {
  const drawing = useRef<SVGSVGElement>(null);
  const [size, setSize] = useState(usual);
  useImperativeHandle(picture, () => () => (drawing.current ? standaloneSvg(drawing.current) : ""), []);
  useEffect(() => {
    const svg = drawing.current;
    if (!svg) return;
    const observer = new ResizeObserver(() => setSize({ width: svg.clientWidth, height: svg.clientHeight }));
    observer.observe(svg);
    svg.addEventListener("touchstart", holdStill, { passive: false });
    return () => {
      observer.disconnect();
      svg.removeEventListener("touchstart", holdStill);
    };
  }, []);
  return { drawing, size };
}

/** Browsers heed no touch-action within an SVG. */
function holdStill(event: TouchEvent): void {
  if ((event.target as Element).closest("[role=slider]")) event.preventDefault();
}
