import { Button } from "../../elements/button.tsx";
import { useMemo } from "react";
import type { FilterMethod } from "#core/filters/experiment.ts";
import { publishedNear, publishedRate } from "#core/filters/published.ts";
import type { MethodsResult } from "#core/filters/comparison.ts";
import { Measured, RunCard } from "../../kit/run-card.tsx";
import { showTimes, useTimesHidden } from "../../kit/software-note.tsx";
import { fixed, plain, whole } from "../../format.ts";
import { useResults } from "../../kit/run.ts";
import { Chart, type Curve } from "../../figures/chart.tsx";
import { methods } from "./store/runs.ts";
import { useFilters } from "./store/filters.ts";
import { METHOD_STYLES } from "./methods.ts";

/** The card that compares all methods on the same noise: their speed and their error against float64. */
export function MethodsCard() {
  const view = useFilters(({ designed }) => designed.view);
  const hidden = useTimesHidden();
  const { results } = useResults(methods);
  const bars = useMemo(() => results.filter(({ ms }) => ms !== null).map(barOf), [results]);
  const refused = results.filter(({ reason }) => reason);
  const summary = results.length > 0 ? describe(results, hidden) : undefined;
  const published = !hidden && bars.some((bar) => bar.published !== undefined);
  const [first] = results;
  const stability =
    view?.kind === "iir" ? `The filter is ${view.stability.verdict}.` : "A filter with taps only is always stable.";
  return (
    <RunCard
      of={methods}
      first="Compare"
      sketch="bars"
      empty="“Compare” computes this filter by every method, on the GPU and on one core of the CPU."
      filled={results.length > 0}
      name="ways"
      title="Time and error"
      lesson={async () => (await import("./signal-lessons.ts")).METHODS_LESSON}
      look="All methods give the same samples up to rounding. They differ in speed."
      outdated="These results are for another filter."
      summary={summary}
      table={
        results.length > 0 &&
        (() => ({
          columns: [
            "method",
            "size",
            "samples",
            ...(hidden ? [] : ["time (ms)", "Msamples/s", "part of copy speed", "timing"]),
            "error (dB)",
            "wrong",
            "why not",
          ],
          rows: results.map((result) => {
            const { method, size, samples, ms, fractionOfCopy, timing, wrong, reason } = result;
            const times = [
              ms,
              speedOf(result) ?? null,
              method.startsWith("cpu-") ? null : fractionOfCopy,
              timing ?? null,
            ];
            return [
              method,
              size,
              samples,
              ...(hidden ? [] : times),
              errorDbOf(result) ?? null,
              ms === null ? null : wrong ? "yes" : "no",
              reason ?? null,
            ];
          }),
        }))
      }
      foot={
        <>
          {refused.length > 0 && (
            <ul className="refusal-list">
              {refused.map(({ method, reason }) => (
                <li key={method}>
                  <strong>{METHOD_STYLES[method as FilterMethod].short}</strong> cannot compute this filter:{" "}
                  {reason?.replace(/^[\w/-]+: /, "")}.
                </li>
              ))}
            </ul>
          )}
          {first && (
            <Measured by={`${whole(first.samples)} samples of noise`}>
              {stability} {published && "Hollow: published for a GT 540M or one core of a Core i7-2670QM."}
            </Measured>
          )}
          {hidden && results.length > 0 && <AskTimes />}
        </>
      }
    >
      {bars.length > 0 && (
        <MethodsChart label={`Speed and error of each method. ${summary}`} bars={bars} timed={!hidden} />
      )}
    </RunCard>
  );
}

const speedOf = ({ samples, ms }: MethodsResult) => (ms === null ? undefined : samples / ms / 1e3);
const errorDbOf = ({ maxError }: MethodsResult) =>
  maxError === null ? undefined : Math.max(-400, 20 * Math.log10(maxError));

function barOf(result: MethodsResult): MethodBar {
  const { method, size, wrong } = result;
  const published = publishedNear(method as FilterMethod, size);
  return {
    name: METHOD_STYLES[method as FilterMethod].short,
    colour: METHOD_STYLES[method as FilterMethod].colour,
    speed: speedOf(result),
    published: published && publishedRate(published) / 1e6,
    errorDb: errorDbOf(result),
    wrong,
  };
}

function describe(results: readonly MethodsResult[], hidden: boolean): string {
  const right = results.filter(({ ms, wrong }) => ms !== null && !wrong);
  if (right.length === 0) return "No method has a correct result.";
  const worst = Math.max(...right.map((result) => errorDbOf(result) ?? -400));
  const errors = `Errors of ${right.length} methods: at most ${fixed(worst, 0)} dB.`;
  if (hidden) return errors;
  const [best] = right.toSorted((a, b) => a.ms! - b.ms!);
  return `${errors} Fastest: ${METHOD_STYLES[best.method as FilterMethod].name}, ${plain(speedOf(best)!, 3)} Msamples/s.`;
}

