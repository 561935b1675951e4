import type { FileProblem } from "#core/lectures/strict.ts";
import { Button } from "../../elements/button.tsx";
import { partOf, pathOf, placeWords } from "./draft.ts";
import { useDraft } from "./store.ts";
import { sentence } from "./text-fields.tsx";

/** Shows the editor of a place, and moves the focus there. */
export function jumpTo(at: string): void {
  const part = partOf(at);
  useDraft.setState({ part: part ? pathOf(part.list, part.index) : "", jump: { at } });
}

/** Returns the element of a place, or of the nearest place around it. */
export function placeOnPage(root: HTMLElement, at: string): HTMLElement | null {
  for (let place = at; place !== ""; place = place.replace(/(?:\.|^)[^.[]*(?:\[\d+\])?$/, "")) {
    const element = root.querySelector<HTMLElement>(`[data-at="${CSS.escape(place)}"]`);
    if (element) return element;
  }
  return null;
}

/** What is wrong with a draft, each with a button that leads to the place. */
export function ProblemList({ problems, onJump }: { problems: readonly FileProblem[]; onJump?: () => void }) {
  return (
    <ul className="author-problems">
      {problems.map(({ at, text }) => (
        <li key={`${at} ${text}`}>
          <Button
            look="link"
            onClick={() => {
              onJump?.();
              jumpTo(at);
            }}
          >
            {placeWords(at)}
          </Button>
          : {sentence(text)}
        </li>
      ))}
    </ul>
  );
}
