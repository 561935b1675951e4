import { Button } from "../elements/button.tsx";
import { Check } from "../elements/check.tsx";
import { isReady, useGpu } from "./engine.ts";
import { type Runner, useAction, useRun } from "./run.ts";

interface RunButtonProps {
  of: Runner;
  /** The text before the first run, or if the results belong to another configuration. */
  first?: string;
  primary?: true;
}

/** The button that runs, stops or resumes. Its text names the next action. */
export function RunButton({ of, first, primary }: RunButtonProps) {
  const ready = useGpu(isReady);
  const action = useAction(of, first);
  return (
    <Button look={primary && "primary"} disabled={!ready} onClick={of.toggle}>
      {action}
    </Button>
  );
}

export interface RunFootProps {
  of: Runner;
  /** The button's text before the first run. */
  first?: string;
  /** False for a run that a person starts each time. */
  follows?: boolean;
}

/** The foot of a panel: a switch that reruns after each change, and the run's button. It stays in sight at any height. */
export function RunFoot({ of, first, follows = true }: RunFootProps) {
  const { follow } = useRun(of);
  return (
    <div className="run-foot">
      {follows && (
        <Check checked={follow} onChange={of.setFollow}>
          Rerun after changes
        </Check>
      )}
      <RunButton of={of} first={first} primary />
    </div>
  );
}
