import { type ReactElement, useEffect, useLayoutEffect, useRef } from "react";
import { Boundary } from "../elements/boundary.tsx";
import { FailureNote } from "../elements/failure-note.tsx";
import { onDemand } from "../elements/on-demand.tsx";
import { scrollPlaces } from "../kit/current-lab.ts";
import { LABS } from "../labs/registry.ts";
import { Bar } from "./bar.tsx";
import { DropTarget } from "./drop-target.tsx";
import { listenForKeys } from "./keys.ts";
import { useLabName, useMissingLab, useShownLab } from "./labs.ts";
import { Notices } from "./notices.tsx";
import { RailHead } from "./rail-head.tsx";
import { StatusLine } from "./status-line.tsx";
import { useLecture } from "./lecture.ts";
import { say } from "../elements/notices.ts";
import type { PageName } from "./url.ts";
import { useView } from "./view.ts";
import { Welcome } from "./welcome.tsx";

const LecturePanel = onDemand(async () => (await import("./lectures/panel.tsx")).LecturePanel, {
  failed: "The lecture could not be shown.",
});
const AuthorPanel = onDemand(async () => (await import("./authoring/panel.tsx")).AuthorPanel, {
  failed: "The panel for making lectures could not be shown.",
});
const EmbedLink = onDemand(async () => (await import("./embed-link.tsx")).EmbedLink, {
  failed: "The link to the whole page could not be shown.",
});
const Course = onDemand(async () => (await import("./course/course-page.tsx")).CoursePage, {
  pending: <p className="muted">Loading the course …</p>,
  failed: "The course could not be shown.",
});
const Grading = onDemand(async () => (await import("./grading/grading-page.tsx")).GradingPage, {
  pending: <p className="muted">Loading …</p>,
  failed: "The page that grades results could not be shown.",
});
/** The pages without a lab. */
const PAGE_PARTS: Readonly<Record<PageName, ReactElement>> = { course: <Course />, grading: <Grading /> };
const Dialogs = onDemand(async () => (await import("./dialogs.tsx")).Dialogs, {
  failed: "The dialog could not be shown.",
  onFailure({ what, why }, retry) {
    const { dialog } = useView.getState();
    useView.setState({ dialog: undefined });
    const run = () => {
      retry();
      useView.setState({ dialog });
    };
    say(`${what} ${why}`, "warning", { action: { label: "Try again", run } });
  },
});

/** The shell: bar, rail, figures, status line. */
export function App() {
  const sheet = useView((view) => view.sheet);
  const embed = useView((view) => view.embed);
  const author = useView((view) => view.author && !view.embed && !view.printing);
  const dialog = useView((view) => view.dialog);
  const name = useLabName();
  const page = useView((view) => view.page);
  const printing = useView((view) => view.printing);
  const welcome = useView((view) => view.welcome);
  const lecture = useLecture((state) => state.open !== undefined) && !page;
  const { title } = LABS[name];
  const { rail = "Scenario", Panel, Page } = useShownLab() ?? {};
  const main = useRef<HTMLElement>(null);
  useEffect(listenForKeys, []);
  useEffect(() => void (document.title = page ? `Threeray: ${page}` : `Threeray: ${title} on WebGPU`), [title, page]);
  // A lab that is shown again keeps its scroll position.
  useLayoutEffect(() => {
    if (main.current) main.current.scrollTop = scrollPlaces[name] ?? 0;
  }, [name]);
  return (
    <div className="shell" data-sheet={sheet || undefined} data-page={page}>
      <Bar />
      {printing && <printing.Head />}
      {printing?.what === "both" && <printing.Questions />}
      <aside className="rail" id="rail" aria-label={rail}>
        <RailHead title={rail} />
        <Boundary key={name} what="The controls could not be shown.">
          {Panel && !page && <Panel />}
        </Boundary>
      </aside>
      <button
        type="button"
        className="scrim"
        aria-label={`Close the ${rail.toLowerCase()}`}
        tabIndex={-1}
        onClick={() => useView.setState({ sheet: false })}
      />
      <div className="above">
        {lecture && <LecturePanel />}
        <Notices />
      </div>
      <main
        className="main"
        id="figures"
        tabIndex={-1}
        ref={main}
        onScroll={({ currentTarget }) => (scrollPlaces[name] = currentTarget.scrollTop)}
      >
        {welcome && !lecture && !page && <Welcome />}
        <Boundary key={page ?? name} what={`The ${page ? "page" : "lab"} could not be shown.`}>
          {page ? PAGE_PARTS[page] : Page ? <Page /> : <MissingLab />}
        </Boundary>
      </main>
      {author && <AuthorPanel />}
      {(printing?.what === "handout" || printing?.what === "result") && <printing.Questions />}
      {(printing?.what === "handout" || printing?.what === "both") && <printing.Answers />}
      {embed && <EmbedLink />}
      <StatusLine />
      {dialog && <Dialogs />}
      <DropTarget />
    </div>
  );
}

function MissingLab() {
  const { failure, retry } = useMissingLab();
  return failure && <FailureNote failure={failure} onRetry={retry} />;
}
