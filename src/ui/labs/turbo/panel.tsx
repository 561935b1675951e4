import { TURBO_INSPECTION } from "#core/codes/turbo/experiment/inspection.ts";
import { parseRange } from "#core/configuration/fields.ts";
import { windowCounts } from "#core/codes/turbo/decoding.ts";
import { TURBO, windowsOf } from "#core/codes/turbo/experiment/experiment.ts";
import { TURBO_USES } from "#core/codes/turbo/experiment/uses.ts";
import { TURBO_LENGTHS } from "#core/codes/turbo/qpp.ts";
import { ChoiceList } from "../../kit/choice-list.tsx";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { fieldsOf, NumberField, refusalOf } from "../../kit/fields/fields-of.tsx";
import { Group } from "../../kit/fields/group.tsx";
import { ExperimentPanel } from "../../kit/experiment-panel.tsx";
import {
  ALGORITHMS,
  comparedWindows,
  editExperiment,
  editInspection,
  sweep,
  toggleAlgorithm,
  useTurbo,
} from "./store.ts";
import { ALGORITHM_NAMES, decoderStyles } from "./decoders.ts";
import { Button } from "../../elements/button.tsx";

const TEXTS: Readonly<Record<string, string>> = {
  none: "none",
  bpsk: "BPSK",
  qpsk: "QPSK",
  "24A": "CRC-24A",
  "24B": "CRC-24B",
  sign: "both agree",
  crc: "CRC holds",
};

/** The panel on the left: the experiment's fields, made from the core's schema. */
export function TurboPanel() {
  const compared = comparedWindows(useTurbo((store) => store.config.length));
  return (
    <ExperimentPanel of={sweep} first="Run sweep">
      <Group title="Code">
        <Fields of={["length", "rate", "modulation"]} more={["redundancyVersion", "crc"]} />
      </Group>
      <Group title="Decoders">
        <AlgorithmList />
        <Fields of={["scale", "windows"]} />
        <WindowNote />
        <Fields of={["iterations", "stop"]} />
      </Group>
      <Group title="Sweep">
        <Fields of={["ebn0", "codewords"]} more={["stopErrors", "seed"]} />
        <Button onClick={() => editExperiment({ windows: compared.join(",") })}>
          Compare windows {compared.join(", ")}
        </Button>
      </Group>
      <Group title="Inspect one codeword">
        <InspectionFields />
      </Group>
    </ExperimentPanel>
  );
}

const Fields = fieldsOf({
  schema: TURBO,
  of: useTurbo,
  config: (store) => store.config,
  edit({ windows, ...change }) {
    const { length } = useTurbo.getState().config;
    editExperiment(windows === undefined ? change : { windows: windowsOf(windows, length) });
  },
  text: (choice) => TEXTS[choice] ?? choice,
  uses: TURBO_USES,
  check: (name, value, config) => {
    return name === "length"
      ? refusedLength(value as number)
      : refusalOf(() => TURBO.parse({ ...config, [name]: value }));
  },
});

function refusedLength(length: number): string | undefined {
  if (TURBO_LENGTHS.includes(length)) return undefined;
  const above = TURBO_LENGTHS.findIndex((one) => one > length);
  const [low, high] = [TURBO_LENGTHS[above - 1], TURBO_LENGTHS[above]];
  return `LTE does not have this length. The nearest are ${low} and ${high}.`;
}

/** A note on the stages per window and the numbers of windows that divide the length. */
function WindowNote() {
  const { length, windows } = useTurbo((store) => store.config);
  const counts = windowCounts(length);
  const stages = [...new Set(parseRange(windows))].map((count) => length / count);
  return (
    <p className="field-note">
      {stages.length === 1
        ? `W = ${length}/${windows} = ${stages[0]} stages.`
        : `W = K/P: ${stages.join(", ")} stages.`}{" "}
      <span title="The number of windows must divide the length">
        P may be {counts.join(", ")}; or type W{length / (counts.findLast((count) => length / count >= 32) ?? 1)} for
        windows of W stages.
      </span>
    </p>
  );
}

function AlgorithmList() {
  const { config } = useTurbo();
  const styles = decoderStyles({ ...config, algorithm: ["max-log", "log-map"], windows: "1", iterations: "6" });
  return (
    <ChoiceList
      description={TURBO.fields.algorithm.description}
      choices={ALGORITHMS.map((name, i) => ({ ...styles[i], name, text: ALGORITHM_NAMES[name] }))}
      chosen={config.algorithm}
      onToggle={toggleAlgorithm}
    />
  );
}

function InspectionFields() {
  const { config, inspection } = useTurbo();
  const styles = decoderStyles(config);
  return (
    <>
      <NumberField of={TURBO_INSPECTION.at} values={inspection} onChange={editInspection} />
      <NumberField of={TURBO_INSPECTION.codeword} values={inspection} onChange={editInspection} />
      {styles.length > 1 && (
        <ChoiceField
          label="Decoder"
          description="The decoder to inspect."
          choices={styles.map(({ short }, i) => ({ value: String(i), text: short }))}
          value={String(inspection.decoder)}
          onChange={(decoder) => editInspection({ decoder: Number(decoder) })}
        />
      )}
    </>
  );
}
