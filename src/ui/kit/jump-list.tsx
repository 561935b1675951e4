import { Button } from "../elements/button.tsx";
import { foldSection, useFolded } from "./sections.ts";

interface JumpListProps {
  sections: readonly { name: string; title: string }[];
}

/** Links to the page's groups of figures. A click scrolls to a group and unfolds it. */
export function JumpList({ sections }: JumpListProps) {
  const folded = useFolded();
  const jump = (name: string) => {
    foldSection(name, false);
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    // Its position is known only after it has been unfolded.
    requestAnimationFrame(() => {
      const section = document.getElementById(`section-${name}`);
      section?.scrollIntoView({ block: "start", behavior });
      section?.querySelector("button")?.focus({ preventScroll: true });
    });
  };
  return (
    <nav className="jumps" aria-label="Groups of figures">
      {sections.map(({ name, title }) => (
        <Button look="quiet" key={name} data-folded={folded.includes(name) || undefined} onClick={() => jump(name)}>
          {title}
        </Button>
      ))}
    </nav>
  );
}
