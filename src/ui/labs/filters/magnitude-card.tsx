import { Check } from "../../elements/check.tsx";
import { Button } from "../../elements/button.tsx";
import { useMemo } from "react";
import { useShallow } from "zustand/react/shallow";
import { maskOf } from "#core/filters/mask.ts";
import type { FilterView } from "#core/filters/view.ts";
import { type FilterSpec, isFirMethod } from "#core/filter-design/spec.ts";
import { useWaiting } from "../../figures/attention.ts";
import { FigureCard } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { fixed } from "../../format.ts";
import { GainChart, type Range } from "./charts/gain-chart.tsx";
import { editDesign, showDesign, useFilters } from "./store/filters.ts";
import { worker } from "../../kit/engine.ts";
import { handlesOf } from "./handles.ts";
import { respecify } from "./specs.ts";
import { maskSentence, sizeSentence } from "./verdicts.ts";
import { frequencyAxis, showFrequency } from "./units.ts";

/** The card of gain over frequency, with a mask whose corners can be dragged. */
export function MagnitudeCard() {
  const { config, logarithmic, designed } = useFilters(
    useShallow(({ config, logarithmic, designed }) => ({ config, logarithmic, designed })),
  );
  const { view, computing, failure } = designed;
  const spec = config.design;
  const handles = useMemo(() => handlesOf(spec, view), [spec, view]);
  const bands = useMemo(() => maskOf(spec), [spec]);
  // The mask is drawn as specified now; `kept` belongs to the last filter that was designed.
  const mask = (bands ?? []).map((band, i) => ({ ...band, kept: view?.mask?.[i]?.kept ?? true }));
  const { whole, close } = rangesOf(view, bands, spec);
  // The size could tell the answer that another figure waits for.
  const isWaiting = useWaiting();
  const summary =
    view && [maskSentence(view), describe(view), !isWaiting && sizeSentence(view)].filter(Boolean).join(" ");
  return (
    <FigureCard
      name="magnitude"
      title="Magnitude"
      lesson={async () => (await import("./lessons.ts")).MAGNITUDE_LESSON}
      look={
        bands ? (
          <>
            The gain must stay out of the shaded areas. <strong>Drag a corner</strong>: Threeray finds the smallest
            filter that keeps the mask.
          </>
        ) : handles.length ? (
          <>
            <strong>Drag a handle</strong> to another frequency: the filter keeps its order, and the curve follows.
          </>
        ) : (
          "The filter’s gain at each frequency. It follows the zeros and poles, or the coefficients."
        )
      }
      summary={summary}
      busy={computing && view !== undefined}
      failure={failure}
      onRetry={() => void showDesign()}
      table={
        view &&
        (() => ({
          columns: [
            `frequency${spec.rate === undefined ? "" : " (Hz)"}`,
            "gain (dB)",
            "phase (rad)",
            "group delay (samples)",
          ],
          rows: columnsToRows(view.frequency, view.gainDb, view.phase, view.delay),
        }))
      }
      controls={
        <Check
          className="axis-check"
          checked={logarithmic && view?.coefficients !== "complex"}
          disabled={view?.coefficients === "complex"}
          onChange={() => useFilters.setState({ logarithmic: !logarithmic })}
        >
          log f
        </Check>
      }
    >
      {view && (
        <GainChart
          view={view}
          spec={spec}
          logarithmic={logarithmic}
          whole={whole}
          close={close}
          mask={mask}
          handles={handles}
        />
      )}
      <DesignNote />
    </FigureCard>
  );
}

/** The progress of a long design, or why the figure shows an earlier filter. */
function DesignNote() {
  const { view, taps, stopped, refusal } = useFilters(({ designed }) => designed);
  const spec = useFilters(({ config }) => config.design);
  const last = view && " The figure shows the last filter.";
  if (taps !== undefined) {
    return (
      <p className="caveat design-note">
        <span role="status">
          {"pass" in spec ? "Searching for the shortest filter: trying" : "Designing"} {taps} taps.
        </span>
        <Button onClick={() => void worker.stop()}>Stop</Button>
      </p>
    );
  }
  if (stopped) {
    return (
      <p className="caveat design-note">
        <span>The design was stopped.{last}</span>
        <Button onClick={() => void showDesign()}>Design the filter</Button>
      </p>
    );
  }
  if (!refusal) return null;
  return (
    <div className="caveat design-note">
      <p className="refused" role="alert">
        This filter does not exist: {refusal}.{last}
      </p>
      {"pass" in spec && isFirMethod(spec.type) && (
        <Button onClick={() => editDesign(respecify(spec, view, { type: "elliptic" }))}>Use an elliptic filter</Button>
      )}
    </div>
  );
}

/** The ranges of the figure and of its close-up of the pass band. */
function rangesOf(view: FilterView | undefined, bands: ReturnType<typeof maskOf>, spec: FilterSpec) {
  const { rate = 2 } = spec;
  const lowest = view?.coefficients === "complex" ? -rate / 2 : 0;
  const { unit } = frequencyAxis(spec);
  const title = unit ? `Pass band, close-up (${unit})` : "Pass band, close-up";
  const finite = [...(view?.gainDb ?? [])].filter(Number.isFinite);
  const most = finite.reduce((a, b) => Math.max(a, b), -200);
  const least = finite.reduce((a, b) => Math.min(a, b), 0);
  const deepest = bands?.reduce((a, { passes, ceilingDb }) => (passes ? a : Math.min(a, ceilingDb)), 0);
  const top = Math.max(5, 5 * Math.ceil((most + 2) / 5));
  const floor = deepest === undefined ? Math.min(-40, Math.max(least, -120)) : deepest - 25;
  const whole: Range = { frequency: [lowest, rate / 2], db: [10 * Math.floor(Math.max(floor, top - 200) / 10), top] };
  const passing = bands?.filter(({ passes }) => passes) ?? [];
  if (passing.length > 0) {
    const { floorDb, ceilingDb } = passing[0];
    const tall = ceilingDb - floorDb;
    const frequency = around(passing[0].from, passing[passing.length - 1].to, [lowest, rate / 2]);
    return { whole, close: { title, frequency, db: [floorDb - tall, ceilingDb + 0.5 * tall] as const } };
  }
  const passed = view?.frequency.filter((_, i) => view.gainDb[i] > most - HALF_POWER_DB) ?? [];
  const [from, to] = [passed[0] ?? 0, passed[passed.length - 1] ?? 0];
  // A filter that passes nearly everything needs no close-up.
  if (!(to - from > 0 && to - from < 0.3 * rate)) return { whole };
  return {
    whole,
    close: { title, frequency: around(from, to, [lowest, rate / 2]), db: [most - 4, most + 1] as const },
  };
}

/** The pass band reaches to gains this far below the largest, dB. */
const HALF_POWER_DB = 3.1;

/** A band with a margin. */
const around = (from: number, to: number, [least, most]: readonly [number, number]) => {
  const room = 0.06 * (to - from);
  return [Math.max(least, from - room), Math.min(most, to + room)] as const;
};

function describe({ frequency, gainDb, spec }: FilterView): string {
  const highest = gainDb.reduce((best, gain, i) => (gain > gainDb[best] ? i : best), 0);
  return `Largest gain ${fixed(gainDb[highest], 2)} dB at ${showFrequency(frequency[highest], spec)}.`;
}
