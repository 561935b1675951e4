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

function describe({ impulse: real, step, imaginary, stability, gainDb }: FilterView): string {
  if (!stability.stable) return "The impulse response does not decay.";
  const size = (values: Float64Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const impulse = imaginary ? real.map((value, n) => Math.hypot(value, imaginary.impulse[n])) : real;
  const peak = size(impulse);
  const last = impulse.findLastIndex((value) => Math.abs(value) > 0.01 * peak);
  const rings = `After ${last} samples the impulse response stays below 1 % of its peak.`;
  if (imaginary) return rings;
  const end = 10 ** (gainDb[0] / 20);
  if (end < 1e-3) return rings;
  const over = 100 * (size(step) / end - 1);
  return over > 0.5
    ? `${rings} The step response overshoots by ${plain(over, 2)} %.`
    : `${rings} The step response does not overshoot.`;
}
