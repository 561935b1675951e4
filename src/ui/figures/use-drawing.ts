import { useLayoutEffect, useRef, useState } from "react";
import { usePicture } from "./picture.ts";
import { watchSize } from "./watch.ts";

/**
 * Returns an SVG element whose chart is laid out for its size in CSS pixels, or for the room in its parent. The menu of its card exports
 * it. A finger on one of its sliders drags the slider; elsewhere it scrolls the page.
 *
 * @param usual The size to assume of an element that is not laid out.
 */
export function useDrawing(usual: { width: number; height: number }, of: "itself" | "parent" = "itself") {
  const drawing = useRef<SVGSVGElement>(null);
  const [size, setSize] = useState(usual);
  usePicture(drawing, async () => {
    const { standaloneSvg } = await import("./standalone-svg.ts");
    return drawing.current ? standaloneSvg(drawing.current) : "";
  });
  // Before the first paint: with another size, a chart would be wider than its card for a frame.
  useLayoutEffect(() => {
    const svg = drawing.current;
    if (!svg) return;
    const unwatch = watchSize((of === "parent" && svg.parentElement) || svg, (now) => {
      // Another card is enlarged, and this one is hidden.
      if (now.width > 0) setSize(now);
    });
    svg.addEventListener("touchstart", holdStill, { passive: false });
    return () => {
      unwatch();
      svg.removeEventListener("touchstart", holdStill);
    };
  }, [of]);
  return { drawing, size };
}

/** Browsers ignore touch-action inside an SVG. */
function holdStill(event: TouchEvent): void {
  if ((event.target as Element).closest("[role=slider]")) event.preventDefault();
}
