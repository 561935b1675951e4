import { Children, type ReactNode } from "react";
import { useView } from "../page/view.ts";
import { Boundary } from "./boundary.tsx";

/** Cards in a grid. A card that throws says so in its place; the others stay. */
export function Figures({ children }: { children: ReactNode }) {
  const enlarged = useView((view) => view.enlarged);
  return (
    <div className="figures" data-enlarged={enlarged !== undefined || undefined}>
      {guarded(children)}
    </div>
  );
}

/** Each card within a boundary of its own. */
export function guarded(cards: ReactNode): ReactNode {
  return Children.map(cards, (card) => (
    <Boundary what="This figure could not be shown." frame="card">
      {card}
    </Boundary>
  ));
}
