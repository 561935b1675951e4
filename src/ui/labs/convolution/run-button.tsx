import { runAction, type RunName, toggleRun, useConvolution } from "./store.ts";
import { isReady, useLab } from "../../kit/engine.ts";

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
