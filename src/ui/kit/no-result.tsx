import type { ReactNode } from "react";
import { Waiting } from "../figures/pending.tsx";
import { isReady, useLab } from "./engine.ts";
import { type Live, useLive } from "./live.ts";
import { type Runner, useRun } from "./run.ts";

/** True where there is no device, and none is being opened. */
function useWithoutGpu(): boolean {
  const opening = useLab(({ gpu }) => gpu.state === "opening");
  const ready = useLab(isReady);
  return !ready && !opening;
}

const NO_GPU = "This figure waits for a GPU.";

/** Tells the figures in it what they wait for while they have nothing to show. */
export function WaitingFigures({ failed, children }: { failed: boolean; children: ReactNode }) {
  const withoutGpu = useWithoutGpu();
  const text = failed ? "There is no result to show." : "Computing …";
  return <Waiting value={withoutGpu ? NO_GPU : text}>{children}</Waiting>;
}

/** Stands in a figure's place while its run has no result; `children` say what the run is for. */
export function NoResult({ of, children }: { of: Runner; children: string }) {
  const { phase } = useRun(of);
  const withoutGpu = useWithoutGpu();
  if (withoutGpu) return <p className="empty">{NO_GPU}</p>;
  if (phase === "running" || phase === "interrupted") return <p className="empty">The first result is on its way …</p>;
  return <p className="empty">{phase === "failed" ? "The run ended before it had a result." : children}</p>;
}

interface NoFigureProps {
  of: Live<object, never[]>;
  /** What is being done, and what to say where it has failed or will not be done. */
  waiting: string;
  none: string;
  /** False where no answer is expected. */
  expected?: boolean;
}

/** Stands in a live figure's place until it has been computed. */
export function NoFigure({ of, waiting, none, expected = true }: NoFigureProps) {
  const { failure } = useLive(of);
  const withoutGpu = useWithoutGpu();
  if (withoutGpu) return <p className="empty">{NO_GPU}</p>;
  return <p className="empty">{failure || !expected ? none : waiting}</p>;
}
