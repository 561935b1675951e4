import { Button } from "../elements/button.tsx";
import { remember } from "../elements/memory.ts";
import { useViewer } from "../kit/recording/viewer.ts";
import { COURSE_LINK } from "./url.ts";
import { useView, WELCOMED_KEY } from "./view.ts";

/** Closes the welcome for good. */
function close(): void {
  remember(WELCOMED_KEY, "1");
  useView.setState({ welcome: false });
}

/** Puts the focus on the first thing to drag. */
function play(): void {
  close();
  document.querySelector<HTMLElement>("#figures [role=slider]")?.focus();
}

/** What this is, and three ways in: shown at the first visit, until one is taken or it is closed. */
export function Welcome() {
  const viewer = useViewer((state) => state.viewer);
  return (
    <aside className="welcome" aria-label="Welcome">
      <p>Watch radio receivers fight a bad channel, in your browser.</p>
      <div className="doors">
        <Button onClick={play}>Play with a channel</Button>
        {viewer && (
          <a className="button" href={viewer.href} onClick={close}>
            Open a recording
          </a>
        )}
        <a className="button" href={COURSE_LINK} onClick={close}>
          Take a lecture
        </a>
      </div>
      <Button icon="close" label="Close the welcome" onClick={close} />
    </aside>
  );
}
