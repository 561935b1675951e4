import { latencyOf, type LatencyState } from "#core/measurement/latency.ts";
import { Button } from "../elements/button.tsx";
import { plain } from "../format.ts";
import { isReady, useGpu } from "./engine.ts";
import { type Runner, type Step, useOutdated, useRun } from "./run.ts";
import { showTimes, useTimesHidden } from "./software-note.tsx";

/** The line names the clock's step if the time has fewer steps than this. */
const FEW_STEPS = 20;

interface LatencyLineProps {
  of: Runner<Step & { state: LatencyState<unknown> }>;
  /** "One codeword", and who works on it. */
  unit: string;
}

/** How long the smallest piece of work takes alone in this browser. It is measured on request, and never delays figures for long. */
export function LatencyLine({ of, unit }: LatencyLineProps) {
  const run = useRun(of);
  const ready = useGpu(isReady);
  const outdated = useOutdated(of);
  if (useTimesHidden()) {
    return (
      <p className="caveat">
        {unit} alone: the timings of a software adapter say nothing about a GPU.{" "}
        <Button look="link" onClick={showTimes}>
          Show them anyway
        </Button>
      </p>
    );
  }
  const state = outdated ? undefined : run.step?.state;
  const running = run.phase === "running";
  return (
    <p className="caveat">
      {unit} alone: {run.phase === "failed" ? run.failure?.why : textOf(state, running)}{" "}
      <Button look="link" disabled={!ready} onClick={of.toggle}>
        {running ? "Stop" : state ? "Time it again" : "Time it"}
      </Button>
    </p>
  );
}

function textOf(state: LatencyState<unknown> | undefined, running: boolean): string {
  if (!state?.times.length) return running ? "measuring …" : "not measured yet.";
  const { median, within99, runs, clockStep } = latencyOf(state);
  const clock = median < FEW_STEPS * clockStep ? ` The browser’s clock has steps of ${plain(clockStep, 1)} ms.` : "";
  return `${plain(median, 2)} ms (99 % within ${plain(within99, 2)} ms), from sending it to reading the result; ${runs} runs.${clock}`;
}
