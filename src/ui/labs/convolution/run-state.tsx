import { duration, plain } from "../../format.ts";
import { canGoOn, type RunName, useConvolution } from "../../store/convolution.ts";
import { isReady, useLab } from "../../store/lab.ts";

/** Where a run stands, under its figure: how far it is and how long it takes yet, or why it is not whole. */
export function RunState({ name }: { name: RunName }) {
  const { phase, progress, remainingMs } = useConvolution((store) => store[name]);
  const kept = useConvolution((store) => canGoOn(store, name));
  const share = `${plain(Math.floor(100 * progress))} %`;
  if (phase === "running") {
    return (
      <p className="run-state">
        <progress max={1} value={progress} aria-label="Part of the run that is done" /> {share}
        {remainingMs !== undefined && `, ${duration(remainingMs)} left`}
      </p>
    );
  }
  if (phase === "interrupted") return <p className="run-state">Interrupted at {share}: it goes on by itself.</p>;
  if (kept) return <p className="run-state">Stopped at {share}. What was done is kept.</p>;
  return null;
}

/** What stands in a figure's place as long as its run has no result. */
export function NoResult({ name, children }: { name: RunName; children: string }) {
  const phase = useConvolution((store) => store[name].phase);
  const ready = useLab(isReady);
  const opening = useLab(({ gpu }) => gpu.state === "opening");
  if (!ready && !opening) return <p className="empty">This figure waits for a GPU.</p>;
  if (phase === "running" || phase === "interrupted") return <p className="empty">The first result is on its way …</p>;
  if (phase === "failed") return <p className="empty">The run ended before it had a result.</p>;
  return <p className="empty">{children}</p>;
}
