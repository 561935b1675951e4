import { MIMO_INSPECTION } from "#core/mimo/experiment/inspection.ts";
import { parseRange } from "#core/configuration/fields.ts";
import {
  axisOf,
  mimoFrame,
  MIMO,
  type MimoExperiment,
  snrOverEbn0,
  stopRefusal,
} from "#core/mimo/experiment/experiment.ts";
import { MOST_RECEIVE_ANTENNAS } from "#core/mimo/detector.ts";
import { MIMO_USES } from "#core/mimo/experiment/uses.ts";
import { detectors } from "#core/mimo/registry.ts";
import { fixed } from "../../format.ts";
import { ChoiceList } from "../../kit/choice-list.tsx";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { fieldsOf, NumberField, refusalOf } from "../../kit/fields/fields-of.tsx";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import { Group, More } from "../../kit/fields/group.tsx";
import { ExperimentPanel } from "../../kit/experiment-panel.tsx";
import { CodeFields, CodeName } from "./code-fields.tsx";
import {
  DETECTOR_NAMES,
  detectorRefusal,
  editInspection,
  editMimo,
  loopDetectors,
  sweep,
  toggleDetector,
  useMimo,
} from "./store.ts";
import { DETECTORS } from "./detectors.ts";

const TEXTS: Readonly<Record<string, string>> = {
  rayleigh: "Rayleigh",
  "block-rayleigh": "block Rayleigh",
  white: "none: H = I",
  norm: "by norm",
  "v-blast": "V-BLAST",
  joint: "joint",
  "per-stream": "per stream",
  nr: "5G NR",
  "log-map": "log-MAP",
  "max-log": "max-log-MAP",
  posterior: "a posteriori",
  "24A": "CRC-24A",
  "24B": "CRC-24B",
  "kept-from-bits": "kept, from bits",
  checks: "all checks hold",
  crc: "CRC holds",
};

/** A choice of a field as text. */
function textOf(choice: string, field?: string): string {
  if (field === "qam") return `${choice}-QAM`;
  if (field === "crc" && choice === "16") return "CRC-16";
  return TEXTS[choice] ?? choice;
}

const STOPS: readonly MimoExperiment["stop"][] = ["none", "checks", "crc"];

const isCoded = ({ code }: MimoExperiment) => code !== "none";
const hasLoop = (config: MimoExperiment) => loopDetectors(config).length > 0;
const Fields = fieldsOf({
  schema: MIMO,
  of: useMimo,
  config: (store) => store.config,
  edit: editMimo,
  text: textOf,
  check(name, value, config) {
    // The store removes detectors that refuse new sizes, so these fields need no check; K matters to K-best only.
    const detectors = name === "candidates" ? config.detectors : ["mmse"];
    return refusalOf(() => MIMO.parse({ ...config, detectors, [name]: value }));
  },
  sliders: { correlation: [0, 0.95] },
  uses: MIMO_USES,
  when: { ebn0: ({ ebn0 }) => ebn0 !== "" },
});

/** The panel on the left: the experiment's fields, made from the core's schema. */
export function MimoPanel() {
  const config = useMimo((store) => store.config);
  const coded = isCoded(config);
  return (
    <ExperimentPanel of={sweep} first="Run sweep">
      <Group title="Link">
        <Fields of={["antennas"]} />
        <ReceiveAntennas />
        <Fields of={["qam", "channel", "correlation"]} more={["powerControl"]} />
      </Group>
      <Group title="Detectors">
        <DetectorList />
        <Fields of={["candidates", "orders", "sorting", "clip"]} />
      </Group>
      <Group title="Code">
        <CodeFields />
        <Fields of={["decoder", "factor", "iterations"]} />
        <FrameNote />
        {coded && (
          <More>
            <Fields of={["schedule", "codewords", "interleaver", "crc"]} />
            <CodeName />
          </More>
        )}
      </Group>
      {coded && (
        <Group title="Outer iterations">
          <Fields of={["outer"]} />
          <OuterNote />
          <Fields of={["feedback", "messages"]} />
          {hasLoop(config) && <StopField />}
          <Fields more={["lastDecoding"]} />
        </Group>
      )}
      <Group title="Sweep">
        <AxisField />
        <Fields of={["snr", "ebn0", "frames"]} more={["stopErrors", "seed"]} />
      </Group>
      <Group title="Inspect">
        <InspectionFields />
      </Group>
    </ExperimentPanel>
  );
}

