import { remembers } from "../../kit/recording/recents.ts";
import { ChooseFiles } from "../../kit/recording/file-input.tsx";
import { ExampleList, RecentList } from "../../kit/recording/sources.tsx";

/** What there is before a recording is open. */
export function EmptyDesk() {
  return (
    <section className="card empty-desk" aria-labelledby="empty-desk-title">
      <h2 id="empty-desk-title">Open a recording</h2>
      <div className="drop-zone">
        <p>Drop files or a folder anywhere on this page: SigMF pairs and archives, WAV, NumPy, raw samples.</p>
        <p>
          <ChooseFiles className="button primary">Choose files</ChooseFiles>
        </p>
        <p className="muted">Files are read in place, a piece at a time, and never leave this computer.</p>
      </div>
      <div className="sources">
        <div>
          <h3>Examples</h3>
          <ExampleList />
        </div>
        <div>
          <h3>Recent</h3>
          <RecentList />
          {!remembers() && <p className="muted">This browser does not let a page remember files.</p>}
        </div>
      </div>
    </section>
  );
}
