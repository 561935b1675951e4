import { type ComponentType, type ReactNode, useEffect } from "react";
import { useAttention } from "../figures/attention.ts";
import { wantPlotly } from "../figures/plotly/library.ts";
import { guarded, useMounted } from "./figures.tsx";
import { WaitingFigures } from "./no-result.tsx";
import { foldSection, useFolded } from "./sections.ts";
import "./section.css";

interface SectionProps {
  name: string;
  title: string;
  /** Its content in words, shown while it is folded. */
  about: string;
  /** Names of its cards. A lecture that points at one unfolds the group. */
  cards: readonly string[];
  children: ReactNode;
}

/** A group of figures of a lab. */
export interface FigureGroup extends Pick<SectionProps, "name" | "title" | "about"> {
  /** The cards by name, in page order. */
  cards: Readonly<Record<string, ComponentType>>;
}

interface SectionsProps {
  groups: readonly FigureGroup[];
  /** Failure of their computation. */
  failed?: boolean;
}

/** A lab's figures, group by group. */
export function Sections({ groups, failed = false }: SectionsProps) {
  // It comes while the worker opens the GPU.
  useEffect(wantPlotly, []);
  const names = groups.flatMap(({ cards }) => Object.keys(cards));
  const mounted = new Set(names.slice(0, useMounted(names.length)));
  const sections = groups.map(({ cards, ...group }) => (
    <Section key={group.name} {...group} cards={Object.keys(cards)}>
      {Object.entries(cards).map(([name, Card]) => mounted.has(name) && <Card key={name} />)}
    </Section>
  ));
  return <WaitingFigures failed={failed}>{sections}</WaitingFigures>;
}

/** A group of figures under a heading that folds it. */
function Section({ name, title, about, cards, children }: SectionProps) {
  const folded = useFolded().includes(name);
  const wanted = useAttention(({ focus, enlarged }) => [focus, enlarged].some((name) => name && cards.includes(name)));
  useEffect(() => {
    if (wanted) foldSection(name, false);
  }, [wanted, name]);
  return (
    <section className="section" id={`section-${name}`} aria-label={`${title}: figures`}>
      <h2>
        <button
          type="button"
          aria-expanded={!folded}
          title={folded ? "Show these figures" : "Hide these figures"}
          onClick={() => foldSection(name, !folded)}
        >
          {title} {folded && <span className="muted">{about}</span>}
        </button>
      </h2>
      {!folded && <div className="figures">{guarded(children)}</div>}
    </section>
  );
}
