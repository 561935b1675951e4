import { render } from "katex";
import { useLayoutEffect, useRef } from "react";
import "katex/dist/katex.min.css";

/**
 * TeX rendered as HTML, with MathML for screen readers. The bounds matter for formulas that come from anyone. The module contains
 * KaTeX, so import it lazily.
 */
export function Equation({ tex, display }: { tex: string; display?: boolean }) {
  const root = useRef<HTMLSpanElement>(null);
  // Rendering into the element parses no style attribute, which a strict policy would refuse.
  useLayoutEffect(() => {
    if (!root.current) return;
    render(tex, root.current, {
      displayMode: display,
      trust: false,
      maxExpand: 1000,
      maxSize: 10,
      throwOnError: false,
    });
  }, [tex, display]);
  return <span ref={root} />;
}
