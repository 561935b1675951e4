import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from "react";
import { wantPlotly } from "../figures/plotly/library.ts";
import { NoGpu } from "./no-gpu.tsx";
import { Figures, useMounted } from "./figures.tsx";
import type { Live } from "./live.ts";

/** Subscribes to what never changes. */
const never = () => () => {};

interface LabFiguresProps {
  /** What computes the figures. Its failure is shown in the card that leads. */
  of?: Live<object>;
  strip: ReactNode;
  cards: readonly ComponentType[];
}

/** The figures of a lab in order, under the strip with their common legend. */
export function LabFigures({ of, strip, cards }: LabFiguresProps) {
  const failed = useSyncExternalStore(of?.store.subscribe ?? never, () => of?.store.getState().failure !== undefined);
  // It comes while the worker opens the GPU.
  useEffect(wantPlotly, []);
  const mounted = useMounted(cards.length);
  return (
    <>
      <NoGpu />
      {strip}
      <Figures failed={failed}>
        {cards.slice(0, mounted).map((Card, i) => (
          <Card key={i} />
        ))}
      </Figures>
    </>
  );
}
