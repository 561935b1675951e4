import { lazy, Suspense, useEffect } from "react";
import { LABS } from "../labs/registry.ts";
import { Bar } from "./bar.tsx";
import { DropTarget } from "./drop-target.tsx";
import { EmbedLink } from "./embed-link.tsx";
import { listenForKeys } from "./keys.ts";
import { useShownLab } from "./labs.ts";
import { Notices } from "./notices.tsx";
import { RailHead } from "./rail-head.tsx";
import { StatusLine } from "./status-line.tsx";
import { useLecture } from "./lecture.ts";
import { useView } from "./view.ts";

const LecturePanel = lazy(async () => ({ default: (await import("./lectures/panel.tsx")).LecturePanel }));
const Dialogs = lazy(async () => ({ default: (await import("./dialogs.tsx")).Dialogs }));

/** The shell: bar, rail, figures, status line. */
export function App() {
  const sheet = useView((view) => view.sheet);
  const embed = useView((view) => view.embed);
  const dialog = useView((view) => view.dialog);
  const lecture = useLecture((state) => state.open !== undefined);
  const { title } = LABS[useView((view) => view.lab)];
  const { rail = "Scenario", Panel, Page } = useShownLab() ?? {};
  useEffect(listenForKeys, []);
  useEffect(() => void (document.title = `Threeray: ${title} on WebGPU`), [title]);
  return (
    <div className="shell" data-sheet={sheet || undefined}>
      <Bar />
      <aside className="rail" id="rail" aria-label={rail}>
        <RailHead title={rail} />
        {Panel && <Panel />}
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
        {Page && <Page />}
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
