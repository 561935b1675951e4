import { useShallow } from "zustand/react/shallow";
import type { FilterView } from "#core/filters/view.ts";
import { FigureCard } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { Chart } from "../../figures/chart.tsx";
import { duration, fixed, plain, si } from "../../format.ts";
import { type Passed, passSignal, useFilterSignal } from "./store/signal.ts";
import { useFilters } from "./store/filters.ts";
import { isSoftware, useGpu } from "../../kit/engine.ts";
import { NoSignal } from "./no-signal.tsx";
import { describeMethod, gainReader, hertzOf, nameOfSignal, rateOf, type ToneLine, tonesOf } from "./signal-text.ts";
import { frequencyAxis } from "./units.ts";

/** The card of the signal's spectra before and after the filter, with the filter's gain. */
export function SpectraCard() {
  const { passed, passing, refusal, failure } = useFilterSignal(
    useShallow(({ passed, passing, refusal, failure }) => ({ passed, passing, refusal, failure })),
  );
  const view = useFilters(({ designed }) => designed.view);
  const software = useGpu(isSoftware);
  const lines = passed && view && linesOf(passed, view);
  const axis = passed && frequencyAxis({ rate: hertzOf(passed) });
  const summary = passed && lines && describe(passed, lines.tones);
  return (
    <FigureCard
      name="spectra"
      title="Spectrum, before and after"
      lesson={async () => (await import("./signal-lessons.ts")).SPECTRA_LESSON}
      look={
        <>
          The dotted curve is the filter’s gain, with 0 dB at the strongest line before the filter. The spectrum falls
          by this gain.
        </>
      }
      summary={summary}
      busy={passed !== undefined && passing}
      stale={passed !== undefined && refusal !== undefined}
      failure={failure}
      onRetry={() => void passSignal()}
      table={
        lines &&
        (() => ({
          columns: [
            `frequency${passed && hertzOf(passed) === undefined ? "" : " (Hz)"}`,
            "before (dB)",
            "after (dB)",
            "gain (dB)",
          ],
          rows: columnsToRows(lines.hertz, lines.before, lines.after, lines.gain),
        }))
      }
    >
      {passed && lines && axis && (
        <>
          <Spectra label={`Power over frequency, before and after the filter. ${summary}`} axis={axis} lines={lines} />
          {lines.tones.length > 0 && <Tones tones={lines.tones} />}
          <p className="caveat">
            {nameOfSignal(passed)}. {describeMethod(passed)}
            {!software &&
              `, ${duration(1000 * passed.facts.seconds)}, ${si(passed.facts.samples / passed.facts.seconds, "samples/s", 3)} with transfers`}
            .
          </p>
        </>
      )}
      <NoSignal offer />
    </FigureCard>
  );
}

function Tones({ tones }: { tones: readonly ToneLine[] }) {
  return (
    <ul className="tone-list" aria-label="Tones">
      {tones.slice(0, 12).map(({ frequency, text, beforeDb, afterDb, gainDb }) => (
        <li
          key={frequency}
          data-removed={afterDb - beforeDb < -20 || undefined}
          title={`The filter’s gain there is ${fixed(gainDb, 1)} dB`}
        >
          {text} <strong>{fixed(afterDb - beforeDb, 1)} dB</strong>
        </li>
      ))}
    </ul>
  );
}

function linesOf(passed: Passed, view: FilterView) {
  const { spectrum, facts } = passed;
  const { scale } = frequencyAxis({ rate: hertzOf(passed) });
  const gainAt = gainReader(view);
  const rate = rateOf(passed);
  // The negative frequencies of real signals repeat the positive ones.
  const from = facts.kind === "real" ? spectrum.before.frequency.length / 2 : 0;
  const turns = spectrum.before.frequency.subarray(from);
  const hertz = Float64Array.from(turns, (value) => value * rate);
  return {
    hertz,
    frequency: hertz.map((value) => value / scale),
    before: spectrum.before.powerDb.subarray(from),
    after: spectrum.after.powerDb.subarray(from),
    gain: Float64Array.from(turns, gainAt),
    tones: tonesOf(passed, gainAt),
  };
}

function describe({ facts }: Passed, tones: readonly ToneLine[]): string {
  const power = `Power ${decibels(facts.beforeDb)} before, ${decibels(facts.afterDb)} after.`;
  if (tones.length === 0) return power;
  const changes = tones.map(({ text, beforeDb, afterDb }) => `${text} by ${fixed(afterDb - beforeDb, 1)} dB`);
  return `${power} Tones changed: ${changes.join(", ")}.`;
}

const decibels = (db: number) => (Number.isFinite(db) ? `${fixed(db, 1)} dB` : "none");

interface SpectraProps {
  label: string;
  axis: ReturnType<typeof frequencyAxis>;
  lines: ReturnType<typeof linesOf>;
}

/** Range of the axis below the strongest line, dB. */
const DEPTH = 130;

/** The spectra of a signal before and after a filter. The filter's gain is dotted, with 0 dB at the strongest line before it. */
function Spectra({ label, axis, lines }: SpectraProps) {
  const { frequency, before, after, gain } = lines;
  const { title, unit } = axis;
  const peak = highest(before);
  const top = 5 * Math.ceil((Math.max(peak, highest(after)) + 4) / 5);
  const low = Math.max(peak - DEPTH, Math.min(lowest(before), lowest(after)));
  const range = [5 * Math.floor((low - 3) / 5), top] as const;
  return (
    <Chart
      label={label}
      x={{
        title,
        range: [frequency[0], frequency[frequency.length - 1]],
        more: { hoverformat: ".5~g" },
        read: (f) => `${plain(Number(f), 5)} ${unit}`,
      }}
      y={[
        { title: "Power per bin", unit: "dB", digits: 1, range },
        { title: "Gain", unit: "dB", digits: 1, right: true, range: [range[0] - peak, range[1] - peak] },
      ]}
      curves={[
        { name: "before", colour: "--sent", x: frequency, y: before, width: 1.25 },
        { name: "after", colour: "--blue", x: frequency, y: after, width: 1.75 },
        { name: "gain", colour: "--orange", x: frequency, y: gain, width: 1.75, dash: "dot", axis: 1 },
      ]}
      revision={`${title} ${frequency[0]} ${range.join(" ")}`}
    />
  );
}

const finite = (values: ArrayLike<number>) => Array.from(values).filter(Number.isFinite);
const highest = (values: ArrayLike<number>) => finite(values).reduce((a, b) => Math.max(a, b), -200);
const lowest = (values: ArrayLike<number>) => finite(values).reduce((a, b) => Math.min(a, b), 200);
