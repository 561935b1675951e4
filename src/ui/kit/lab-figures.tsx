import type { ComponentType, ReactNode } from "react";
import { NoGpu } from "./no-gpu.tsx";
import { Figures } from "./figures.tsx";

/** The figures of a lab under the strip that is the legend of them all, in their order. */
export function LabFigures({ strip, cards }: { strip: ReactNode; cards: readonly ComponentType[] }) {
  return (
    <>
      <NoGpu />
      {strip}
      <Figures>
        {cards.map((Card, i) => (
          <Card key={i} />
        ))}
      </Figures>
    </>
  );
}
