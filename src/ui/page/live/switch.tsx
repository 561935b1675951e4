import { Button } from "../../elements/button.tsx";
import { useEffect, useState } from "react";
import { liveState, onLiveChange, runLive, toggleLive } from "./live.ts";
import "./live.css";

/** Runs the figures of the shown lab live, and switches this on and off. */
export function LiveSwitch() {
  const [{ on, why }, setState] = useState(liveState);
  useEffect(() => {
    const update = () => {
      const state = liveState();
      setState((before) => (before.on === state.on && before.why === state.why ? before : state));
    };
    update();
    return onLiveChange(update);
  }, []);
  useEffect(() => (on ? runLive() : undefined), [on]);
  return (
    <Button className="live-switch" aria-pressed={on} title={why} onClick={toggleLive}>
      Live <kbd>l</kbd>
    </Button>
  );
}
