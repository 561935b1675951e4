import type { Figures } from "#core/telemetry/experiment/figures.ts";
import { type LiveFigure, liveCards } from "../../kit/live-card.tsx";
import { lessonOf } from "./lesson-of.ts";
import { figures, useFigures } from "./store/figures.ts";

const cardOf = liveCards({
  of: figures,
  useResults: () => useFigures((state) => state.figures),
  missing: (drawn) =>
    drawn && <p className="empty">The receiver did not find the first packets, so this figure has nothing to show.</p>,
});

/** Makes the card of a figure of the scenario's packets. */
export const liveCard = <Data,>(
  figure: LiveFigure<Figures | undefined, Data> & { name: Parameters<typeof lessonOf>[0] },
) => cardOf({ ...figure, lesson: lessonOf(figure.name) });
