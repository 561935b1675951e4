import { type FieldName, parseRange } from "#core/configuration/fields.ts";
import { windowCounts } from "#core/codes/turbo/decoding.ts";
import { TURBO, type TurboExperiment, windowsOf } from "#core/codes/turbo/experiment/experiment.ts";
import { TURBO_LENGTHS } from "#core/codes/turbo/qpp.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { Group } from "../../kit/fields/group.tsx";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import { SchemaField } from "../../kit/fields/schema-field.tsx";
import { Mark } from "../../figures/glyph.tsx";
import { isReady, useLab } from "../../kit/engine.ts";
import { actionOf } from "../../kit/run.ts";
import {
  comparedWindows,
  editExperiment,
  editGlass,
  refusalOf,
  toggleAlgorithm,
  toggleTurbo,
  useTurbo,
} from "./store.ts";
import { ALGORITHM_NAMES, decoderStyles } from "./decoders.ts";

const TEXTS: Readonly<Record<string, string>> = {
  none: "none",
  bpsk: "BPSK",
  qpsk: "QPSK",
  "24A": "CRC-24A",
  "24B": "CRC-24B",
  sign: "both agree",
  crc: "CRC holds",
};

/** The rail: everything that the experiment depends on, made from the core's field table. */
export function TurboPanel() {
  const { config, sweep, follow } = useTurbo();
  const ready = useLab(isReady);
  const compared = comparedWindows(config.length);
  return (
    <form className="panel" aria-label="Experiment" onSubmit={(event) => event.preventDefault()}>
      <Group title="Code">
        <ExperimentField name="length" />
        <ExperimentField name="rate" />
        {config.rate !== "1/3" && <ExperimentField name="redundancyVersion" />}
        <ExperimentField name="modulation" />
        <ExperimentField name="crc" />
      </Group>
      <Group title="Decoders">
        <AlgorithmList />
        {config.algorithm.includes("max-log") && <ExperimentField name="scale" />}
        <ExperimentField name="windows" />
        <WindowNote />
        <ExperimentField name="iterations" />
        <ExperimentField name="stop" />
      </Group>
      <Group title="Sweep">
        <ExperimentField name="ebn0" />
        <ExperimentField name="codewords" />
        <ExperimentField name="stopErrors" />
        <ExperimentField name="seed" />
        <label className="check">
          <input type="checkbox" checked={follow} onChange={() => useTurbo.setState({ follow: !follow })} />
          Sweep again when something changes
        </label>
        <button type="button" className="button primary" disabled={!ready} onClick={() => toggleTurbo("sweep")}>
          {actionOf(sweep, config, "Run the sweep")}
        </button>
        <button type="button" className="button" onClick={() => editExperiment({ windows: compared.join(",") })}>
          Compare windows {compared.join(", ")}
        </button>
      </Group>
      <Group title="One codeword">
        <GlassFields />
      </Group>
    </form>
  );
}

function ExperimentField({ name }: { name: FieldName<TurboExperiment> }) {
  const config = useTurbo((store) => store.config);
  return (
    <SchemaField
      field={TURBO.fields[name]}
      value={config[name]}
      onChange={(value) =>
        editExperiment({ [name]: name === "windows" ? windowsOf(String(value), config.length) : value })
      }
      text={(choice) => TEXTS[choice] ?? choice}
      check={(value) => (name === "length" ? refusedLength(Number(value)) : refusalOf({ ...config, [name]: value }))}
    />
  );
}

function refusedLength(length: number): string | undefined {
  if (TURBO_LENGTHS.includes(length)) return undefined;
  const above = TURBO_LENGTHS.findIndex((one) => one > length);
  const [low, high] = [TURBO_LENGTHS[above - 1], TURBO_LENGTHS[above]];
  return `LTE has no such length; the nearest are ${low} and ${high}.`;
}

/** Stages of a window, and the numbers of windows that divide the length. */
function WindowNote() {
  const { length, windows } = useTurbo((store) => store.config);
  const counts = windowCounts(length);
  const stages = [...new Set(parseRange(windows))].map((count) => length / count);
  return (
    <p className="field-note">
      {stages.length === 1
        ? `W = ${length}/${windows} = ${stages[0]} stages.`
        : `W = K/P: ${stages.join(", ")} stages.`}{" "}
      <span title="Windows must divide the length">
        P may be {counts.join(", ")}; or type W{length / (counts.findLast((count) => length / count >= 32) ?? 1)} for
        windows of that many stages.
      </span>
    </p>
  );
}

function AlgorithmList() {
  const { config } = useTurbo();
  const styles = decoderStyles({ ...config, algorithm: ["max-log", "log-map"], windows: "1", iterations: "6" });
  return (
    <fieldset className="algorithms">
      <legend className="unseen">{TURBO.fields.algorithm.description}</legend>
      {(["max-log", "log-map"] as const).map((name, i) => (
        <label key={name} title={TURBO.fields.algorithm.description}>
          <input
            type="checkbox"
            checked={config.algorithm.includes(name)}
            disabled={config.algorithm.length === 1 && config.algorithm[0] === name}
            onChange={() => toggleAlgorithm(name)}
          />
          <Mark {...styles[i]} />
          {ALGORITHM_NAMES[name]}
          <kbd>{i + 1}</kbd>
        </label>
      ))}
    </fieldset>
  );
}

function GlassFields() {
  const { config, glass } = useTurbo();
  const styles = decoderStyles(config);
  return (
    <>
      <QuantityField
        label="At Eb/N0"
        description="The codeword's own Eb/N0, for the figures of one codeword."
        unit="dB"
        min={-5}
        max={30}
        step={0.1}
        value={glass.ebn0Db}
        onChange={(ebn0Db) => editGlass({ ebn0Db })}
        slider={{ min: -1, max: 3 }}
      />
      <QuantityField
        label="Codeword"
        description="Its place in the sweep: the same bits and noise as there."
        unit=""
        min={0}
        max={2 ** 24 - 1}
        step={1}
        integer
        value={glass.codeword}
        onChange={(codeword) => editGlass({ codeword })}
      />
      {styles.length > 1 && (
        <ChoiceField
          label="Decoder"
          description="The decoder whose work is shown."
          choices={styles.map(({ short }, i) => ({ value: String(i), text: short }))}
          value={String(glass.decoder)}
          onChange={(decoder) => editGlass({ decoder: Number(decoder) })}
        />
      )}
    </>
  );
}
