import { type ComponentType, type ReactNode, useEffect } from "react";
import { wantPlotly } from "../figures/plotly/library.ts";
import { NoGpu } from "./no-gpu.tsx";
import { Figures, useMounted } from "./figures.tsx";

/** The figures of a lab in order, under the strip with their common legend. */
export function LabFigures({ strip, cards }: { strip: ReactNode; cards: readonly ComponentType[] }) {
  // It comes while the worker opens the GPU.
  useEffect(wantPlotly, []);
  const mounted = useMounted(cards.length);
  return (
    <>
      <NoGpu />
      {strip}
      <Figures>
        {cards.slice(0, mounted).map((Card, i) => (
          <Card key={i} />
        ))}
      </Figures>
    </>
  );
}
