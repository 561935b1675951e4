import { automaticPage } from "#core/graphs/automatic-page.ts";
import { AUTOMATIC, GRAPHS } from "#core/graphs/experiment.ts";
import { SchemaField } from "../../../kit/fields/schema-field.tsx";
import type { GraphExperiment } from "#core/graphs/experiment.ts";
import { si } from "../../../format.ts";
import { useGraph } from "../graph/store.ts";
import { useCheck } from "../run/check.ts";
import { isRealTime } from "../run/pace.ts";
import { pageText } from "../run/page-text.ts";
import { choiceOf, pageOf, useSettings } from "../run/settings.ts";

const PACES: Readonly<Record<GraphExperiment["pace"], string>> = {
  automatic: "automatic",
  "real time": "real time",
  fast: "as fast as possible",
};

/** Size of the pages, and the pace. */
export function RunSettings() {
  const { page, pace } = useSettings();
  const automatic = useAutomaticText(pace);
  return (
    <div className="run-settings">
      <SchemaField
        field={GRAPHS.fields.page}
        value={choiceOf({ page })}
        text={(choice) => (choice === AUTOMATIC ? `automatic: ${automatic}` : `${pageText(Number(choice))} items`)}
        onChange={(next) => useSettings.setState({ page: pageOf(String(next)) })}
      />
      <SchemaField
        field={GRAPHS.fields.pace}
        value={pace}
        text={(choice) => PACES[choice as GraphExperiment["pace"]]}
        onChange={(next) => useSettings.setState({ pace: next as GraphExperiment["pace"] })}
      />
    </div>
  );
}

/** Returns what the automatic page of the current graph holds. */
function useAutomaticText(pace: GraphExperiment["pace"]): string {
  const graph = useGraph((state) => state.graph);
  const hz = useCheck((state) => state.hz);
  const items = automaticPage(graph, { hz, isRealTime: isRealTime(graph, pace) });
  return hz === undefined ? `${pageText(items)} items` : `${pageText(items)} items, ${si(items / hz, "s", 2)}`;
}
