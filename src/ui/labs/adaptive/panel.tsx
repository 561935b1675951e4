import { ADAPTIVE_INSPECTION } from "#core/adaptive/experiment/inspection.ts";
import { useState } from "react";
import type { FieldName } from "#core/configuration/fields.ts";
import { readRows, writeRows } from "#core/configuration/fields.ts";
import { ADAPTIVE, type AdaptiveExperiment, adaptiveAxis, channelOf } from "#core/adaptive/experiment/experiment.ts";
import {
  type AdaptiveEqualizerName,
  ADAPTIVE_EQUALIZERS,
  EQUALIZER_NAMES,
  type EqualizerInfo,
} from "#core/adaptive/equalizers.ts";
import { MEASURED_CHANNELS } from "#core/channel/measured.ts";
import { ChoiceList } from "../../kit/choice-list.tsx";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { fieldsOf, NumberField, refusalOf } from "../../kit/fields/fields-of.tsx";
import { Group } from "../../kit/fields/group.tsx";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { ExperimentPanel } from "../../kit/experiment-panel.tsx";
import { decodeAdaptive, encodeAdaptive } from "./address.ts";
import { styleOf } from "./looks.ts";
import { type Preset, PRESETS } from "./presets.ts";
import { editAdaptive, editInspection, fitted, refusalFor, sweep, toggleEqualizer, useAdaptive } from "./store.ts";

type Name = FieldName<AdaptiveExperiment>;

const TEXTS: Readonly<Record<string, string>> = {
  bpsk: "BPSK",
  qpsk: "QPSK",
  "8psk": "8-PSK",
  "16qam": "16-QAM",
  "64qam": "64-QAM",
  hermitian: "Hermitian",
};

const infos = ({ equalizers }: AdaptiveExperiment) =>
  equalizers.map((name) => ({ name, ...(ADAPTIVE_EQUALIZERS[name] as EqualizerInfo) }));
const some = (has: (info: ReturnType<typeof infos>[number]) => boolean) => (config: AdaptiveExperiment) =>
  infos(config).some(has);
const isRls = ({ name }: { name: string }) => name.includes("rls");
const hasRls = some(isRls);
const isBlind = some(({ blind }) => blind === true);
const isTrained = some(({ kind, blind }) => kind === "adaptive" && !blind);
const hasBlocks = some(({ kind }) => kind === "block");
const has = (...names: AdaptiveEqualizerName[]) => some(({ name }) => names.includes(name));
const hasCode = ({ code }: AdaptiveExperiment) => code !== "none";
const isPulse = ({ frontEnd }: AdaptiveExperiment) => frontEnd === "pulse";

const WHEN: Partial<Record<Name, (config: AdaptiveExperiment) => boolean>> = {
  response: ({ channel }) => channel === "taps",
  normalize: ({ frontEnd, channel }) => frontEnd === "discrete" && !channel.startsWith("exponential"),
  rolloff: isPulse,
  samplingPhase: isPulse,
  samplesPerSymbol: isPulse,
  step: some((info) => info.kind === "adaptive" && !isRls(info)),
  forgetting: hasRls,
  rlsStart: hasRls,
  rlsUpdate: hasRls,
  switch: isBlind,
  afterTraining: isTrained,
  traceback: has("mlse"),
  keep: has("m-algorithm"),
  block: hasBlocks,
  prefix: has("fde", "fde-zf", "ofdm", "ofdm-loaded"),
  drop: has("fde-overlap"),
  information: hasCode,
  outer: (config) => hasCode(config) && has("map")(config),
  symbols: (config) => !hasCode(config),
  ebn0: (config) => adaptiveAxis(config).label === "Eb/N0",
  esn0: ({ esn0 }) => esn0 !== "",
  snr: ({ snr }) => snr !== "",
};

/** Why a field cannot have a value. Equalizers that do not support it leave, and their list says why. */
const check = (name: Name, value: unknown, config: AdaptiveExperiment) =>
  refusalOf(() => fitted({ ...config, [name]: value }));

