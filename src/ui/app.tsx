import { useEffect } from "react";
import { EqualizersLab } from "./labs/equalizers/lab.tsx";
import { ScenarioPanel } from "./labs/equalizers/scenario-panel.tsx";
import { Bar } from "./shell/bar.tsx";
import { Dialogs } from "./shell/dialogs.tsx";
import { DropTarget } from "./shell/drop-target.tsx";
import { listenForKeys } from "./shell/keys.ts";
import { Notices } from "./shell/notices.tsx";
import { StatusLine } from "./shell/status-line.tsx";
import { useView } from "./store/view.ts";

/** The shell: bar, rail, figures, status line. */
export function App() {
  const sheet = useView((view) => view.sheet);
  useEffect(listenForKeys, []);
  return (
    <div className="shell" data-sheet={sheet || undefined}>
      <Bar />
      <aside className="rail" id="rail" aria-label="Scenario">
        <ScenarioPanel />
      </aside>
      <button
        type="button"
        className="scrim"
        aria-label="Close the scenario"
        tabIndex={-1}
        onClick={() => useView.setState({ sheet: false })}
      />
      <main className="main" tabIndex={-1}>
        <Notices />
        <EqualizersLab />
      </main>
      <StatusLine />
      <Dialogs />
      <DropTarget />
    </div>
  );
}
