import { useRef } from "react";
import type { KeptTuning } from "#core/tuning/kept-tunings.ts";
import { type TunableName, TUNABLE_NAMES, TUNABLES } from "#core/tuning/registry.ts";
import type { TunedKernel } from "#core/tuning/tune.ts";
import { Button } from "../../elements/button.tsx";
import { ColumnTable } from "../../elements/column-table.tsx";
import { FailureNote } from "../../elements/failure-note.tsx";
import { plain, si } from "../../format.ts";
import { useGpu } from "../engine.ts";
import { useRun } from "../run.ts";
import { RunNote } from "../run-note.tsx";
import { forgetTuning, tuning, useTuning } from "./tuning.ts";
import "./tuning.css";

interface TuningSectionProps {
  /** Kernels in the table. Default: all. */
  only?: readonly TunableName[];
}

/** Offers to measure workgroup sizes on this GPU, shows the progress, and the gain of what was chosen. */
export function TuningSection({ only = TUNABLE_NAMES }: TuningSectionProps) {
  const gpu = useGpu((store) => store.gpu);
  const run = useRun(tuning);
  const { kept, isStored } = useTuning();
  const first = useRef<HTMLButtonElement>(null);
  if (gpu.state !== "open" || !gpu.available) return null;
  const forget = () => {
    forgetTuning();
    // The pressed button is gone, so the keyboard continues at the one beside it.
    first.current?.focus();
  };
  const isRunning = run.phase === "running";
  const results = new Map(run.step?.state.results.map((result) => [result.kernel, result]));
  const reasons = [...results.values()].flatMap(({ reason }) => reason ?? []);
  const isKnown = kept !== undefined || results.size > 0;
  const action = isRunning
    ? "Stop"
    : run.phase === "stopped"
      ? "Resume"
      : isKnown
        ? "Measure again"
        : "Tune for this GPU";
  return (
    <div className="tuning">
      {!isKnown && (
        <p>
          The best workgroup sizes differ from GPU to GPU. Threeray can measure which are the fastest on this one, in
          less than a minute. Results do not change, only times.
        </p>
      )}
      {gpu.adapter.software && (
        <p className="caveat">This is a software adapter: its choice says nothing about a GPU.</p>
      )}
      {!gpu.timestamps && (
        <p className="caveat">This GPU has no timestamps: the wall clock measures, with more repeats.</p>
      )}
      {run.failure && <FailureNote failure={run.failure} onRetry={tuning.toggle} />}
      <p className="tuning-buttons">
        <Button ref={first} onClick={tuning.toggle}>
          {action}
        </Button>
        {isKnown && !isRunning && <Button onClick={forget}>Forget</Button>}
      </p>
      <RunNote run={run} />
      {isRunning && <p className="muted">{run.step?.next ?? "Preparing"}</p>}
      {isKnown && (
        <ColumnTable
          className="tuning-table"
          region="Workgroup sizes"
          named
          rows={only}
          columns={[
            ["Kernel", (kernel) => TUNABLES[kernel].title],
            ["Size", (kernel) => kept?.kernels[kernel]?.size ?? (results.get(kernel)?.reason ? "–" : "usual")],
            results.size > 0 && ["Time", (kernel) => timeOf(results.get(kernel))],
            ["Gain", (kernel) => gainOf(kept?.kernels[kernel]?.gain)],
          ]}
        />
      )}
      <p className="caveat" role="status">
        {!isRunning && kept && verdictOf(kept, isStored)} {!isRunning && reasons.length > 0 && missingText(reasons)}
      </p>
    </div>
  );
}

const gainOf = (gain: number | undefined) => (gain === undefined ? "–" : `${plain(Math.round(100 * (gain - 1)))} %`);

/** Returns the time with the size in use, if it was measured since the page was opened. */
function timeOf(result: TunedKernel | undefined): string {
  if (result?.usualMs === undefined) return "–";
  const chosen = result.tried?.find(({ size }) => size === result.chosen?.size);
  return si((chosen?.ms ?? result.usualMs) / 1000, "s", 3);
}

function verdictOf({ kernels }: KeptTuning, isStored: boolean): string {
  const count = Object.keys(kernels).length;
  const found = count === 0 ? "The usual sizes are the fastest ones" : `${countOf(count)} faster with another size`;
  const place = isStored
    ? "This browser keeps the choice"
    : "This browser stores nothing, so the choice lasts until the page is closed";
  return `${found}. ${place}.`;
}

const countOf = (count: number) => (count === 1 ? "1 kernel is" : `${count} kernels are`);

const missingText = (reasons: readonly string[]) =>
  `${reasons.length === 1 ? "1 kernel was" : `${reasons.length} kernels were`} not measured: ${[...new Set(reasons)].join("; ")}.`;