/** The early stops that the code supports. */
function StopField() {
  const config = useMimo((store) => store.config);
  const { label, description } = MIMO.fields.stop;
  const withCrc = { ...config, crc: config.crc === "none" ? ("24A" as const) : config.crc };
  const stops = STOPS.filter((stop) => !stopRefusal({ ...withCrc, stop }));
  if (stops.length === 1) return null;
  return (
    <ChoiceField
      label={label}
      description={description}
      choices={stops.map((stop) => ({ value: stop, text: textOf(stop) }))}
      value={config.stop}
      onChange={(stop) => editMimo({ stop })}
    />
  );
}

/** Receive antennas. As many as transmit antennas follow their number. */
function ReceiveAntennas() {
  const { antennas, receiveAntennas } = useMimo((store) => store.config);
  const { label, description } = MIMO.fields.receiveAntennas;
  return (
    <QuantityField
      label={label}
      description={description}
      unit=""
      min={antennas}
      max={MOST_RECEIVE_ANTENNAS}
      step={1}
      integer
      value={receiveAntennas || antennas}
      onChange={(count) => editMimo({ receiveAntennas: count === antennas ? 0 : count })}
    />
  );
}

/** The axis of the sweep. A change keeps its points, rounded to half a decibel. */
function AxisField() {
  const config = useMimo((store) => store.config);
  const change = (label: string) => {
    if (label === "SNR") editMimo({ ebn0: "" });
    else editMimo({ ebn0: shiftedRange(config.snr, -Math.round(2 * snrOverEbn0(config)) / 2) });
  };
  return (
    <ChoiceField
      label="Axis"
      description="SNR: power of all streams over the noise power at a receive antenna. Eb/N0: energy per information bit over N0."
      choices={["SNR", "Eb/N0"].map((label) => ({ value: label, text: label }))}
      value={axisOf(config).label}
      onChange={change}
    />
  );
}

/** A range with its points shifted; "auto" stays. */
function shiftedRange(text: string, by: number): string {
  if (text.startsWith("auto")) return text;
  const parts = text.split(":");
  const shifted = (part: string) => String(Number((Number(part) + by).toFixed(3)));
  if (parts.length === 3 && !parts[1].startsWith("*"))
    return [shifted(parts[0]), parts[1], shifted(parts[2])].join(":");
  return parseRange(text).map(String).map(shifted).join(",");
}

/** A note on the detectors without priors. */
function OuterNote() {
  const config = useMimo((store) => store.config);
  if (Math.max(...parseRange(config.outer)) === 1) {
    return <p className="field-note">One: the decoder returns nothing to the detector. Try 1,2,3.</p>;
  }
  const without = config.detectors.filter((name) => !detectors[name].priors).map((name) => DETECTORS[name].short);
  if (without.length === 0) return null;
  const verb = without.length === 1 ? "takes" : "take";
  return (
    <p className="field-note">{`${without.join(", ")} ${verb} no priors and ${verb === "takes" ? "has" : "have"} one pass.`}</p>
  );
}

/** A note on the length of a frame in channel uses. */
function FrameNote() {
  const config = useMimo((store) => store.config);
  const { code, codewords, information, coded, uses } = mimoFrame(config);
  return (
    <p className="field-note">
      A frame: {codewords > 1 && `${codewords} codewords, each `}
      {code && `${information} bits coded to `}
      {coded} bits, in {uses} channel uses.{code?.doubt && ` ${code.doubt}`}
    </p>
  );
}

/** The choice of detectors, each with the reason where it does not support the sizes. */
function DetectorList() {
  const config = useMimo((store) => store.config);
  const choices = DETECTOR_NAMES.map((detector) => {
    const { name: text, about: title, colour, shape } = DETECTORS[detector];
    return { name: detector, text, title, colour, shape, refusal: detectorRefusal(detector, config) };
  });
  return (
    <ChoiceList
      description={MIMO.fields.detectors.description}
      choices={choices}
      chosen={config.detectors}
      onToggle={toggleDetector}
    />
  );
}

function InspectionFields() {
  const { config, inspection } = useMimo();
  return (
    <>
      <NumberField of={MIMO_INSPECTION.at} values={inspection} onChange={editInspection} />
      {config.ebn0 !== "" && <p className="field-note">Eb/N0: {fixed(inspection.snrDb - snrOverEbn0(config), 2)} dB</p>}
      <NumberField of={MIMO_INSPECTION.frame} values={inspection} onChange={editInspection} />
      <NumberField
        of={MIMO_INSPECTION.use}
        values={inspection}
        onChange={editInspection}
        max={mimoFrame(config).uses - 1}
      />
    </>
  );
}
