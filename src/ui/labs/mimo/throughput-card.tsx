import { useMemo, useRef } from "react";
import type { ModulationThroughput } from "#core/mimo/experiment/modulations.ts";
import { PUBLISHED_MTT } from "#core/mimo/experiment/published.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { RunNote } from "../../kit/run-note.tsx";
import { SoftwareNote } from "../../kit/software-note.tsx";
import { plain, si } from "../../format.ts";
import { type MethodCurve, MethodCurves } from "../../figures/method-curves.tsx";
import { isReady, isSoftware, useLab } from "../../kit/engine.ts";
import { retryMimo, toggleMimo, useMimo } from "./store.ts";
import { actionOf, isOutdated } from "../../kit/run.ts";
import { DETECTORS } from "./detectors.ts";
import { THROUGHPUT_LESSON } from "./lessons.ts";

const NO_RESULTS: readonly ModulationThroughput[] = [];

export function ThroughputCard() {
  const { config: wanted, throughput, asked, highlight } = useMimo();
  const { step, failure, phase } = throughput;
  const gpu = useLab((store) => store.gpu);
  const ready = useLab(isReady);
  const hidden = useLab(isSoftware) && !asked;
  const picture = useRef<Picture>(null);
  const config = step?.state.config ?? wanted;
  const results = step?.state.results ?? NO_RESULTS;
  const { antennas } = config;
  const published = useMemo(
    () =>
      PUBLISHED_MTT.filter((entry) => entry.antennas === antennas).map(({ qam, mbits }) => ({
        x: Number(qam),
        y: mbits,
      })),
    [antennas],
  );
  const curves = useMemo(
    () =>
      config.detectors.map((name): MethodCurve => {
        const mine = results.filter(({ detector, what }) => detector === name && what === "detector");
        return {
          ...DETECTORS[name],
          faded: highlight !== undefined && highlight !== name,
          points: mine.map(({ qam, mbits }) => ({ x: Number(qam), y: mbits })),
          published: name === "mtt" ? { points: published, on: "Tesla C1060" } : undefined,
        };
      }),
    [config, results, published, highlight],
  );
  const outdated = isOutdated(throughput, wanted);
  const summary = hidden ? undefined : describe(results);
  const [first] = results;
  return (
    <FigureCard
      name="throughput"
      title="Throughput"
      width="roomy"
      lesson={THROUGHPUT_LESSON}
      look={
        <>
          Detected bits a second, detector alone. {published.length > 0 && "Hollow: MTT as published in 2010. "}
          {outdated && <em>These are of an earlier experiment.</em>}
        </>
      }
      summary={summary}
      busy={outdated && phase !== "running"}
      failure={failure}
      onRetry={() => retryMimo("throughput")}
      picture={picture}
      table={
        results.length > 0 && !hidden
          ? () => ({
              columns: ["what", "detector", "antennas", "QAM", "Mbit/s", "ms", "uses", "paths", "operations", "timing"],
              rows: results.map(({ what, detector, qam, mbits, ms, uses, paths, operations, method }) => {
                return [what, detector, antennas, Number(qam), mbits, ms, uses, paths, operations, method];
              }),
            })
          : undefined
      }
      controls={
        !hidden && (
          <button type="button" className="button" disabled={!ready} onClick={() => toggleMimo("throughput")}>
            {actionOf(throughput, wanted, "Measure")}
          </button>
        )
      }
    >
      {hidden ? (
        <SoftwareNote onAsk={() => useMimo.setState({ asked: true })} />
      ) : (
        <>
          {results.length > 0 && (
            <MethodCurves
              label={`Throughput over the modulation. ${summary}`}
              curves={curves}
              xTitle="Points of the modulation Q"
              yTitle="Throughput (Mbit/s)"
              unit="Mbit/s"
              picture={picture}
            />
          )}
          <RunNote
            run={throughput}
            empty={
              published.length > 0
                ? "Detectors timed on this adapter at 4-, 16- and 64-QAM, beside MTT on a Tesla C1060."
                : "Detectors timed on this adapter at 4-, 16- and 64-QAM; published numbers are for 2 and 4 antennas."
            }
          />
          {first && gpu.state === "open" && gpu.available && (
            <p className="caveat">
              {gpu.adapter.name}, {first.method}, {antennas} × {antennas}, {first.uses} uses at a time at 4-QAM
              {gpu.adapter.software && "; a software adapter"}.{" "}
              {published.length > 0 && "Hollow: one Tesla C1060, kernel only, M. Wu 2010."}
            </p>
          )}
        </>
      )}
    </FigureCard>
  );
}

/** The fastest detector at each modulation, in words. */
function describe(results: readonly ModulationThroughput[]): string | undefined {
  const alone = results.filter(({ what }) => what === "detector");
  if (alone.length === 0) return undefined;
  const parts = [...new Set(alone.map(({ qam }) => qam))].map((qam) => {
    const [best] = alone.filter((result) => result.qam === qam).toSorted((a, b) => b.mbits - a.mbits);
    return `${qam}-QAM: ${DETECTORS[best.detector].short} ${si(1e6 * best.mbits, "bit/s", 3)} in ${plain(best.ms, 3)} ms`;
  });
  return `Fastest at ${parts.join("; ")}.`;
}
