import { render } from "katex";
import { useLayoutEffect, useRef } from "react";
import { Terms } from "../elements/glossary/terms.tsx";
import type { Lesson } from "./lesson.ts";
import "katex/dist/katex.min.css";

/** A lesson's equation, the meaning of its symbols, and its source. The module contains KaTeX, so import it lazily. */
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
            <dd>
              <Terms>{meaning}</Terms>
            </dd>
          </div>
        ))}
      </dl>
      <p className="muted">{source}</p>
    </>
  );
}

/** TeX rendered as HTML, with MathML for screen readers. */
function Equation({ tex, display }: { tex: string; display?: boolean }) {
  const root = useRef<HTMLSpanElement>(null);
  // Rendering into the element parses no style attribute, which a strict policy would refuse.
  useLayoutEffect(() => {
    if (root.current) render(tex, root.current, { displayMode: display });
  }, [tex, display]);
  return <span ref={root} />;
}
