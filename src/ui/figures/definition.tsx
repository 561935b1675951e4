import { Equation } from "../elements/equation.tsx";
import { Terms } from "../elements/glossary/terms.tsx";
import type { Lesson } from "./lesson.ts";

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
