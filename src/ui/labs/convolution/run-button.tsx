import { canGoOn, isOutdated, type RunName, toggleRun, useConvolution } from "../../store/convolution.ts";
import { isReady, useLab } from "../../store/lab.ts";

/** Runs, stops, goes on: what it does next stands on it. */
export function RunButton({ name, primary }: { name: RunName; primary?: boolean }) {
  const ready = useLab(isReady);
  const action = useConvolution((store) => {
    const { phase, state } = store[name];
    if (phase === "running") return "Stop";
    if (canGoOn(store, name)) return "Go on";
    return state && !isOutdated(store, name) ? "Run again" : "Run";
  });
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
