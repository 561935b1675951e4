import { runAction, type RunName, toggleRun, useConvolution } from "../../store/convolution.ts";
import { isReady, useLab } from "../../store/lab.ts";

/** Runs, stops, goes on: what it does next stands on it. */
export function RunButton({ name, primary }: { name: RunName; primary?: boolean }) {
  const ready = useLab(isReady);
  const action = useConvolution((store) => runAction(store, name));
  return (
    <button
      type="button"
      className={primary ? "button primary" : "button"}
      disabled={!ready}
      onClick={() => toggleRun(name)}
    >
      {action}
    </button>
  );
}
