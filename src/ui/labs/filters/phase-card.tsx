import { useRef } from "react";
import { useShallow } from "zustand/react/shallow";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { plain } from "../../format.ts";
import { PhaseDelay } from "./charts/phase-delay.tsx";
import { useFilters } from "./store/filters.ts";
import { frequencyAxis, logarithmicStart } from "./units.ts";
import { passDelay } from "./verdicts.ts";

/** Phase and group delay over frequency. */
export function PhaseCard() {
  const { logarithmic, designed } = useFilters(useShallow(({ logarithmic, designed }) => ({ logarithmic, designed })));
  const { view, computing } = designed;
  const picture = useRef<Picture>(null);
  const summary = view && describe(passDelay(view));
  return (
    <FigureCard
      name="phase-delay"
      title="Phase and group delay"
      lesson={async () => (await import("./lessons.ts")).PHASE_LESSON}
      look="Where the delay is flat, a pulse keeps its shape. Where it rises, those frequencies arrive later than the rest."
      summary={summary}
      busy={computing && view !== undefined}
      picture={picture}
      table={
        view &&
        (() => ({
          columns: [`frequency${view.spec.rate === undefined ? "" : " (Hz)"}`, "phase (°)", "group delay (samples)"],
          rows: columnsToRows(
            view.frequency,
            view.phase.map((phase) => (phase * 180) / Math.PI),
            view.delay,
          ),
        }))
      }
    >
      {view && (
        <PhaseDelay
          label={`Phase and group delay. ${summary}`}
          {...view}
          axis={frequencyAxis(view.spec)}
          logarithmicFrom={logarithmic && view.coefficients === "real" ? logarithmicStart(view) : undefined}
          picture={picture}
        />
      )}
    </FigureCard>
  );
}

function describe({ least, most }: { least: number; most: number }): string {
  if (most - least < 0.01) return `The delay in the pass band is ${plain(most, 4)} samples at all frequencies.`;
  return `The delay in the pass band ranges from ${plain(least, 3)} to ${plain(most, 3)} samples.`;
}
