import { render } from "katex";
import { useLayoutEffect, useRef } from "react";
import type { Lesson } from "./lesson.ts";
import "katex/dist/katex.min.css";

/** A lesson's equation, what its symbols mean, and its source. KaTeX comes with this module: import it lazily. */
export function Definition({ equation, where, source }: Lesson) {
  return (
    <>
      {[equation].flat().map((tex) => (
        <div key={tex} className="equation" tabIndex={0} role="group" aria-label="Equation">
          <Equation tex={tex} display />
        </div>
      ))}
      <dl className="where">
        {where.map(([symbol, meaning]) => (
          <div key={symbol}>
            <dt>
              <Equation tex={symbol} />
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">{source}</p>
    </>
  );
}

/** TeX set as HTML, with MathML for those who do not see it. */
function Equation({ tex, display }: { tex: string; display?: boolean }) {
  const root = useRef<HTMLSpanElement>(null);
  // Rendered into the element rather than from text: no style attribute is parsed, which a strict policy would refuse.
  useLayoutEffect(() => {
    if (root.current) render(tex, root.current, { displayMode: display });
  }, [tex, display]);
  return <span ref={root} />;
}
