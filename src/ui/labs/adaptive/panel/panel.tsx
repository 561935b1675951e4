import { ADAPTIVE_INSPECTION } from "#core/adaptive/experiment/inspection.ts";
import type { FieldName } from "#core/configuration/fields.ts";
import { ADAPTIVE, type AdaptiveExperiment, adaptiveAxis } from "#core/adaptive/experiment/experiment.ts";
import { ADAPTIVE_USES } from "#core/adaptive/experiment/uses.ts";
import { ADAPTIVE_EQUALIZERS, EQUALIZER_NAMES, type EqualizerInfo } from "#core/adaptive/equalizers.ts";
import { ChoiceList } from "../../../kit/choice-list.tsx";
import { ChoiceField } from "../../../kit/fields/choice-field.tsx";
import { fieldsOf, NumberField } from "../../../kit/fields/fields-of.tsx";
import { Group } from "../../../kit/fields/group.tsx";
import { TextField } from "../../../kit/fields/text-field.tsx";
import { ExperimentPanel } from "../../../kit/experiment-panel.tsx";
import { styleOf } from "../looks.ts";
import { ChannelField, MemoryNote, RaysField } from "./channel-fields.tsx";
import { CodeField } from "./code-field.tsx";
import { PresetField } from "./preset-field.tsx";
import { editAdaptive, editInspection, sweep, toggleEqualizer, useAdaptive } from "../store.ts";
import { choiceRefusal, refusalOfValue } from "../supported.ts";

type Name = FieldName<AdaptiveExperiment>;

const TEXTS: Readonly<Record<string, string>> = {
  bpsk: "BPSK",
  qpsk: "QPSK",
  "8psk": "8-PSK",
  "16qam": "16-QAM",
  "64qam": "64-QAM",
  hermitian: "Hermitian",
};

const isCoded = ({ code }: AdaptiveExperiment) => code !== "none";
const has = (kind: EqualizerInfo["kind"], { equalizers }: AdaptiveExperiment) =>
  equalizers.some((name) => ADAPTIVE_EQUALIZERS[name].kind === kind);
const hasUse = (name: Name, config: AdaptiveExperiment) => ADAPTIVE_USES[name]?.when(config) ?? true;

/** The points have one axis. */
const WHEN: Partial<Record<Name, (config: AdaptiveExperiment) => boolean>> = {
  ebn0: (config) => adaptiveAxis(config).label === "Eb/N0",
  esn0: ({ esn0 }) => esn0 !== "",
  snr: ({ snr }) => snr !== "",
};

const Fields = fieldsOf({
  schema: ADAPTIVE,
  of: useAdaptive,
  config: (store) => store.config,
  edit: (change) => void editAdaptive(change),
  text: (choice) => TEXTS[choice] ?? choice,
  sliders: { step: [0.001, 0.1], forgetting: [0.9, 1] },
  uses: ADAPTIVE_USES,
  when: WHEN,
  check: refusalOfValue,
});

/** The fields of each group; what the core has besides is at the end. */
const GROUPS = {
  signal: { of: ["modulation", "rolloff", "samplesPerSymbol", "samplingPhase"] },
  channel: { of: ["response"], more: ["turns", "normalize"] },
  equalizers: { of: ["forwardTaps"] },
  adaptation: { of: ["step", "forgetting"], more: ["rlsStart", "rlsUpdate", "switch"] },
  sequences: { of: ["keep", "traceback"] },
  blocks: { of: ["block", "prefix", "drop"] },
  code: { of: ["information", "outer"] },
  packet: { of: ["training", "symbols", "afterTraining"] },
  sweep: { of: ["ebn0", "esn0", "snr", "packets"], more: ["stopErrors", "seed"] },
} as const satisfies Record<string, { of: readonly Name[]; more?: readonly Name[] }>;

/** Fields that this file has a control for, and the bins of learning curves, which the page chooses. */
const OWN = [
  "frontEnd",
  "channel",
  "rays",
  "equalizers",
  "feedbackTaps",
  "delay",
  "start",
  "code",
  "learning",
] as const;
const placed = new Set<string>([
  ...OWN,
  ...Object.values(GROUPS).flatMap((group) => [...group.of, ...("more" in group ? group.more : [])]),
]);
const FURTHER = (Object.keys(ADAPTIVE.fields) as Name[]).filter((name) => !placed.has(name));

