import { useShallow } from "zustand/react/shallow";
import { useWaiting } from "../../figures/attention.ts";
import { FigureCard } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { plain } from "../../format.ts";
import type { FilterView } from "#core/filters/view.ts";
import { Chart, type ChartAxis, type Curve } from "../../figures/chart.tsx";
import { decadeTicks } from "../../figures/ticks.ts";
import { useFilters } from "./store/filters.ts";
import { frequencyAxis, logarithmicStart } from "./units.ts";
import { passDelay, stepSentence } from "./verdicts.ts";

/** Phase and group delay over frequency. */
export function PhaseCard() {
  const { logarithmic: wanted, designed } = useFilters(
    useShallow(({ logarithmic, designed }) => ({ logarithmic, designed })),
  );
  const { view, computing } = designed;
  const logarithmic = wanted && view?.coefficients === "real";
  // The overshoot could tell the answer that another figure waits for.
  const isWaiting = useWaiting();
  const summary = view && [describe(passDelay(view)), !isWaiting && stepSentence(view)].filter(Boolean).join(" ");
  return (
    <FigureCard
      name="phase-delay"
      title="Phase and group delay"
      lesson={async () => (await import("./lessons.ts")).PHASE_LESSON}
      look="Where the delay is flat, a pulse keeps its shape. Where it rises, those frequencies arrive later than the rest."
      summary={summary}
      busy={computing && view !== undefined}
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
        <Chart
          label={`Phase and group delay. ${summary}`}
          x={frequencies(view, logarithmic)}
          y={[
            { title: "Phase", unit: "°", digits: 1 },
            { title: "Delay", unit: "samples", digits: 2, range: delayRange(view) },
          ]}
          curves={curvesOf(view, logarithmic)}
          legend={false}
          revision={`phase ${logarithmic} ${frequencyAxis(view.spec).title}`}
        />
      )}
    </FigureCard>
  );
}

function describe({ least, most }: { least: number; most: number }): string {
  if (most - least < 0.01) return `The delay in the pass band is ${plain(most, 4)} samples at all frequencies.`;
  return `The delay in the pass band ranges from ${plain(least, 3)} to ${plain(most, 3)} samples.`;
}

/** A gain below this, dB, is a zero up to rounding. */
const NOTHING_DB = -250;
const MOST_POINTS = 1500;

/** The frequency axis, with ticks in plain numbers if it is logarithmic. */
function frequencies(view: FilterView, log: boolean): ChartAxis {
  const { title, scale, unit } = frequencyAxis(view.spec);
  const [first, last] = [view.frequency[0], view.frequency[view.frequency.length - 1]];
  const range = [log ? logarithmicStart(view) : first, last].map((f) => f / scale) as [number, number];
  const ticks = log ? decadeTicks(...range).filter((tick) => tick.toExponential().startsWith("1")) : undefined;
  const texts = ticks?.map((tick) => plain(tick));
  return { title, log, range, ticks, texts, read: (f) => `${plain(Number(f), 4)} ${unit}`.trim() };
}

function curvesOf(view: FilterView, logarithmic: boolean): Curve[] {
  const { frequency, gainDb, phase, delay } = view;
  const { scale } = frequencyAxis(view.spec);
  const step = Math.max(1, Math.floor(frequency.length / MOST_POINTS));
  const kept = Array.from(frequency.keys()).filter((i) => i % step === 0 && (frequency[i] > 0 || !logarithmic));
  const x = kept.map((i) => frequency[i] / scale);
  // At a zero on the circle the phase is undefined.
  const degrees = kept.map((i) => (gainDb[i] > NOTHING_DB ? (phase[i] * 180) / Math.PI : null));
  return [
    { name: "phase", colour: "--blue", x, y: degrees, width: 1.8 },
    { name: "delay", colour: "--orange", x, y: kept.map((i) => delay[i]), axis: 1, width: 1.8 },
  ];
}

/** The axis shows all delays where the gain is at most this far below its maximum, dB; others may leave the figure. */
const HEARD_DB = 40;

function delayRange({ gainDb, delay }: FilterView): [number, number] {
  const top = gainDb.reduce((a, b) => Math.max(a, b), -Infinity);
  const heard = delay.filter((_, i) => gainDb[i] > top - HEARD_DB);
  const [low, high] = [Math.min(0, ...heard), Math.max(1, ...heard)];
  const room = 0.06 * (high - low);
  return [low < 0 ? low - room : 0, high + room];
}
