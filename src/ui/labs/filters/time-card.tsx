import { useRef } from "react";
import type { FilterView } from "#core/filters/view.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { plain } from "../../format.ts";
import { TimeResponses } from "./charts/time-responses.tsx";
import { useFilters } from "./store/filters.ts";

/** The card of the impulse and step responses. */
export function TimeCard() {
  const { view, computing } = useFilters(({ designed }) => designed);
  const picture = useRef<Picture>(null);
  const summary = view && describe(view);
  return (
    <FigureCard
      name="impulse"
      title="Impulse and step"
      lesson={async () => (await import("./lessons.ts")).TIME_LESSON}
      look="The output for 1, 0, 0, … and for 1, 1, 1, …: how long the filter rings, and how far the step overshoots."
      summary={summary}
      busy={computing && view !== undefined}
      picture={picture}
      table={
        view &&
        (() => ({
          columns: view.imaginary
            ? ["sample", "impulse response", "its imaginary part", "step response", "its imaginary part "]
            : ["sample", "impulse response", "step response"],
          rows: view.imaginary
            ? columnsToRows(
                [...view.impulse.keys()],
                view.impulse,
                view.imaginary.impulse,
                view.step,
                view.imaginary.step,
              )
            : columnsToRows([...view.impulse.keys()], view.impulse, view.step),
        }))
      }
    >
      {view && (
        <TimeResponses
          label={`Impulse and step response. ${summary}`}
          impulse={view.impulse}
          step={view.step}
          imaginary={view.imaginary}
          rate={view.spec.rate}
          picture={picture}
        />
      )}
    </FigureCard>
  );
}

function describe({ impulse, imaginary, gainDb, ringing }: FilterView): string {
  if (!ringing) return "The impulse response does not decay.";
  const { last, settled, highestStep } = ringing;
  const rings = settled
    ? `After ${last} samples the impulse response stays below 1 % of its peak.`
    : `The impulse response still exceeds 1 % of its peak after ${last} samples.`;
  const cut = last >= impulse.length ? ` The figure shows the first ${impulse.length} samples.` : "";
  const end = 10 ** (gainDb[0] / 20);
  if (imaginary || end < 1e-3) return rings + cut;
  const over = 100 * (highestStep / end - 1);
  const step = over > 0.5 ? `overshoots by ${plain(over, 2)} %` : "does not overshoot";
  return `${rings} The step response ${step}.${cut}`;
}
