import {
  CONVOLUTION,
  type ConvolutionComparison,
  type ConvolutionPoint,
  METHODS,
  pointsOf,
} from "#core/experiments/convolution.ts";
import type { FieldName } from "#core/experiments/fields.ts";
import { Group } from "../../fields/group.tsx";
import { SchemaField } from "../../fields/schema-field.tsx";
import { Mark } from "../../plots/glyph.tsx";
import { editComparison, toggleMethod, toggleRun, useConvolution } from "../../store/convolution.ts";
import { isReady, useLab } from "../../store/lab.ts";
import { actionOf } from "./action.ts";
import { STYLES } from "./methods.ts";

const TEXTS: Readonly<Record<string, string>> = {
  detection: "detection filter, 23 taps",
  signal: "signal length",
  filter: "filter length",
  batch: "batch",
};

/** The rail: everything that the comparison depends on, made from the core's field table. */
export function ConvolutionPanel() {
  const { config, comparison, perSignal } = useConvolution();
  const ready = useLab(isReady);
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
        <label className="check">
          <input
            type="checkbox"
            checked={perSignal}
            onChange={() => useConvolution.setState({ perSignal: !perSignal })}
          />
          Per signal instead of per batch
        </label>
        <button type="button" className="button primary" disabled={!ready} onClick={() => toggleRun("comparison")}>
          {actionOf(comparison, config)}
        </button>
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
      check={(range) => refusalOf({ ...config, range })}
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

/** Why a comparison cannot be swept; undefined when it can. */
function refusalOf(config: ConvolutionComparison): string | undefined {
  try {
    pointsOf(config);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
