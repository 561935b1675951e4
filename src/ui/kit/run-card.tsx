import type { ReactNode } from "react";
import type { SketchName } from "../figures/sketch.tsx";
import { FigureCard, type FigureCardProps } from "../figures/card.tsx";
import { useGpu } from "./engine.ts";
import { NoResult } from "./no-result.tsx";
import { RunButton } from "./run-button.tsx";
import { RunNote } from "./run-note.tsx";
import { type Runner, useOutdated, useRun } from "./run.ts";
import { SoftwareNote, useTimesHidden } from "./software-note.tsx";

export interface RunCardProps extends Omit<FigureCardProps, "busy" | "stale" | "failure" | "onRetry"> {
  of: Runner;
  /** The note if the results belong to another configuration than the current one. */
  outdated?: string;
  /** False for a figure of a run that another card controls. */
  leads?: boolean;
  /** The button's text before the first run. */
  first?: string;
  /** What the run does: in the figure's place, with the run's button, while there is no result. */
  empty: string;
  /** False: the figure has no result, although it has children. */
  filled?: boolean;
  /** Further notes. */
  foot?: ReactNode;
  /**
   * Its results are times, which are hidden on a software adapter until the person asks. "and errors": the run also
   * gives errors, so it may run.
   */
  times?: true | "and errors";
  /** What the figure will look like: with `empty`, and in place of hidden times. */
  sketch?: SketchName;
}

/**
 * A figure of a long run with its button and progress. Outdated results are dimmed and marked; a failure can be
 * retried.
 */
export function RunCard({
  of,
  outdated = "These results are from earlier settings.",
  leads = true,
  first,
  empty,
  filled,
  foot,
  times,
  sketch,
  ...card
}: RunCardProps) {
  const run = useRun(of);
  const isOutdated = useOutdated(of);
  const hidden = useTimesHidden() && times !== undefined;
  const runs = leads && (!hidden || times === "and errors");
  const { look, summary, table, controls, children } = card;
  /** Then the figure holds the button that is beside the title otherwise. */
  const isEmpty = !hidden && !(filled ?? children);
  return (
    <FigureCard
      {...card}
      look={
        <>
          {look} {isOutdated && <em>{outdated}</em>}
        </>
      }
      summary={hidden ? undefined : summary}
      stale={isOutdated && run.phase !== "running"}
      failure={leads ? run.failure : undefined}
      onRetry={of.toggle}
      table={hidden ? undefined : table}
      controls={
        <>
          {controls}
          {runs && !isEmpty && <RunButton of={of} first={first} />}
        </>
      }
    >
      {hidden ? <SoftwareNote sketch={sketch} /> : children}
      {isEmpty && (
        <NoResult of={of} sketch={sketch} first={first}>
          {empty}
        </NoResult>
      )}
      {runs && <RunNote run={run} />}
      {!hidden && foot}
    </FigureCard>
  );
}

/** Says how times were measured, and on which adapter. */
export function Measured({ by, children }: { by: string; children?: ReactNode }) {
  const gpu = useGpu((store) => store.gpu);
  if (gpu.state !== "open" || !gpu.available) return null;
  const { name, software } = gpu.adapter;
  return (
    <p className="caveat">
      {name}, {by}
      {software && "; a software adapter"}. {children}
    </p>
  );
}
