import type { ComponentType, ReactNode } from "react";
import { NoGpu } from "./no-gpu.tsx";
import { Figures } from "./figures.tsx";

/** The figures of a lab in order, under the strip with their common legend. */
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