const Fields = fieldsOf({
  schema: ADAPTIVE,
  useConfig: () => useAdaptive((store) => store.config),
  edit: (change) => void editAdaptive(change),
  text: (choice) => TEXTS[choice] ?? choice,
  sliders: { step: [0.001, 0.1], forgetting: [0.9, 1] },
  when: WHEN,
  check,
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
        {config.channel === "rays" && <RaysField />}
        <Fields {...GROUPS.channel} />
        <MemoryNote />
      </Group>
      <Group title="Equalizers">
        <EqualizerList />
        <Fields {...GROUPS.equalizers} />
        {some(({ feedback }) => feedback === true)(config) && <WordField name="feedbackTaps" />}
        <WordField name="delay" />
        {isBlind(config) && <WordField name="start" />}
      </Group>
      <Group title="Adaptation">
        <Fields {...GROUPS.adaptation} />
        {!some(({ kind }) => kind === "adaptive")(config) && (
          <p className="field-note">No chosen equalizer adapts. Add LMS or RLS.</p>
        )}
      </Group>
      {has("mlse", "m-algorithm")(config) && (
        <Group title="Trellis">
          <Fields {...GROUPS.sequences} />
        </Group>
      )}
      {hasBlocks(config) && (
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
        {hasCode(config) && <p className="field-note">{config.symbols} symbols: the training, then the coded bits.</p>}
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

/** The scenario of the panel, if it is a preset. */
function PresetField() {
  const link = useAdaptive(encodeAdaptive);
  const chosen = PRESETS.find((preset) => presetLink(preset) === link);
  return (
    <Group title="Start from">
      <ChoiceField
        label="Preset"
        description="Scenarios in the order in which a course treats equalizers."
        choices={[{ value: "", text: "Own settings" }, ...PRESETS.map(({ title }) => ({ value: title, text: title }))]}
        value={chosen?.title ?? ""}
        onChange={(title) => {
          const preset = PRESETS.find((one) => one.title === title);
          if (preset) useAdaptive.setState(decodeAdaptive(preset.link));
        }}
      />
      {chosen && <p className="field-note">{chosen.about}</p>}
    </Group>
  );
}

/** Returns a preset's link in the form that the lab writes. */
const presetLink = ({ link }: Preset) => encodeAdaptive(decodeAdaptive(link));

/** A kind of channel, and its number after the colon. */
interface ChannelKind {
  text: string;
  group: string;
  number?: {
    label: string;
    description: string;
    default: number;
    min: number;
    max: number;
    step: number;
    unit: string;
  };
}

const [DISCRETE, PULSE] = ["One tap per symbol", "Pulses and rays"];
const CHANNELS: Readonly<Record<string, ChannelKind>> = {
  "proakis-a": { text: "Proakis A, mild", group: DISCRETE },
  "proakis-b": { text: "Proakis B, a null", group: DISCRETE },
  "proakis-c": { text: "Proakis C, a wide null", group: DISCRETE },
  haykin: {
    text: "Haykin, raised cosine",
    group: DISCRETE,
    number: {
      label: "Spread W",
      description: "W of the taps ½(1 + cos(2π(n − 2)/W)). A larger W spreads the eigenvalues.",
      default: 2.9,
      min: 2.1,
      max: 4,
      step: 0.1,
      unit: "",
    },
  },
  exponential: {
    text: "Random, decaying",
    group: DISCRETE,
    number: {
      label: "Decay D",
      description: "Symbols in which the mean power of the taps falls by e.",
      default: 2,
      min: 0.1,
      max: 8,
      step: 0.5,
      unit: "T",
    },
  },
  taps: { text: "Own taps", group: DISCRETE },
  rays: { text: "Rays", group: PULSE },
  measured: {
    text: "Measured",
    group: PULSE,
    number: {
      label: "Number",
      description: "Number of the measured response.",
      default: 0,
      min: 0,
      max: MEASURED_CHANNELS - 1,
      step: 1,
      unit: "",
    },
  },
};

/** The channel, with its front end and its number. */
function ChannelField() {
  const { channel } = useAdaptive((store) => store.config);
  const [refusal, setRefusal] = useState<string>();
  const [kind, value] = channel.split(":");
  const number = CHANNELS[kind]?.number;
  const choose = (next: string) => {
    const { group, number: own } = CHANNELS[next];
    const frontEnd = group === PULSE ? "pulse" : "discrete";
    setRefusal(editAdaptive({ channel: own ? `${next}:${own.default}` : next, frontEnd }));
  };
  const choices = Object.entries(CHANNELS).map(([name, { text, group }]) => ({ value: name, text, group }));
  const { label, description } = ADAPTIVE.fields.channel;
  return (
    <>
      <ChoiceField label={label} description={description} choices={choices} value={kind} onChange={choose} />
      {refusal && (
        <p className="refusal" role="alert">
          {refusal}
        </p>
      )}
      {number && (
        <QuantityField
          {...number}
          integer={number.step === 1}
          value={Number(value)}
          check={(next) => check("channel", `${kind}:${next}`, useAdaptive.getState().config)}
          onChange={(next) => editAdaptive({ channel: `${kind}:${next}` })}
        />
      )}
    </>
  );
}

const RAYS = ADAPTIVE.fields.rays;

/** The rays as text, one after the other. */
function RaysField() {
  const config = useAdaptive((store) => store.config);
  const columns = RAYS.kind === "rows" ? RAYS.columns : {};
  const raysOf = (text: string) => readRows(columns, text) as unknown as AdaptiveExperiment["rays"];
  return (
    <TextField
      label="Rays"
      description="Gain in dB, phase in degrees and delay in symbols of each ray: 0,0,0;-1.9,143,1.3"
      unit=""
      value={writeRows(columns, config.rays)}
      check={(text) => check("rays", raysOf(text), config)}
      onChange={(text) => editAdaptive({ rays: raysOf(text) })}
    />
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
      check={(text) => check(name, text, config)}
      onChange={(text) => editAdaptive({ [name]: text })}
    />
  );
}

/** Codes to choose from; a name finds the others. */
const CODES = {
  none: "none",
  "convolutional:5,7": "Convolutional 5, 7",
  "convolutional:133,171": "Convolutional 133, 171",
  "wimax-1152-1/2": "LDPC, 1152 bits",
  "lte-512": "Turbo, 512 bits",
} as const;

/** The code. A new one has its usual number of information bits. */
function CodeField() {
  const config = useAdaptive((store) => store.config);
  const { code } = config;
  const { label, description } = ADAPTIVE.fields.code;
  const change = (name: string) => ({ code: name, information: ADAPTIVE.defaults.information });
  return (
    <>
      <ChoiceField
        label={label}
        description={description}
        choices={[
          ...Object.entries(CODES).map(([value, text]) => ({ value, text })),
          ...(code in CODES ? [] : [{ value: code, text: code }]),
        ]}
        value={code}
        onChange={(name) => editAdaptive(change(name))}
      />
      {hasCode(config) && (
        <TextField
          label="Code name"
          description="Any code: convolutional:5,7 with other generators, wimax-1152-1/2, nr-ldpc:500:1000, lte-512."
          unit=""
          value={code}
          check={(name) => refusalOf(() => fitted({ ...config, ...change(name) }))}
          onChange={(name) => editAdaptive(change(name))}
        />
      )}
    </>
  );
}

/** A note on the length of the channel. */
function MemoryNote() {
  const config = useAdaptive((store) => store.config);
  const { taps, samplesPerSymbol, turns } = channelOf(config);
  const count = taps.length / 2;
  const spacing = samplesPerSymbol === 2 ? " half a symbol apart" : "";
  return (
    <p className="field-note">
      {count} {count === 1 ? "tap" : "taps"}
      {spacing}: memory L = {count - 1}.{turns && " The taps turn during a packet."}
    </p>
  );
}

/** The choice of equalizers, each with the reason where it does not support the experiment. */
function EqualizerList() {
  const config = useAdaptive((store) => store.config);
  const choices = EQUALIZER_NAMES.map((name) => {
    const { short: text, about: title, colour, shape } = styleOf(name);
    return { name, text, title, colour, shape, refusal: refusalFor(name, config) };
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
