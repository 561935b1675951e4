import { frameOf, MIMO } from "#core/mimo/experiment/experiment.ts";
import { ChoiceList } from "../../kit/choice-list.tsx";
import { fieldsOf, NumberField, refusalOf } from "../../kit/fields/fields-of.tsx";
import { Group } from "../../kit/fields/group.tsx";
import { RunControls } from "../../kit/run-button.tsx";
import { DETECTOR_NAMES, detectorRefusal, editInspection, editMimo, sweep, toggleDetector, useMimo } from "./store.ts";
import { DETECTORS } from "./detectors.ts";
import { INSPECTION } from "./link.ts";

/** A choice as text. */
function textOf(choice: string): string {
  if (/^\d+$/.test(choice)) return `${choice}-QAM`;
  const [, length, rate] = /^wimax-(\d+)-(.+)$/.exec(choice) ?? [];
  if (length) return `LDPC ${length}, rate ${rate}`;
  return { rayleigh: "Rayleigh", white: "none: H = I" }[choice] ?? choice;
}

/** The panel on the left: the experiment's fields, made from the core's schema. */
export function MimoPanel() {
  const config = useMimo((store) => store.config);
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
        <RunControls of={sweep}>Rerun the sweep after each change</RunControls>
      </Group>
      <Group title="Inspect one vector">
        <InspectionFields />
      </Group>
    </form>
  );
}

const ExperimentField = fieldsOf({
  schema: MIMO,
  useConfig: () => useMimo((store) => store.config),
  edit: editMimo,
  text: textOf,
  check(name, value, config) {
    // The store removes detectors that refuse new sizes, so these fields need no check; K matters to K-best only.
    const detectors = name === "candidates" ? config.detectors : ["mmse"];
    return refusalOf(() => MIMO.parse({ ...config, detectors, [name]: value }));
  },
});

/** A note on the length of a frame in channel uses. */
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
      <NumberField of={INSPECTION.at} values={inspection} onChange={editInspection} />
      <NumberField of={INSPECTION.frame} values={inspection} onChange={editInspection} />
      <NumberField of={INSPECTION.use} values={inspection} onChange={editInspection} max={frameOf(config).uses - 1} />
    </>
  );
}
