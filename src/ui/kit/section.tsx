import { type ComponentType, type ReactNode, useEffect } from "react";
import { useAttention } from "../figures/attention.ts";
import { guarded } from "./figures.tsx";
import { WaitingFigures } from "./no-result.tsx";
import { foldSection, useFolded } from "./sections.ts";
import "./section.css";

interface SectionProps {
  name: string;
  title: string;
  /** What is in it: said while it is folded away. */
  about: string;
  /** Names of its cards: a lecture that looks at one unfolds it. */
  cards: readonly string[];
  children: ReactNode;
}

/** A group of figures of a lab. */
export interface FigureGroup extends Pick<SectionProps, "name" | "title" | "about"> {
  /** The cards by their names, in their order on the page. */
  cards: Readonly<Record<string, ComponentType>>;
}

interface SectionsProps {
  groups: readonly FigureGroup[];
  /** Their results could not be computed. */
  failed?: boolean;
}

/** A lab's figures, group by group. */
export function Sections({ groups, failed = false }: SectionsProps) {
  const sections = groups.map(({ cards, ...group }) => (
    <Section key={group.name} {...group} cards={Object.keys(cards)}>
      {Object.entries(cards).map(([name, Card]) => (
        <Card key={name} />
      ))}
    </Section>
  ));
  return <WaitingFigures failed={failed}>{sections}</WaitingFigures>;
}

/** A group of figures under a heading, which folds it away. */
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
          title={folded ? "Show these figures" : "Fold these figures away"}
          onClick={() => foldSection(name, !folded)}
        >
          {title} {folded && <span className="muted">{about}</span>}
        </button>
      </h2>
      {!folded && <div className="figures">{guarded(children)}</div>}
    </section>
  );
}
