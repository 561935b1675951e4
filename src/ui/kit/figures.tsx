import { Children, type ReactNode } from "react";
import { useAttention } from "../figures/attention.ts";
import { Boundary } from "../elements/boundary.tsx";
import { WaitingFigures } from "./no-result.tsx";

/** Cards in a grid. A card that throws shows its failure; the others stay. */
export function Figures({ children }: { children: ReactNode }) {
  const enlarged = useAttention((state) => state.enlarged);
  return (
    <div className="figures" data-enlarged={enlarged !== undefined || undefined}>
      <WaitingFigures failed={false}>{guarded(children)}</WaitingFigures>
    </div>
  );
}

/** Each card has its own error boundary. */
export function guarded(cards: ReactNode): ReactNode {
  return Children.map(cards, (card) => (
    <Boundary what="This figure could not be shown." frame="card">
      {card}
    </Boundary>
  ));
}
