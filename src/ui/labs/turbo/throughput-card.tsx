import type { TurboExperiment } from "#core/codes/turbo/experiment/experiment.ts";
import { TABLE_5_3 } from "#core/codes/turbo/experiment/published.ts";
import type { TurboThroughput } from "#core/codes/turbo/experiment/throughput.ts";
import { Measured, RunCard } from "../../kit/run-card.tsx";
import { plain, si } from "../../format.ts";
import { type MethodCurve, MethodCurves } from "../../figures/method-curves.tsx";
import { LatencyLine } from "../../kit/latency-line.tsx";
import { useResults } from "../../kit/run.ts";
import { chooseTable, latency, throughput, useTurbo } from "./store.ts";
import { ALGORITHM_NAMES, decoderStyles } from "./decoders.ts";
import { THROUGHPUT_LESSON } from "./lessons.ts";
import { Check } from "../../elements/check.tsx";
import TIMES from "./bench-times.json" with { type: "json" };

/** What the bench measured: 1536 codewords of K = 6144, 6 iterations, max-log, W = 64. */
const [{ ms }] = Object.values(TIMES.lines);
const MBITS = (1536 * 6144) / ms / 1e3;
const BENCHED = { y: MBITS, text: `one ${TIMES.gpu}, max-log, 6 it., W = 64: ${(MBITS / 1e3).toFixed(1)} Gbit/s` };

export function ThroughputCard() {
  const table = useTurbo((store) => store.table);
  const { config, results } = useResults(throughput);
  const curves = curvesOf(config, results);
  const summary = describe(results);
  const [first] = results;
  const published = config.length === 6144;
  return (
    <RunCard
      of={throughput}
      times
      sketch="rising"
      name="throughput"
      title="Throughput"
      lesson={THROUGHPUT_LESSON}
      look={
        <>
          Shorter windows give more parallel work. The figure shows information bits per second of the decoder alone.{" "}
          {published && "Hollow: published in 2010. "}
        </>
      }
      summary={summary}
      first="Measure"
      empty="“Measure” times the decoders on this adapter. Published times of a Tesla C1060 are drawn beside them."
      filled={first !== undefined}
      table={
        results.length > 0 &&
        (() => ({
          columns: ["what", "algorithm", "windows", "W", "iterations", "Mbit/s", "ms", "codewords", "timing"],
          rows: results.map(({ what, algorithm, windows, iterations, mbits, ms, codewords, method }) => {
            const stages = config.length / windows;
            return [what, algorithm, windows, stages, iterations, mbits, ms, codewords, method];
          }),
        }))
      }
      foot={
        <>
          {first && (
            <Measured by={`${first.method}, ${first.codewords} codewords per batch`}>
              {published && "Hollow: one Tesla C1060, kernel only, M. Wu 2010, table 5.3."}
            </Measured>
          )}
          <LatencyLine of={latency} unit="One codeword" />
        </>
      }
    >
      <Check checked={table} onChange={() => chooseTable(!table)}>
        the decoders of the published table (1 and 6 iterations, W from 32 to 128)
      </Check>
      {first && (
        <MethodCurves
          label={`Throughput over stages per window. ${summary}`}
          curves={curves}
          xTitle="Stages per window W = K/P"
          yTitle="Throughput (Mbit/s)"
          unit="Mbit/s"
          line={published ? BENCHED : undefined}
        />
      )}
    </RunCard>
  );
}

/** One curve per algorithm and number of iterations. */
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

/** A sentence about the fastest decoder and the whole chain with it. */
function describe(results: readonly TurboThroughput[]): string | undefined {
  const [best] = results.filter(({ what }) => what === "decoder").toSorted((a, b) => b.mbits - a.mbits);
  if (!best) return undefined;
  const chain = results.find(
    ({ what, algorithm, windows, iterations }) =>
      what === "chain" && algorithm === best.algorithm && windows === best.windows && iterations === best.iterations,
  );
  const whole = chain
    ? `; the whole chain, from random bits to counted errors, ${si(1e6 * chain.mbits, "bit/s", 3)}`
    : "";
  return `Fastest: ${ALGORITHM_NAMES[best.algorithm]}, P = ${best.windows}, ${best.iterations} iterations, ${si(1e6 * best.mbits, "bit/s", 3)} in ${plain(best.ms, 3)} ms${whole}.`;
}