/** A link that shows a software adapter's times. */
function AskTimes() {
  return (
    <p className="caveat">
      Times are hidden, because a CPU emulates the GPU here.{" "}
      <Button look="link" onClick={showTimes}>
        Show the times anyway
      </Button>
    </p>
  );
}

interface MethodBar {
  name: string;
  colour: `--${string}`;
  /** 10⁶ samples per second; undefined where the method has no meaningful result. */
  speed?: number;
  /** Published speed, 10⁶ samples per second. */
  published?: number;
  /** Error against float64, dB. */
  errorDb?: number;
  wrong: boolean;
}

/** End of the error axis, dB: float32 reaches no less. */
const LEAST_ERROR = -150;

/**
 * Speed and error of several methods side by side, one row per method. `timed`: false omits the speeds, which mean nothing on a
 * software adapter. Speeds are points: their logarithmic axis has no zero, so the
 * length of a bar would mean nothing.
 */
function MethodsChart({ label, bars, timed }: { label: string; bars: readonly MethodBar[]; timed: boolean }) {
  const names = bars.map(({ name }) => name);
  const known = bars.flatMap(({ speed, published }) => [speed ?? [], published ?? []].flat());
  const lowest = Math.floor(Math.log10(Math.min(1, ...known)));
  const highest = Math.ceil(Math.log10(Math.max(10, ...known)) + 0.15);
  const rows = { title: "", names, more: { tickfont: { size: 12 } } };
  const common = { legend: false, nearest: true, more: { bargap: 0.35, dragmode: false } };
  return (
    <div className="methods-chart" data-timed={timed || undefined}>
      {timed && (
        <Chart
          {...common}
          label={label}
          x={{ title: "Msamples/s", log: true, range: [10 ** lowest, 10 ** highest], more: { exponentformat: "B" } }}
          y={rows}
          curves={speedsOf(bars, names)}
        />
      )}
      <Chart
        {...common}
        label={timed ? "Error of each method" : label}
        x={{ title: "Error", unit: "dB", digits: 1, range: [0, LEAST_ERROR], step: 50, more: { zeroline: true } }}
        y={timed ? { ...rows, more: { showticklabels: false } } : rows}
        curves={[false, true].map((wrong) => errorsOf(bars, names, wrong))}
      />
    </div>
  );
}

const UNCUT = { cliponaxis: false };

function speedsOf(bars: readonly MethodBar[], names: readonly string[]): Curve[] {
  const beside = { mode: "markers+text", textposition: "middle right" };
  return [
    {
      name: "samples per second",
      colour: bars.map(({ colour, wrong }) => (wrong ? "--danger" : colour)),
      x: bars.map(({ speed }) => speed ?? null),
      y: names,
      width: 0,
      symbol: "circle",
      size: 10,
      says: "%{y}: %{x:.3~g} Msamples/s<extra></extra>",
      more: { ...UNCUT, ...beside, text: bars.map(({ speed }) => (speed === undefined ? "" : plain(speed, 3))) },
    },
    {
      name: "published, GT 540M or its CPU",
      colour: "--ink",
      x: bars.map(({ published }) => published ?? null),
      y: names,
      width: 0,
      symbol: "circle-open",
      size: 12,
      edge: 1.5,
      says: "%{y}, published: %{x:.3~g} Msamples/s<extra></extra>",
      more: UNCUT,
    },
  ];
}

/** The errors of correct or of wrong methods; bars of the latter are hollow. */
function errorsOf(bars: readonly MethodBar[], names: readonly string[], wrong: boolean): Curve {
  const shown = bars.map(({ errorDb, wrong: isWrong }) => (isWrong === wrong ? errorDb : undefined));
  return {
    name: "error",
    colour: wrong ? "--danger" : bars.map(({ colour }) => colour),
    hollow: wrong,
    x: shown.map((errorDb) => errorDb ?? null),
    y: names,
    bars: 0,
    says: "%{y}: %{x:.1f} dB<extra></extra>",
    more: {
      ...UNCUT,
      textposition: "auto",
      text: bars.map(({ wrong: isWrong }, i) => {
        const db = shown[i] === undefined ? "" : fixed(shown[i], 0);
        return isWrong === wrong ? `${db}${wrong ? " ✕" : ""}` : "";
      }),
    },
  };
}
