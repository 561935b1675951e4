import type { ModulationThroughput } from "#core/mimo/experiment/modulations.ts";
import { PUBLISHED_MTT } from "#core/mimo/experiment/published.ts";
import { type MethodCurve, MethodCurves } from "../../figures/method-curves.tsx";
import { plain, si } from "../../format.ts";
import { Measured, RunCard } from "../../kit/run-card.tsx";
import { useAttention } from "../../figures/attention.ts";
import { LatencyLine } from "../../kit/latency-line.tsx";
import { useResults, useWanted } from "../../kit/run.ts";
import { latency, throughput } from "./store.ts";
import { DETECTORS } from "./detectors.ts";
import { THROUGHPUT_LESSON } from "./lessons.ts";

export function ThroughputCard() {
  const highlight = useAttention((state) => state.highlight);
  const { config, results } = useResults(throughput);
  const { antennas } = config;
  const { detector: wanted } = useWanted(latency);
  const published = PUBLISHED_MTT.filter((entry) => entry.antennas === antennas);
  const curves = config.detectors.map((name): MethodCurve => {
    const mine = results.filter(({ detector, what }) => detector === name && what === "detector");
    const marks = (list: readonly { qam: string; mbits: number }[]) =>
      list.map(({ qam, mbits }) => ({ x: Number(qam), y: mbits }));
    return {
      ...DETECTORS[name],
      faded: highlight !== undefined && highlight !== name,
      points: marks(mine),
      published: name === "mtt" ? { points: marks(published), on: "Tesla C1060" } : undefined,
    };
  });
  const summary = describe(results);
  const [first] = results;
  return (
    <RunCard
      of={throughput}
      times
      sketch="falling"
      name="throughput"
      title="Throughput"
      width="roomy"
      lesson={THROUGHPUT_LESSON}
      look={
        <>
          Detected bits per second of the detector alone. {published.length > 0 && "Hollow: MTT as published in 2010. "}
        </>
      }
      summary={summary}
      first="Measure"
      empty={
        published.length > 0
          ? "“Measure” times the detectors on this adapter at 4-, 16- and 64-QAM. Published times of MTT on a Tesla C1060 are drawn beside them."
          : "“Measure” times the detectors on this adapter at 4-, 16- and 64-QAM. Published numbers are for 2 and 4 antennas."
      }
      table={results.length > 0 && (() => tableOf(antennas, results))}
      foot={
        <>
          {first && (
            <Measured by={`${first.method}, ${antennas} × ${antennas}, ${first.uses} uses per batch at 4-QAM`}>
              {published.length > 0 && "Hollow: one Tesla C1060, kernel only, M. Wu 2010."}
            </Measured>
          )}
          <LatencyLine of={latency} unit={`One vector with ${DETECTORS[wanted].short}`} />
        </>
      }
    >
      {first && (
        <MethodCurves
          label={`Throughput over the modulation. ${summary}`}
          curves={curves}
          xTitle="Points of the modulation Q"
          yTitle="Throughput (Mbit/s)"
          unit="Mbit/s"
        />
      )}
    </RunCard>
  );
}

const tableOf = (antennas: number, results: readonly ModulationThroughput[]) => ({
  columns: ["what", "detector", "antennas", "QAM", "Mbit/s", "ms", "uses", "paths", "operations", "timing"],
  rows: results.map(({ what, detector, qam, mbits, ms, uses, paths, operations, method }) => {
    return [what, detector, antennas, Number(qam), mbits, ms, uses, paths, operations, method];
  }),
});

/** A sentence about the fastest detector at each modulation. */
function describe(results: readonly ModulationThroughput[]): string | undefined {
  const alone = results.filter(({ what }) => what === "detector");
  if (alone.length === 0) return undefined;
  const parts = [...new Set(alone.map(({ qam }) => qam))].map((qam) => {
    const [best] = alone.filter((result) => result.qam === qam).toSorted((a, b) => b.mbits - a.mbits);
    return `${qam}-QAM: ${DETECTORS[best.detector].short} ${si(1e6 * best.mbits, "bit/s", 3)} in ${plain(best.ms, 3)} ms`;
  });
  return `Fastest at ${parts.join("; ")}.`;
}
