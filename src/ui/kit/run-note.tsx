import { duration, plain } from "../format.ts";
import { isReady, useLab } from "./engine.ts";
import type { Run } from "./run.ts";

interface RunNoteProps {
  run: Run<{ state: { config: unknown }; progress: number; done: boolean }>;
  /** What to say while there is nothing; not needed where the figure says so itself. */
  empty?: string;
}

/** Where a run stands, under its figure: how far it is and how long it takes yet, or why it is not whole. */
export function RunNote({ run: { phase, step, remainingMs }, empty }: RunNoteProps) {
  const ready = useLab(isReady);
  const opening = useLab(({ gpu }) => gpu.state === "opening");
  const share = `${plain(Math.floor(100 * (step?.progress ?? 0)))} %`;
  if (phase === "running") {
    return (
      <p className="run-note">
        <progress max={1} value={step?.progress ?? 0} aria-label="Part of the run that is done" /> {share}
        {remainingMs !== undefined && `, ${duration(remainingMs)} left`}
      </p>
    );
  }
  if (phase === "interrupted") return <p className="run-note">Interrupted at {share}: it goes on by itself.</p>;
  if ((phase === "stopped" || phase === "failed") && step)
    return <p className="run-note">Stopped at {share}. What was done is kept.</p>;
  if (step || phase === "failed" || opening || !empty) return null;
  return <p className="run-note">{ready ? empty : "This figure waits for a GPU."}</p>;
}
