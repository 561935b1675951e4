import { remembers } from "../../kit/recording/recents.ts";
import { ChooseFiles } from "../../kit/recording/file-input.tsx";
import { ExampleList, RecentList } from "../../kit/recording/sources.tsx";

/** The page before a recording is open: ways to open one. */
export function NoRecording() {
  return (
    <section className="card no-recording" aria-labelledby="no-recording-title">
      <h2 id="no-recording-title">Open a recording</h2>
      <div className="drop-zone">
        <p>Drop files or a folder anywhere on this page: SigMF pairs and archives, WAV, NumPy or raw samples.</p>
        <p>
          <ChooseFiles className="button primary">Choose files</ChooseFiles>
        </p>
        <p className="muted">Threeray reads files in place, one part at a time. They never leave this computer.</p>
      </div>
      <div className="sources">
        <div>
          <h3>Examples</h3>
          <ExampleList />
        </div>
        <div>
          <h3>Recent</h3>
          <RecentList />
          {!remembers() && <p className="muted">This browser does not let a page reopen files later.</p>}
        </div>
      </div>
    </section>
  );
}