/** The panel on the left: the experiment's fields, made from the core's schema. */
export function AdaptivePanel() {
  const config = useAdaptive((store) => store.config);
  return (
    <ExperimentPanel of={sweep} first="Run sweep">
      <PresetField />
      <Group title="Signal">
        <Fields {...GROUPS.signal} />
      </Group>
      <Group title="Channel">
        <ChannelField />
        {hasUse("rays", config) && <RaysField />}
        <Fields {...GROUPS.channel} />
        <MemoryNote />
      </Group>
      <Group title="Equalizers">
        <EqualizerList />
        <Fields {...GROUPS.equalizers} />
        {hasUse("feedbackTaps", config) && <WordField name="feedbackTaps" />}
        <WordField name="delay" />
        {hasUse("start", config) && <WordField name="start" />}
      </Group>
      <Group title="Adaptation">
        <Fields {...GROUPS.adaptation} />
        {!has("adaptive", config) && <p className="field-note">No chosen equalizer adapts. Add LMS or RLS.</p>}
      </Group>
      {has("sequence", config) && (
        <Group title="Trellis">
          <Fields {...GROUPS.sequences} />
        </Group>
      )}
      {has("block", config) && (
        <Group title="Blocks">
          <Fields {...GROUPS.blocks} />
        </Group>
      )}
      <Group title="Code">
        <CodeField />
        <Fields {...GROUPS.code} />
      </Group>
      <Group title="Packet">
        <Fields {...GROUPS.packet} />
        {isCoded(config) && <p className="field-note">{config.symbols} symbols: the training, then the coded bits.</p>}
      </Group>
      {FURTHER.length > 0 && (
        <Group title="Further settings" folded>
          <Fields of={FURTHER} />
        </Group>
      )}
      <Group title="Sweep">
        <AxisField />
        <Fields {...GROUPS.sweep} />
      </Group>
      <Group title="Inspect one packet">
        <InspectionFields />
      </Group>
    </ExperimentPanel>
  );
}

/** A word or a whole number: auto, or 12. */
function WordField({ name }: { name: "feedbackTaps" | "delay" | "start" }) {
  const config = useAdaptive((store) => store.config);
  const { label, description } = ADAPTIVE.fields[name];
  return (
    <TextField
      label={label}
      description={description}
      unit=""
      value={config[name]}
      check={(text) => refusalOfValue(name, text, config)}
      onChange={(text) => editAdaptive({ [name]: text })}
    />
  );
}

/** The choice of equalizers, each with the reason where it does not support the experiment. */
function EqualizerList() {
  const config = useAdaptive((store) => store.config);
  const choices = EQUALIZER_NAMES.map((name) => {
    const { short: text, about: title, colour, shape } = styleOf(name);
    return { name, text, title, colour, shape, refusal: choiceRefusal(name, config) };
  });
  return (
    <ChoiceList
      description={ADAPTIVE.fields.equalizers.description}
      choices={choices}
      chosen={config.equalizers}
      onToggle={toggleEqualizer}
    />
  );
}

const AXES = { "Eb/N0": "ebn0", "Es/N0": "esn0", SNR: "snr" } as const;

/** The axis of the sweep. Its points stay. */
function AxisField() {
  const config = useAdaptive((store) => store.config);
  const { label } = adaptiveAxis(config);
  const points = config[AXES[label as keyof typeof AXES]];
  return (
    <ChoiceField
      label="Axis"
      description="Eb/N0: per information bit. Es/N0: per symbol. SNR: γ, per noise variance of a sample."
      choices={Object.keys(AXES).map((name) => ({ value: name, text: name }))}
      value={label}
      onChange={(name) => editAdaptive({ esn0: "", snr: "", [AXES[name as keyof typeof AXES]]: points })}
    />
  );
}

function InspectionFields() {
  const inspection = useAdaptive((store) => store.inspection);
  return (
    <>
      <NumberField of={ADAPTIVE_INSPECTION.at} values={inspection} onChange={editInspection} />
      <NumberField of={ADAPTIVE_INSPECTION.packet} values={inspection} onChange={editInspection} />
    </>
  );
}
