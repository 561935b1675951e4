import { useAttention } from "../../figures/attention.ts";
import { labName, useLabs } from "../labs.ts";

/** A figure of the shown lab. */
interface Figure {
  name: string;
  title: string;
}

const cards = () => [...document.querySelectorAll<HTMLElement>("#figures .card[id]")];

/** Returns the figures of the shown lab, in page order. Figures of folded groups have their names as titles. */
export function figuresOnPage(): readonly Figure[] {
  const shown = cards().map((card) => ({
    name: card.id,
    title: card.querySelector(".card-head h2")?.textContent || card.id,
  }));
  const folded = (useLabs.getState()[labName()]?.groups ?? [])
    .flatMap((group) => Object.keys(group.cards).map((name) => ({ name, title: `${group.title}: ${name}` })))
    .filter(({ name }) => !shown.some((one) => one.name === name));
  return [...shown, ...folded];
}

/** Returns the figure that a person looks at: the enlarged one, or the first one whose top is in sight. */
export function figureInSight(): string {
  const { enlarged } = useAttention.getState();
  if (enlarged !== undefined) return enlarged;
  const top = document.querySelector("#figures")?.getBoundingClientRect().top ?? 0;
  const all = cards();
  return (all.find((card) => card.getBoundingClientRect().top >= top - 40) ?? all.at(0))?.id ?? "";
}
