import { CONVOLUTION, CONVOLUTION_USES, METHODS, comparisonPoints } from "#core/convolution/experiment/comparison.ts";
import { Group } from "../../kit/fields/group.tsx";
import { ChoiceList } from "../../kit/choice-list.tsx";
import { fieldsOf, refusalOf } from "../../kit/fields/fields-of.tsx";
import { ExperimentPanel } from "../../kit/experiment-panel.tsx";
import { SchemaField } from "../../kit/fields/schema-field.tsx";
import { WORKGROUPS } from "#core/convolution/experiment/workgroups.ts";
import { comparison, editComparison, sweepOver, toggleMethod, useConvolution } from "./store.ts";
import { STYLES } from "./methods.ts";

const TEXTS: Readonly<Record<string, string>> = {
  detection: "detection filter, 23 taps",
  signal: "signal length",
  filter: "filter length",
  batch: "batch",
};

/** The side panel: every setting of the comparison, made from the core's field table. */
export function ConvolutionPanel() {
  const { config, groups } = useConvolution();
  return (
    <ExperimentPanel label="Comparison" of={comparison} follows={false}>
      <Group title="Sizes">
        <Fields of={["signal", "filter", "cascade", "batch"]} />
      </Group>
      <Group title="Sweep">
        <Fields of={["sweep", "range", "transfers"]} />
      </Group>
      <Group title="Methods">
        <ChoiceList
          description={CONVOLUTION.fields.methods.description}
          choices={METHODS.map((name) => ({ ...STYLES[name], name, text: STYLES[name].name }))}
          chosen={config.methods}
          onToggle={toggleMethod}
        />
      </Group>
      <Group title="Workgroup size" folded>
        <SchemaField
          field={WORKGROUPS.fields.groups}
          value={groups}
          onChange={(value) => useConvolution.setState({ groups: value as string })}
          check={(text) => refusalOf(() => WORKGROUPS.parse({ groups: text }))}
        />
      </Group>
      <Group title="Samples" folded>
        <Fields of={["seed"]} />
      </Group>
    </ExperimentPanel>
  );
}

const Fields = fieldsOf({
  schema: CONVOLUTION,
  of: useConvolution,
  config: (store) => store.config,
  edit: (change) => editComparison({ ...change, ...(change.sweep && sweepOver(change.sweep)) }),
  text: (choice) => TEXTS[choice] ?? choice,
  uses: CONVOLUTION_USES,
  check: (name, value, config) =>
    name === "range" ? refusalOf(() => comparisonPoints({ ...config, range: String(value) })) : undefined,
});
