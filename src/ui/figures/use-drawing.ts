import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import type { Picture } from "./card.tsx";
import { standaloneSvg } from "./download.ts";
import { watchSize } from "./watch.ts";

/**
 * An SVG element whose chart is laid out for its size in CSS pixels, and its picture. A finger on one of its sliders drags the
 * slider; elsewhere it scrolls the page.
 *
 * @param usual The size to assume until the real one is known.
 */
export function useDrawing(picture: Ref<Picture>, usual: { width: number; height: number }) {
  const drawing = useRef<SVGSVGElement>(null);
  const [size, setSize] = useState(usual);
  useImperativeHandle(picture, () => () => (drawing.current ? standaloneSvg(drawing.current) : ""), []);
  useEffect(() => {
    const svg = drawing.current;
    if (!svg) return;
    const unwatch = watchSize(svg, setSize);
    svg.addEventListener("touchstart", holdStill, { passive: false });
    return () => {
      unwatch();
      svg.removeEventListener("touchstart", holdStill);
    };
  }, []);
  return { drawing, size };
}

/** Browsers ignore touch-action inside an SVG. */
function holdStill(event: TouchEvent): void {
  if ((event.target as Element).closest("[role=slider]")) event.preventDefault();
}
