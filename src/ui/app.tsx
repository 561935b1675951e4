import { lazy, Suspense, useEffect } from "react";
import { LABS } from "./labs/registry.tsx";
import { Bar } from "./shell/bar.tsx";
import { DropTarget } from "./shell/drop-target.tsx";
import { EmbedLink } from "./shell/embed-link.tsx";
import { listenForKeys } from "./shell/keys.ts";
import { Notices } from "./shell/notices.tsx";
import { RailHead } from "./shell/rail-head.tsx";
import { StatusLine } from "./shell/status-line.tsx";
import { useLecture } from "./store/lecture.ts";
import { useView } from "./store/view.ts";

const LecturePanel = lazy(async () => ({ default: (await import("./lectures/panel.tsx")).LecturePanel }));
const Dialogs = lazy(async () => ({ default: (await import("./shell/dialogs.tsx")).Dialogs }));

/** The shell: bar, rail, figures, status line. */
export function App() {
  const sheet = useView((view) => view.sheet);
  const embed = useView((view) => view.embed);
  const dialog = useView((view) => view.dialog);
  const lecture = useLecture((state) => state.open !== undefined);
  const { title, rail = "Scenario", Panel, Page } = LABS[useView((view) => view.lab)];
  useEffect(listenForKeys, []);
  useEffect(() => void (document.title = `Threeray: ${title} on WebGPU`), [title]);
  return (
    <div className="shell" data-sheet={sheet || undefined}>
      <Bar />
      <aside className="rail" id="rail" aria-label={rail}>
        <RailHead title={rail} />
        <Suspense>
          <Panel />
        </Suspense>
      </aside>
      <button
        type="button"
        className="scrim"
        aria-label={`Close the ${rail.toLowerCase()}`}
        tabIndex={-1}
        onClick={() => useView.setState({ sheet: false })}
      />
      {lecture && (
        <Suspense>
          <LecturePanel />
        </Suspense>
      )}
      <main className="main" tabIndex={-1}>
        {embed && <EmbedLink />}
        <Notices />
        <Suspense>
          <Page />
        </Suspense>
      </main>
      <StatusLine />
      {dialog && (
        <Suspense>
          <Dialogs />
        </Suspense>
      )}
      <DropTarget />
    </div>
  );
}
