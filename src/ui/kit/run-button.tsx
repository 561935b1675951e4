import { isReady, useLab } from "./engine.ts";
import { type Runner, useAction, useRun } from "./run.ts";

interface RunButtonProps {
  of: Runner;
  /** What it says before the first run, or when the results are another configuration's. */
  first?: string;
  primary?: boolean;
}

/** Runs, stops, goes on: what it does next stands on it. */
export function RunButton({ of, first, primary }: RunButtonProps) {
  const ready = useLab(isReady);
  const action = useAction(of, first);
  return (
    <button type="button" className={primary ? "button primary" : "button"} disabled={!ready} onClick={of.toggle}>
      {action}
    </button>
  );
}

/** Whether a run begins again after each change, and the button that runs it. */
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
