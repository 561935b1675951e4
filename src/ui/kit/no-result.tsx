import type { ReactNode } from "react";
import { Terms } from "../elements/glossary/terms.tsx";
import { Waiting } from "../figures/pending.tsx";
import { isReady, useLab } from "./engine.ts";
import { type Live, useLive } from "./live.ts";
import { type Runner, useRun } from "./run.ts";

/** True if there is no device, and none is being opened. */
function useWithoutGpu(): boolean {
  const opening = useLab(({ gpu }) => gpu.state === "opening");
  const ready = useLab(isReady);
  return !ready && !opening;
}

const NO_GPU = "This figure waits for a GPU.";

/** Tells the figures in it whether there is a device. */
export function WaitingFigures({ failed, children }: { failed: boolean; children: ReactNode }) {
  const withoutGpu = useWithoutGpu();
  const text = failed ? "No results yet." : "Computing …";
  return <Waiting value={withoutGpu ? NO_GPU : text}>{children}</Waiting>;
}

/** Takes a figure's place while its run has no result; `children` describe the run's purpose. */
export function NoResult({ of, children }: { of: Runner; children: string }) {
  const { phase } = useRun(of);
  const withoutGpu = useWithoutGpu();
  if (withoutGpu) return <p className="empty">{NO_GPU}</p>;
  if (phase === "running" || phase === "interrupted") return <p className="empty">Computing the first result …</p>;
  return (
    <p className="empty">
      <Terms>{phase === "failed" ? "The run ended without a result." : children}</Terms>
    </p>
  );
}

interface NoFigureProps {
  of: Live<object, never[]>;
  /** The current work, and the text after a failure or without any work. */
  waiting: string;
  none: string;
  /** False if no answer is expected. */
  expected?: boolean;
}

/** Takes a live figure's place until it has been computed. */
export function NoFigure({ of, waiting, none, expected = true }: NoFigureProps) {
  const { failure } = useLive(of);
  const withoutGpu = useWithoutGpu();
  if (withoutGpu) return <p className="empty">{NO_GPU}</p>;
  return <p className="empty">{failure || !expected ? none : waiting}</p>;
}
