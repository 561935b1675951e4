import { isReady, useLab } from "./engine.ts";
import { type Runner, useAction, useRun } from "./run.ts";

interface RunButtonProps {
  of: Runner;
  /** The text before the first run, or if the results belong to another configuration. */
  first?: string;
  primary?: boolean;
}

/** The button that runs, stops or resumes. Its text names the next action. */
export function RunButton({ of, first, primary }: RunButtonProps) {
  const ready = useLab(isReady);
  const action = useAction(of, first);
  return (
    <button type="button" className={primary ? "button primary" : "button"} disabled={!ready} onClick={of.toggle}>
      {action}
    </button>
  );
}

/** A switch that reruns after each change, and the run's button. */
export function RunControls({ of, children }: { of: Runner; children: string }) {
  const { follow } = useRun(of);
  return (
    <>
      <label className="check">
        <input type="checkbox" checked={follow} onChange={() => of.setFollow(!follow)} />
        {children}
      </label>
      <RunButton of={of} first="Run sweep" primary />
    </>
  );
}
