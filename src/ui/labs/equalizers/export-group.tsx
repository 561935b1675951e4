import { Group } from "../../kit/fields/group.tsx";
import { openRun, saveRun, saveScript } from "./store/run-file.ts";

/** The scenario and what came of it, to take away and to bring back. */
export function ExportGroup() {
  return (
    <Group title="Save and open" folded>
      <p className="muted">
        A run is the scenario with all results; dropped on the page, or opened here, it goes on where it was. The script
        makes the same samples with NumPy alone.
      </p>
      <button type="button" className="button" onClick={() => void saveRun()}>
        Save the run as JSON
      </button>
      <button type="button" className="button" onClick={() => void saveScript()}>
        Save as a NumPy script
      </button>
      <label className="button file-button">
        Open a run …
        <input
          type="file"
          className="unseen"
          accept=".json,application/json"
          onChange={({ target }) => {
            if (target.files?.[0]) void openRun(target.files[0]);
            target.value = "";
          }}
        />
      </label>
    </Group>
  );
}
