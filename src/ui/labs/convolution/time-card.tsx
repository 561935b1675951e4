import { useMemo, useRef } from "react";
import type { ConvolutionResult, MethodName } from "#core/convolution/experiment/comparison.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { RunNote } from "../../kit/run-note.tsx";
import { plain, whole } from "../../format.ts";
import { MethodCurves } from "../../figures/method-curves.tsx";
import { isRunOutdated, showTimes, toggleRun, useConvolution } from "./store.ts";
import { isSoftware, useLab } from "../../kit/engine.ts";
import { axisOf, curvesOf, publishedOf } from "./curves.ts";
import { TIME_LESSON } from "./lessons.ts";
import { STYLES } from "./methods.ts";
import { Refusals } from "./refusals.tsx";
import { RunButton } from "./run-button.tsx";
import { NoResult } from "./no-result.tsx";
import { useShown } from "./shown.ts";
import { SoftwareNote } from "../../kit/software-note.tsx";

export function TimeCard() {
  const { comparison, perSignal, asked, highlight } = useConvolution();
  const outdated = useConvolution((store) => isRunOutdated(store, "comparison"));
  const { phase, failure } = comparison;
  const gpu = useLab((store) => store.gpu);
  const hidden = useLab(isSoftware) && !asked;
  const picture = useRef<Picture>(null);
  const { config, results } = useShown();
  const curves = useMemo(
    () =>
      curvesOf(config, results, ({ ms, batch }) => (ms === null ? null : perSignal ? ms / batch : ms), highlight).map(
        (curve, i) => ({ ...curve, published: publishedOf(config, config.methods[i], perSignal) }),
      ),
    [config, results, perSignal, highlight],
  );
  const { size, title } = axisOf(config);
  const published = curves.some((curve) => curve.published.points.length > 0);
  const timed =
    results.find(({ ms, method }) => ms !== null && !method.startsWith("cpu-")) ?? results.find(({ ms }) => ms);
  const fewest = Math.min(...results.map(({ signals, batch }) => signals ?? batch));
  const summary = hidden ? undefined : describe(results, size);
  return (
    <FigureCard
      name="time"
      title="Time"
      lesson={TIME_LESSON}
      look={
        <>
          Which method wins where, and by how much. {published && "Hollow: published in 2017. "}
          {outdated && <em>These times are of earlier sizes.</em>}
        </>
      }
      summary={summary}
      busy={outdated && phase !== "running"}
      failure={failure}
      onRetry={() => toggleRun("comparison")}
      picture={picture}
      table={
        results.length > 0 && !hidden
          ? () => ({
              columns: ["signal", "filter", "batch", "method", "time (ms)", "wrong", "timing", "why not"],
              rows: results.map(({ signal, filter, batch, method, ms, wrong, timing, reason }) => {
                return [signal, filter, batch, method, ms, wrong ? "yes" : "no", timing ?? null, reason ?? null];
              }),
            })
          : undefined
      }
      controls={
        <>
          <label className="check" title="Times and operations of one signal instead of the whole batch's">
            <input
              type="checkbox"
              checked={perSignal}
              onChange={() => useConvolution.setState({ perSignal: !perSignal })}
            />
            per signal
          </label>
          <RunButton name="comparison" />
        </>
      }
    >
      {hidden ? (
        <SoftwareNote onAsk={showTimes} />
      ) : results.length === 0 ? (
        <NoResult name="comparison">
          Nothing has been measured yet. Run compares the chosen methods on the same samples.
        </NoResult>
      ) : (
        <>
          <MethodCurves
            label={`Time over ${title.toLowerCase()}. ${summary ?? "Nothing measured yet."}`}
            curves={curves}
            xTitle={title}
            yTitle={perSignal ? "Time a signal (ms)" : "Time for the batch (ms)"}
            unit="ms"
            picture={picture}
          />
          {timed && gpu.state === "open" && gpu.available && (
            <p className="caveat">
              {gpu.adapter.name}, {config.transfers === "included" ? "wall clock, transfers included" : timed.timing},
              median of {timed.runs}
              {fewest < Math.min(...results.map(({ batch }) => batch)) &&
                `, batches in proportion from ${whole(fewest)} ${fewest === 1 ? "signal" : "signals"} or more`}
              {gpu.adapter.software && "; a software adapter"}.{" "}
              {published && "Hollow: one Tesla K40c or its CPU, 2017."}
            </p>
          )}
          <Refusals results={results} size={(result) => result[size]} styles={STYLES} />
        </>
      )}
      <RunNote run={comparison} />
    </FigureCard>
  );
}

/** The fastest right method at the last point, in words. */
function describe(results: readonly ConvolutionResult[], size: "signal" | "filter" | "batch"): string | undefined {
  const last = results.findLast(({ ms }) => ms !== null);
  if (!last) return undefined;
  const right = results.filter((result) => result[size] === last[size] && result.ms !== null && !result.wrong);
  const best = right.toSorted((a, b) => a.ms! - b.ms!)[0];
  if (!best) return `No method is right at ${size} ${last[size]}.`;
  return `${results.length} measurements. Fastest at ${size} ${last[size]}: ${STYLES[best.method as MethodName].short}, ${plain(best.ms!, 3)} ms.`;
}
