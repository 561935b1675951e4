import { duration, plain } from "../format.ts";
import { Progress } from "../elements/progress.tsx";
import type { Run } from "./run.ts";

interface RunNoteProps {
  run: Run<{ state: { config: unknown }; progress: number; done: boolean }>;
}

/** A run's state under its figure: progress and remaining time, or why it is incomplete. */
export function RunNote({ run: { phase, step, remainingMs } }: RunNoteProps) {
  const progress = step?.progress ?? 0;
  const share = `${plain(Math.floor(100 * progress))} %`;
  if (phase === "running") {
    return (
      <p className="run-note">
        <Progress label="Progress of the run" share={progress} /> {progress > 0 ? share : "Starting"}
        {remainingMs !== undefined && `, ${duration(remainingMs)} left`}
      </p>
    );
  }
  if (phase === "interrupted") return <p className="run-note">Interrupted at {share}. It resumes automatically.</p>;
  if ((phase === "stopped" || phase === "failed") && step)
    return <p className="run-note">Stopped at {share}. The results so far are kept.</p>;
  return null;
}
