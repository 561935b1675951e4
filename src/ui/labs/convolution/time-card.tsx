import type { ConvolutionResult, MethodName } from "#core/convolution/experiment/comparison.ts";
import { Measured, RunCard } from "../../kit/run-card.tsx";
import { useAttention } from "../../figures/attention.ts";
import { plain, whole } from "../../format.ts";
import { MethodCurves } from "../../figures/method-curves.tsx";
import { compareLengths, comparison, latency, useConvolution } from "./store.ts";
import { axisOf, curvesOf, publishedOf } from "./curves.ts";
import { TIME_LESSON } from "./lessons.ts";
import { STYLES } from "./methods.ts";
import { Refusals } from "./refusals.tsx";
import { LatencyLine } from "../../kit/latency-line.tsx";
import { useResults, useRun, useWanted } from "../../kit/run.ts";
import { Button } from "../../elements/button.tsx";
import { Check } from "../../elements/check.tsx";

export function TimeCard() {
  const perSignal = useConvolution((store) => store.perSignal);
  const highlight = useAttention((state) => state.highlight);
  const { config, results } = useResults(comparison);
  const { filter: taps } = useWanted(latency);
  const curves = curvesOf(
    config,
    results,
    ({ ms, batch }) => (ms === null ? null : perSignal ? ms / batch : ms),
    highlight,
  ).map((curve, i) => ({ ...curve, published: publishedOf(config, config.methods[i], perSignal) }));
  const { size, title } = axisOf(config);
  const published = curves.some((curve) => curve.published.points.length > 0);
  const timed =
    results.find(({ ms, method }) => ms !== null && !method.startsWith("cpu-")) ?? results.find(({ ms }) => ms);
  const fewest = Math.min(...results.map(({ signals, batch }) => signals ?? batch));
  const proportion =
    fewest < Math.min(...results.map(({ batch }) => batch))
      ? `, batch times scaled from ${whole(fewest)} ${fewest === 1 ? "signal" : "signals"} or more`
      : "";
  const clock = config.transfers === "included" ? "wall clock, transfers included" : timed?.timing;
  const summary = describe(results, size);
  return (
    <RunCard
      of={comparison}
      times="and errors"
      sketch="crossing"
      empty="No times yet. Run compares the chosen methods on the same samples."
      name="time"
      title="Time"
      lesson={TIME_LESSON}
      look={<>Shows which method is fastest at each size. {published && "Hollow marks: published in 2017. "}</>}
      summary={summary}
      outdated="These times belong to earlier sizes."
      table={
        results.length > 0 &&
        (() => ({
          columns: ["signal", "filter", "batch", "method", "time (ms)", "wrong", "timing", "why not"],
          rows: results.map(({ signal, filter, batch, method, ms, wrong, timing, reason }) => {
            return [signal, filter, batch, method, ms, wrong ? "yes" : "no", timing ?? null, reason ?? null];
          }),
        }))
      }
      controls={
        <Check
          title="Show times and operations per signal instead of per batch"
          checked={perSignal}
          onChange={() => useConvolution.setState({ perSignal: !perSignal })}
        >
          per signal
        </Check>
      }
      foot={
        <>
          <Lengths />
          {results.length > 0 && <Refusals results={results} size={(result) => result[size]} styles={STYLES} />}
          <LatencyLine of={latency} unit={`One block of the FFT filter with ${whole(taps)} taps`} />
        </>
      }
    >
      {results.length > 0 && (
        <>
          <MethodCurves
            label={`Time over ${title.toLowerCase()}. ${summary ?? "Nothing measured yet."}`}
            curves={curves}
            xTitle={title}
            yTitle={perSignal ? "Time per signal (ms)" : "Time for the batch (ms)"}
            unit="ms"
          />
          {timed && (
            <Measured
              by={`${clock}, median of ${timed.method.startsWith("cpu-") ? timed.runs : runsOf(results)}${proportion}`}
            >
              {published && "Hollow marks: one Tesla K40c or its CPU, 2017."}
            </Measured>
          )}
        </>
      )}
    </RunCard>
  );
}

/** The numbers of measurements on the GPU: fewer where the first ones agree. */
function runsOf(results: readonly ConvolutionResult[]): string {
  const runs = results.flatMap(({ method, runs }) => (method.startsWith("cpu-") ? [] : (runs ?? [])));
  const [least, most] = [Math.min(...runs), Math.max(...runs)];
  return least === most ? String(most) : `${least} to ${most}`;
}

/** Offers the comparison over filter lengths where the results have one size only. */
function Lengths() {
  const { phase } = useRun(comparison);
  const { config, results } = useResults(comparison);
  if (config.sweep !== "none" || results.length === 0 || phase === "running") return null;
  return (
    <p className="caveat">
      One size was measured: {whole(config.filter)} taps.{" "}
      <Button look="link" onClick={compareLengths}>
        Compare filter lengths
      </Button>{" "}
      to see where the curves cross.
    </p>
  );
}

/** A sentence that names the fastest correct method at the last point. */
function describe(results: readonly ConvolutionResult[], size: "signal" | "filter" | "batch"): string | undefined {
  const last = results.findLast(({ ms }) => ms !== null);
  if (!last) return undefined;
  const right = results.filter((result) => result[size] === last[size] && result.ms !== null && !result.wrong);
  const best = right.toSorted((a, b) => a.ms! - b.ms!)[0];
  if (!best) return `No method is correct at ${size} ${last[size]}.`;
  return `${results.length} measurements. Fastest at ${size} ${last[size]}: ${STYLES[best.method as MethodName].short}, ${plain(best.ms!, 3)} ms.`;
}
