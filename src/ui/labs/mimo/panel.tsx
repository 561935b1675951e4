import type { FieldName } from "#core/configuration/fields.ts";
import { frameOf, MIMO, type MimoExperiment } from "#core/mimo/experiment/experiment.ts";
import type { DetectorName } from "#core/mimo/registry.ts";
import { Group } from "../../kit/fields/group.tsx";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import { SchemaField } from "../../kit/fields/schema-field.tsx";
import { Mark } from "../../figures/glyph.tsx";
import { isReady, useLab } from "../../kit/engine.ts";
import {
  DETECTOR_NAMES,
  detectorRefusal,
  editGlass,
  editMimo,
  refusalOf,
  toggleDetector,
  toggleMimo,
  useMimo,
} from "./store.ts";
import { actionOf } from "../../kit/run.ts";
import { DETECTORS } from "./detectors.ts";

/** A choice as people read it. */
function textOf(choice: string): string {
  if (/^\d+$/.test(choice)) return `${choice}-QAM`;
  const [, length, rate] = /^wimax-(\d+)-(.+)$/.exec(choice) ?? [];
  if (length) return `LDPC ${length}, rate ${rate}`;
  return { rayleigh: "Rayleigh", white: "none: H = I" }[choice] ?? choice;
}

/** The rail: everything that the experiment depends on, made from the core's field table. */
export function MimoPanel() {
  const { config, sweep, follow } = useMimo();
  const ready = useLab(isReady);
  const { detectors } = config;
  const clips = detectors.includes("kbest") || detectors.includes("one-pass");
  return (
    <form className="panel" aria-label="Experiment" onSubmit={(event) => event.preventDefault()}>
      <Group title="Link">
        <ExperimentField name="antennas" />
        <ExperimentField name="qam" />
        <ExperimentField name="channel" />
        {config.channel === "rayleigh" && <ExperimentField name="correlation" slider={{ min: 0, max: 0.95 }} />}
      </Group>
      <Group title="Detectors">
        <DetectorList />
        {detectors.includes("kbest") && <ExperimentField name="candidates" />}
        {clips && <ExperimentField name="clip" />}
      </Group>
      <Group title="Code">
        <ExperimentField name="code" />
        {config.code !== "none" && (
          <>
            <ExperimentField name="decoder" />
            {config.decoder === "min-sum" && <ExperimentField name="factor" />}
            <ExperimentField name="iterations" />
          </>
        )}
        <FrameNote />
      </Group>
      <Group title="Sweep">
        <ExperimentField name="snr" />
        <ExperimentField name="frames" />
        <ExperimentField name="stopErrors" />
        <ExperimentField name="seed" />
        <label className="check">
          <input type="checkbox" checked={follow} onChange={() => useMimo.setState({ follow: !follow })} />
          Sweep again when something changes
        </label>
        <button type="button" className="button primary" disabled={!ready} onClick={() => toggleMimo("sweep")}>
          {actionOf(sweep, config, "Run the sweep")}
        </button>
      </Group>
      <Group title="Under the glass">
        <GlassFields />
      </Group>
    </form>
  );
}

function ExperimentField({ name, slider }: { name: FieldName<MimoExperiment>; slider?: { min: number; max: number } }) {
  const config = useMimo((store) => store.config);
  return (
    <SchemaField
      field={MIMO.fields[name]}
      value={config[name]}
      onChange={(value) => editMimo({ [name]: value })}
      text={textOf}
      check={(value) => {
        // Detectors that refuse new sizes leave by themselves; K is K-best's own.
        const detectors = name === "candidates" ? config.detectors : ["mmse"];
        return refusalOf({ ...config, detectors, [name]: name === "snr" ? value : Number(value) });
      }}
      slider={slider}
    />
  );
}

/** What a frame is, in channel uses. */
function FrameNote() {
  const config = useMimo((store) => store.config);
  const { code, information, coded, uses } = frameOf(config);
  return (
    <p className="field-note">
      A frame: {code && `${information} bits coded to `}
      {coded} bits, in {uses} channel uses.
    </p>
  );
}

/** The detectors, each with the reason why it cannot take the sizes, where it cannot. */
function DetectorList() {
  const config = useMimo((store) => store.config);
  return (
    <fieldset className="algorithms">
      <legend className="unseen">{MIMO.fields.detectors.description}</legend>
      {DETECTOR_NAMES.map((name, i) => (
        <DetectorChoice key={name} name={name} digit={i + 1} config={config} />
      ))}
    </fieldset>
  );
}

function DetectorChoice({ name, digit, config }: { name: DetectorName; digit: number; config: MimoExperiment }) {
  const { name: title, about, colour, shape } = DETECTORS[name];
  const refusal = detectorRefusal(name, config);
  const on = config.detectors.includes(name);
  return (
    <>
      <label title={about} data-refused={refusal ? true : undefined}>
        <input
          type="checkbox"
          checked={on}
          disabled={refusal !== undefined || (on && config.detectors.length === 1)}
          aria-describedby={refusal ? `refusal-${name}` : undefined}
          onChange={() => toggleDetector(name)}
        />
        <Mark colour={colour} shape={shape} />
        {title}
        <kbd>{digit}</kbd>
      </label>
      {refusal && (
        <p className="refusal" id={`refusal-${name}`}>
          {refusal}
        </p>
      )}
    </>
  );
}

function GlassFields() {
  const { config, glass } = useMimo();
  return (
    <>
      <QuantityField
        label="At SNR"
        description="SNR of the figures of one page: constellations, LLRs, trellis, convergence."
        unit="dB"
        min={-20}
        max={60}
        step={0.5}
        value={glass.snrDb}
        onChange={(snrDb) => editGlass({ snrDb })}
        slider={{ min: 0, max: 30 }}
      />
      <QuantityField
        label="Frame"
        description="Its place in the sweep: the same bits, channels and noise as there."
        unit=""
        min={0}
        max={2 ** 24 - 1}
        step={1}
        integer
        value={glass.frame}
        onChange={(frame) => editGlass({ frame })}
      />
      <QuantityField
        label="Channel use"
        description="The received vector in the frame whose trellis is drawn."
        unit=""
        min={0}
        max={frameOf(config).uses - 1}
        step={1}
        integer
        value={glass.use}
        onChange={(use) => editGlass({ use })}
      />
    </>
  );
}
