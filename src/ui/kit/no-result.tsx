import { type ReactNode, useMemo } from "react";
import { Terms } from "../elements/glossary/terms.tsx";
import { Waiting } from "../figures/pending.tsx";
import { Empty, type SketchName } from "../figures/sketch.tsx";
import { isReady, useGpu } from "./engine.ts";
import { type Live, useLive } from "./live.ts";
import { RunButton } from "./run-button.tsx";
import { type Runner, useRun } from "./run.ts";

/** True if there is no device, and none is being opened. */
function useWithoutGpu(): boolean {
  const opening = useGpu(({ gpu }) => gpu.state === "opening");
  const ready = useGpu(isReady);
  return !ready && !opening;
}

const NO_GPU = "This figure waits for a GPU.";

/** Tells the figures in it whether there is a device. */
export function WaitingFigures({ failed, children }: { failed: boolean; children: ReactNode }) {
  const withoutGpu = useWithoutGpu();
  const busy = !withoutGpu && !failed;
  const text = withoutGpu ? NO_GPU : failed ? "No results yet." : "Computing …";
  const value = useMemo(() => ({ text, busy }), [text, busy]);
  return <Waiting value={value}>{children}</Waiting>;
}

interface NoResultProps {
  of: Runner;
  /** What the figure will look like. */
  sketch?: SketchName;
  /** The button's text before the first run. */
  first?: string;
  children: string;
}

/** Takes a figure's place while its run has no result; `children` say what the run does. It holds the run's button. */
export function NoResult({ of, sketch, first, children }: NoResultProps) {
  const { phase } = useRun(of);
  const withoutGpu = useWithoutGpu();
  const running = phase === "running" || phase === "interrupted";
  const text = running
    ? "Computing the first result …"
    : phase === "failed"
      ? "The run ended without a result."
      : children;
  return (
    <Empty sketch={sketch} busy={running && !withoutGpu}>
      <p>
        <Terms>{withoutGpu ? NO_GPU : text}</Terms>
      </p>
      {!withoutGpu && <RunButton of={of} first={first} />}
    </Empty>
  );
}

interface NoFigureProps {
  of: Live<object>;
  /** The current work, and the text after a failure or without any work. */
  waiting: string;
  none: string;
  /** False if no answer is expected. */
  expected?: boolean;
  /** What the figure will look like. */
  sketch?: SketchName;
}

/** Takes a live figure's place until it has been computed. */
export function NoFigure({ of, waiting, none, expected = true, sketch }: NoFigureProps) {
  const { failure } = useLive(of);
  const withoutGpu = useWithoutGpu();
  const busy = !withoutGpu && !failure && expected;
  return (
    <Empty sketch={sketch} busy={busy}>
      {withoutGpu ? NO_GPU : busy ? waiting : none}
    </Empty>
  );
}
