import {
  CONVOLUTION,
  type ConvolutionComparison,
  type ConvolutionPoint,
  METHODS,
  pointsOf,
} from "#core/convolution/experiment/comparison.ts";
import type { FieldName } from "#core/configuration/fields.ts";
import { Group } from "../../kit/fields/group.tsx";
import { SchemaField } from "../../kit/fields/schema-field.tsx";
import { Mark } from "../../figures/glyph.tsx";
import { WORKGROUPS } from "#core/convolution/experiment/workgroups.ts";
import { editComparison, toggleMethod, useConvolution } from "./store.ts";
import { STYLES } from "./methods.ts";
import { RunButton } from "./run-button.tsx";

const TEXTS: Readonly<Record<string, string>> = {
  detection: "detection filter, 23 taps",
  signal: "signal length",
  filter: "filter length",
  batch: "batch",
};

/** The rail: everything that the comparison depends on, made from the core's field table. */
export function ConvolutionPanel() {
  const { config, groups } = useConvolution();
  return (
    <form className="panel" aria-label="Comparison" onSubmit={(event) => event.preventDefault()}>
      <Group title="Sizes">
        {(["signal", "filter", "cascade", "batch"] as const).map((name) => (
          <ComparisonField key={name} name={name} />
        ))}
      </Group>
      <Group title="Sweep">
        <ComparisonField name="sweep" />
        {config.sweep !== "none" && <ComparisonField name="range" />}
        <ComparisonField name="transfers" />
        <RunButton name="comparison" primary />
      </Group>
      <Group title="Methods">
        <fieldset className="methods">
          <legend className="unseen">{CONVOLUTION.fields.methods.description}</legend>
          {METHODS.map((method, i) => (
            <label key={method}>
              <input
                type="checkbox"
                checked={config.methods.includes(method)}
                disabled={config.methods.length === 1 && config.methods[0] === method}
                onChange={() => toggleMethod(method)}
              />
              <Mark {...STYLES[method]} />
              {STYLES[method].name}
              <kbd>{i + 1}</kbd>
            </label>
          ))}
        </fieldset>
      </Group>
      <Group title="Workgroup size" folded>
        <SchemaField
          field={WORKGROUPS.fields.groups}
          value={groups}
          onChange={(value) => useConvolution.setState({ groups: value as string })}
          check={(text) => refusal(() => WORKGROUPS.parse({ groups: text }))}
        />
      </Group>
      <Group title="Samples" folded>
        <ComparisonField name="seed" />
      </Group>
    </form>
  );
}

function ComparisonField({ name }: { name: FieldName<ConvolutionComparison> }) {
  const config = useConvolution((store) => store.config);
  return (
    <SchemaField
      field={CONVOLUTION.fields[name]}
      value={config[name]}
      onChange={(value) => editComparison({ [name]: value, ...defaultRange(name, value) })}
      text={(choice) => TEXTS[choice] ?? choice}
      check={(range) => refusal(() => pointsOf({ ...config, range }))}
    />
  );
}

/** Values worth sweeping, for each size. */
const RANGES: Readonly<Record<keyof ConvolutionPoint, string>> = {
  signal: "512:*2:65536",
  filter: "16:*2:1024",
  batch: "1:*4:1024",
};

function defaultRange(name: string, value: unknown): Partial<ConvolutionComparison> {
  return name === "sweep" && value !== "none" ? { range: RANGES[value as keyof ConvolutionPoint] } : {};
}

/** Why a text cannot be taken; undefined when it can. */
function refusal(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
