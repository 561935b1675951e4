import { useMemo, useRef } from "react";
import type { TurboExperiment } from "#core/codes/turbo/experiment/experiment.ts";
import { TABLE_5_3 } from "#core/codes/turbo/experiment/published.ts";
import type { TurboThroughput } from "#core/codes/turbo/experiment/throughput.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { RunNote } from "../../kit/run-note.tsx";
import { SoftwareNote } from "../../kit/software-note.tsx";
import { plain, si } from "../../format.ts";
import { type MethodCurve, MethodCurves } from "../../figures/method-curves.tsx";
import { isReady, isSoftware, useLab } from "../../kit/engine.ts";
import { actionOf, isOutdated } from "../../kit/run.ts";
import { chooseTable, retryTurbo, toggleTurbo, useTurbo } from "./store.ts";
import { ALGORITHM_NAMES, decoderStyles } from "./decoders.ts";
import { THROUGHPUT_LESSON } from "./lessons.ts";

const NO_RESULTS: readonly TurboThroughput[] = [];
/** What the project sets itself on one H100: K = 6144, 6 iterations, max-log, W = 64. */
const REACH = { y: 3000, text: "set for one H100: 3 Gbit/s" };

export function ThroughputCard() {
  const { config: wanted, throughput, table, asked } = useTurbo();
  const { step, failure, phase } = throughput;
  const gpu = useLab((store) => store.gpu);
  const ready = useLab(isReady);
  const hidden = useLab(isSoftware) && !asked;
  const picture = useRef<Picture>(null);
  const config = step?.state.config ?? wanted;
  const results = step?.state.results ?? NO_RESULTS;
  const curves = useMemo(() => curvesOf(config, results), [config, results]);
  const outdated = isOutdated(throughput, wanted);
  const summary = hidden ? undefined : describe(results);
  const [first] = results;
  const published = config.length === 6144;
  return (
    <FigureCard
      name="throughput"
      title="Throughput"
      lesson={THROUGHPUT_LESSON}
      look={
        <>
          Shorter windows are more of them at a time: information bits a second, decoder alone.{" "}
          {published && "Hollow: published in 2010. "}
          {outdated && <em>These are of an earlier experiment.</em>}
        </>
      }
      summary={summary}
      busy={outdated && phase !== "running"}
      failure={failure}
      onRetry={() => retryTurbo("throughput")}
      picture={picture}
      table={
        results.length > 0 && !hidden
          ? () => ({
              columns: ["what", "algorithm", "windows", "W", "iterations", "Mbit/s", "ms", "codewords", "timing"],
              rows: results.map(({ what, algorithm, windows, iterations, mbits, ms, codewords, method }) => {
                const stages = config.length / windows;
                return [what, algorithm, windows, stages, iterations, mbits, ms, codewords, method];
              }),
            })
          : undefined
      }
      controls={
        !hidden && (
          <button type="button" className="button" disabled={!ready} onClick={() => toggleTurbo("throughput")}>
            {actionOf(throughput, wanted, "Measure")}
          </button>
        )
      }
    >
      {hidden ? (
        <SoftwareNote onAsk={() => useTurbo.setState({ asked: true })} />
      ) : (
        <>
          <label className="check">
            <input type="checkbox" checked={table} onChange={() => chooseTable(!table)} />
            the decoders of the published table (1 and 6 iterations, W from 32 to 128)
          </label>
          {results.length > 0 && (
            <MethodCurves
              label={`Throughput over stages of a window. ${summary}`}
              curves={curves}
              xTitle="Stages of a window W = K/P"
              yTitle="Throughput (Mbit/s)"
              unit="Mbit/s"
              line={published ? REACH : undefined}
              picture={picture}
            />
          )}
          <RunNote run={throughput} empty="Decoders timed on this adapter, beside those of a Tesla C1060." />
          {first && gpu.state === "open" && gpu.available && (
            <p className="caveat">
              {gpu.adapter.name}, {first.method}, {first.codewords} codewords at a time
              {gpu.adapter.software && "; a software adapter"}.{" "}
              {published && "Hollow: one Tesla C1060, kernel only, M. Wu 2010, table 5.3."}
            </p>
          )}
        </>
      )}
    </FigureCard>
  );
}

/** One curve an algorithm and number of iterations. */
function curvesOf(config: TurboExperiment, results: readonly TurboThroughput[]): MethodCurve[] {
  const decoders = results.filter(({ what }) => what === "decoder");
  const iterations = [...new Set(decoders.map((result) => result.iterations))].sort((a, b) => a - b);
  if (iterations.length === 0) return [];
  const kinds = (["max-log", "log-map"] as const).flatMap((algorithm) =>
    iterations.map((count) => ({ algorithm, count })),
  );
  const styles = decoderStyles({
    ...config,
    algorithm: ["max-log", "log-map"],
    windows: "1",
    iterations: iterations.slice(0, 6).join(","),
  });
  return kinds.flatMap(({ algorithm, count }, i): MethodCurve[] => {
    const mine = decoders.filter((result) => result.algorithm === algorithm && result.iterations === count);
    if (mine.length === 0) return [];
    const published = TABLE_5_3.filter(
      (entry) => config.length === 6144 && entry.algorithm === algorithm && entry.iterations === count,
    );
    return [
      {
        ...(styles[i] ?? styles[0]),
        short: `${ALGORITHM_NAMES[algorithm]}, ${count} it.`,
        points: mine.map(({ windows, mbits }) => ({ x: config.length / windows, y: mbits })).sort((a, b) => a.x - b.x),
        published: { points: published.map(({ stages, mbits }) => ({ x: stages, y: mbits })), on: "Tesla C1060" },
      },
    ];
  });
}

/** The fastest decoder, and the whole chain around it, in words. */
function describe(results: readonly TurboThroughput[]): string | undefined {
  const [best] = results.filter(({ what }) => what === "decoder").toSorted((a, b) => b.mbits - a.mbits);
  if (!best) return undefined;
  const chain = results.find(
    ({ what, algorithm, windows, iterations }) =>
      what === "chain" && algorithm === best.algorithm && windows === best.windows && iterations === best.iterations,
  );
  const whole = chain ? `; from random bits to counted errors ${si(1e6 * chain.mbits, "bit/s", 3)}` : "";
  return `Fastest: ${ALGORITHM_NAMES[best.algorithm]}, P = ${best.windows}, ${best.iterations} iterations, ${si(1e6 * best.mbits, "bit/s", 3)} in ${plain(best.ms, 3)} ms${whole}.`;
}
