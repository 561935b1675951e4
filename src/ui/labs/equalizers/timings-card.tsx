import { useMemo, useRef } from "react";
import { chainShares, chainTimes, REAL_TIME_MS, receiverStages } from "#core/telemetry/experiment/published.ts";
import type { Picture } from "../../figures/card.tsx";
import { plain } from "../../format.ts";
import { Measured, RunCard } from "../../kit/run-card.tsx";
import { useRun } from "../../kit/run.ts";
import { ALGORITHMS } from "./algorithms.ts";
import { Shares } from "./charts/shares.tsx";
import { StageTimes } from "./charts/stage-times.tsx";
import { lessonOf } from "./lesson-of.ts";
import { timings as run } from "./store/timings.ts";

export function TimingsCard() {
  const timings = useRun(run).step?.state.timings;
  const picture = useRef<Picture>(null);
  const stages = useMemo(() => (timings ? chainTimes(timings.stages, timings.packets) : []), [timings]);
  const shares = useMemo(
    () => (timings ? chainShares(timings.stages).map((part) => ({ ...part, colour: colourOf(part.name) })) : []),
    [timings],
  );
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
      picture={picture}
      table={
        timings
          ? () => ({
              columns: ["stage", `time for ${timings.packets} packets (ms)`, "method"],
              rows: timings.stages.map(({ kernel, ms, method }) => [kernel, ms, method]),
            })
          : undefined
      }
      foot={
        timings && (
          <Measured
            by={`${method}, ${timings.repeats === 1 ? "one run" : `mean of ${timings.repeats} runs`} of ${timings.packets} packets`}
          />
        )
      }
    >
      {timings && (
        <>
          <StageTimes
            label={`Kernel timings. ${summary}`}
            stages={stages}
            realTimeMs={REAL_TIME_MS}
            picture={picture}
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

/** The colour of each stage: an equalizer has its own, shared stages have colours of the page. */
function colourOf(row: string): `--${string}` {
  const algorithm = Object.values(ALGORITHMS).find(({ short }) => short === row);
  return algorithm?.colour ?? SHARED[row] ?? "--sent";
}

const SHARED: Readonly<Record<string, `--${string}`>> = {
  "Preamble detector": "--response",
  Estimators: "--accent",
  Filters: "--edge",
  Detector: "--line",
  "Error count": "--ink",
};
