import { useMemo, useRef } from "react";
import type { Way } from "#core/filters/experiment.ts";
import { publishedNear, publishedRate } from "#core/filters/published.ts";
import type { WaysResult } from "#core/filters/ways.ts";
import type { Picture } from "../../figures/card.tsx";
import { NoResult } from "../../kit/no-result.tsx";
import { Measured, RunCard } from "../../kit/run-card.tsx";
import { showTimes, useTimesHidden } from "../../kit/software-note.tsx";
import { fixed, plain, whole } from "../../format.ts";
import { useRun } from "../../kit/run.ts";
import { type WayBar, WaysChart } from "./charts/ways-chart.tsx";
import { ways } from "./store/runs.ts";
import { useFilters } from "./store/filters.ts";
import { WAY_STYLES } from "./ways.ts";

const NONE: readonly WaysResult[] = [];

/** The card that compares all methods on the same noise: their speed and their error against float64. */
export function WaysCard() {
  const view = useFilters(({ designed }) => designed.view);
  const hidden = useTimesHidden();
  const picture = useRef<Picture>(null);
  const results = useRun(ways).step?.state.results ?? NONE;
  const bars = useMemo(() => results.filter(({ ms }) => ms !== null).map(barOf), [results]);
  const refused = results.filter(({ reason }) => reason);
  const summary = results.length > 0 ? describe(results, hidden) : undefined;
  const published = !hidden && bars.some((bar) => bar.published !== undefined);
  const [first] = results;
  const stability =
    view?.kind === "iir" ? `The filter is ${view.stability.verdict}.` : "A filter with taps only is always stable.";
  return (
    <RunCard
      of={ways}
      first="Compare"
      name="ways"
      title="Time and error"
      lesson={async () => (await import("./signal-lessons.ts")).WAYS_LESSON}
      look="All methods give the same samples up to rounding. They differ in speed."
      outdated="These results are for another filter."
      summary={summary}
      picture={picture}
      table={
        results.length > 0
          ? () => ({
              columns: [
                "way",
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
            })
          : undefined
      }
      foot={
        <>
          {refused.length > 0 && (
            <ul className="refusal-list">
              {refused.map(({ method, reason }) => (
                <li key={method}>
                  <strong>{WAY_STYLES[method as Way].short}</strong> does not take this filter:{" "}
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
        <WaysChart label={`Speed and error of each method. ${summary}`} bars={bars} timed={!hidden} picture={picture} />
      )}
      {results.length === 0 && (
        <NoResult of={ways}>
          “Compare” computes this filter by every method, on the GPU and on one core of the CPU.
        </NoResult>
      )}
    </RunCard>
  );
}

const speedOf = ({ samples, ms }: WaysResult) => (ms === null ? undefined : samples / ms / 1e3);
const errorDbOf = ({ maxError }: WaysResult) =>
  maxError === null ? undefined : Math.max(-400, 20 * Math.log10(maxError));

function barOf(result: WaysResult): WayBar {
  const { method, size, wrong } = result;
  const published = publishedNear(method as Way, size);
  return {
    name: WAY_STYLES[method as Way].short,
    colour: WAY_STYLES[method as Way].colour,
    speed: speedOf(result),
    published: published && publishedRate(published) / 1e6,
    errorDb: errorDbOf(result),
    wrong,
  };
}

function describe(results: readonly WaysResult[], hidden: boolean): string {
  const right = results.filter(({ ms, wrong }) => ms !== null && !wrong);
  if (right.length === 0) return "No method has a correct result.";
  const worst = Math.max(...right.map((result) => errorDbOf(result) ?? -400));
  const errors = `Errors of ${right.length} methods: at most ${fixed(worst, 0)} dB.`;
  if (hidden) return errors;
  const [best] = right.toSorted((a, b) => a.ms! - b.ms!);
  return `${errors} Fastest: ${WAY_STYLES[best.method as Way].name}, ${plain(speedOf(best)!, 3)} Msamples/s.`;
}

/** A link that shows a software adapter's times. */
function AskTimes() {
  return (
    <p className="caveat">
      Times are hidden, because a CPU emulates the GPU here.{" "}
      <button type="button" className="link" onClick={showTimes}>
        Show its times anyway
      </button>
    </p>
  );
}
