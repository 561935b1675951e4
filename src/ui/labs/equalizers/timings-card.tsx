import { chainShares, chainTimes, REAL_TIME_MS, receiverStages } from "#core/telemetry/experiment/published.ts";
import { plain } from "../../format.ts";
import { Measured, RunCard } from "../../kit/run-card.tsx";
import { LatencyLine } from "../../kit/latency-line.tsx";
import { useRun } from "../../kit/run.ts";
import { useStartInSight } from "./start-in-sight.ts";
import { ALGORITHMS } from "./algorithms.ts";
import { Shares } from "./charts/shares.tsx";
import { Chart, type ChartAxis } from "../../figures/chart.tsx";
import { lessonOf } from "./lesson-of.ts";
import { solvers } from "./store/solvers.ts";
import { sweep } from "./store/sweep.ts";
import { latency, timings as run } from "./store/timings.ts";

/** A real GPU times its stages after the first sweep, but compiles nothing for it before the card is in sight. */
const OTHERS = [sweep, solvers, latency] as const;

export function TimingsCard() {
  useStartInSight(run, "timings", OTHERS);
  const timings = useRun(run).step?.state.timings;
  const stages = timings ? chainTimes(timings.stages, timings.packets) : [];
  const shares = timings ? chainShares(timings.stages).map((part) => ({ ...part, colour: colourOf(part.name) })) : [];
  const total = receiverStages(timings?.stages ?? []).reduce((sum, { ms }) => sum + ms, 0);
  const speed = timings ? plain(timings.realTimeMs / total, 3) : "";
  const method = timings?.stages[0]?.method;
  const summary = timings
    ? `The receiver’s stages take ${plain(total, 3)} ms for ${timings.packets} packets, ${speed} times real time, on ${timings.adapter.name}.`
    : undefined;
  return (
    <RunCard
      of={run}
      times
      first="Measure"
      empty="“Measure” times every stage of the receiver on this adapter."
      sketch="bars"
      name="timings"
      lesson={lessonOf("timings")}
      title="Kernel timings"
      width="full"
      look="The time of each stage for 3104 packets, beside the thesis’s. Left of the dotted line, a stage is faster than real time."
      summary={summary}
      table={
        timings &&
        (() => ({
          columns: ["stage", `time for ${timings.packets} packets (ms)`, "method"],
          rows: timings.stages.map(({ kernel, ms, method }) => [kernel, ms, method]),
        }))
      }
      foot={
        <>
          {timings && (
            <Measured
              by={`${method}, ${timings.repeats === 1 ? "one run" : `mean of ${timings.repeats} runs`} of ${timings.packets} packets`}
            />
          )}
          <LatencyLine of={latency} unit="One packet" />
        </>
      }
    >
      {timings && (
        <>
          <Chart
            label={`Kernel timings. ${summary}`}
            x={timeAxis(stages)}
            y={{ title: "", names: stages.map(({ name }) => name) }}
            curves={[
              {
                ...STAGE_DOTS,
                name: "published, Tesla K40c and K20c",
                colour: "--muted",
                x: stages.map(({ publishedMs }) => publishedMs ?? null),
                y: stages.map(({ name }) => name),
                symbol: "circle-open",
                size: 9,
                edge: 1.5,
              },
              {
                ...STAGE_DOTS,
                name: "here",
                colour: "--response",
                x: stages.map(({ ms }) => ms),
                y: stages.map(({ name }) => name),
                symbol: "diamond",
                size: 10,
              },
            ]}
            rules={[
              {
                x: REAL_TIME_MS,
                colour: "--accent",
                ink: "--ink",
                text: `real time, ${REAL_TIME_MS} ms`,
                at: "above left",
              },
            ]}
            nearest
          />
          <Shares label="Share of the receiver’s time, all equalizers together" parts={shares} />
          <p className="speed">
            <strong>{speed}</strong> × real time{" "}
            <span className="muted">Shares of the receiver's time, without transmitter and channel</span>
          </p>
        </>
      )}
    </RunCard>
  );
}

const STAGE_DOTS = { width: 0, more: { cliponaxis: false } };

/** The axis is logarithmic, so that times are dots: the length of a bar would depend on where the axis begins. */
function timeAxis(stages: readonly { ms: number; publishedMs?: number }[]): ChartAxis {
  const values = stages.flatMap(({ ms, publishedMs }) => (publishedMs ? [ms, publishedMs] : [ms]));
  const lowest = Math.floor(Math.log10(Math.min(1, ...values.filter((ms) => ms > 0))));
  return {
    title: "Time for the batch",
    unit: "ms",
    log: true,
    range: [10 ** lowest, 10 ** 0.2 * Math.max(REAL_TIME_MS, ...values)],
    read: (x) => `${plain(Number(x), 3)} ms`,
    more: { minor: { dtick: "D1", showgrid: false, ticks: "outside", ticklen: 3 }, exponentformat: undefined },
  };
}

/** The colour of each stage: an equalizer has its own, shared stages have colours of the page. */
function colourOf(row: string): `--${string}` {
  // FDE1 and FDE2 together have the colour of FDE1.
  const algorithm = Object.values(ALGORITHMS).find(({ short }) => row.split(" and ")[0] === short);
  return algorithm?.colour ?? SHARED[row] ?? "--sent";
}

const SHARED: Readonly<Record<string, `--${string}`>> = {
  "Preamble detector": "--response",
  Estimators: "--accent",
  Filters: "--edge",
  Detector: "--line",
  "Error count": "--ink",
};
