import { Group } from "../../kit/fields/group.tsx";
import { Button } from "../../elements/button.tsx";

/** Fetched on demand: few visitors save or open a run. */
const runFile = () => import("./store/run-file.ts");

/** Saves the scenario with its results, and opens a saved run. */
export function ExportGroup() {
  return (
    <Group title="Save and open" folded>
      <p className="muted">
        A run is the scenario with all results. Open it here, or drop it on the page, to continue. The script makes the
        same samples with NumPy.
      </p>
      <Button onClick={async () => (await runFile()).saveRun()}>Save run as JSON</Button>
      <Button onClick={async () => (await runFile()).saveScript()}>Save as NumPy script</Button>
      <label className="button file-button">
        Open run …
        <input
          type="file"
          className="unseen"
          multiple
          accept=".json,application/json"
          onChange={async ({ target }) => {
            const files = [...(target.files ?? [])];
            target.value = "";
            if (files.length) await (await runFile()).openRuns(files);
          }}
        />
      </label>
    </Group>
  );
}
