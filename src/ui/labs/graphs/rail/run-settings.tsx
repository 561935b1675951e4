import { GRAPHS } from "#core/graphs/experiment.ts";
import { SchemaField } from "../../../kit/fields/schema-field.tsx";
import type { GraphExperiment } from "#core/graphs/experiment.ts";
import { pageText } from "../run/page-text.ts";
import { useSettings } from "../run/settings.ts";

const PACES: Readonly<Record<GraphExperiment["pace"], string>> = {
  automatic: "automatic",
  "real time": "real time",
  fast: "as fast as possible",
};

/** Size of the pages, and the pace. */
export function RunSettings() {
  const { page, pace } = useSettings();
  return (
    <div className="run-settings">
      <SchemaField
        field={GRAPHS.fields.page}
        value={String(page)}
        text={(choice) => `${pageText(Number(choice))} items`}
        onChange={(next) => useSettings.setState({ page: Number(next) })}
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
