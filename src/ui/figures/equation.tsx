import { render } from "katex";
import { useLayoutEffect, useRef } from "react";
import "katex/dist/katex.min.css";

/** TeX set as HTML, with MathML for those who do not see it. KaTeX comes with this module: import it lazily. */
export default function Equation({ tex, display }: { tex: string; display?: boolean }) {
  const root = useRef<HTMLSpanElement>(null);
  // Rendered into the element rather than from text: no style attribute is parsed, which a strict policy would refuse.
  useLayoutEffect(() => {
    if (root.current) render(tex, root.current, { displayMode: display });
  }, [tex, display]);
  return <span ref={root} />;
}
