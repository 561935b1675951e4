import { WIFI } from "#core/wifi/experiment/experiment.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { ChoiceList } from "../../kit/choice-list.tsx";
import { fieldsOf, NumberField } from "../../kit/fields/fields-of.tsx";
import { Group, More } from "../../kit/fields/group.tsx";
import { RayTable } from "../../kit/fields/ray-table.tsx";
import { RunFoot } from "../../kit/run-button.tsx";
import { ESTIMATOR_NAMES, styleOf } from "./estimators.ts";
import { INSPECTION } from "./inspection.ts";
import { RateList } from "./rate-list.tsx";
import { editInspection, editWifi, sweep, toggleEstimator, useWifi } from "./store.ts";

const TEXTS: Readonly<Record<string, string>> = {
  awgn: "white noise",
  exponential: "exponential echoes",
  rays: "fixed rays",
  "20": "20 MHz",
  "10": "10 MHz",
  genie: "known",
  preamble: "from the preamble",
};

const ExperimentField = fieldsOf({
  schema: WIFI,
  useConfig: () => useWifi((store) => store.config),
  edit: editWifi,
  text: (choice) => TEXTS[choice] ?? choice,
});

function PacketGroup() {
  return (
    <Group title="Packets">
      <RateList />
      <ExperimentField name="bytes" />
      <ExperimentField name="bandwidth" />
    </Group>
  );
}

function ChannelGroup() {
  const { channel, rays } = useWifi((store) => store.config);
  return (
    <Group title="Channel">
      <ExperimentField name="channel" />
      {channel === "exponential" && (
        <>
          <ExperimentField name="delaySpread" slider={{ min: 0, max: 300 }} />
          <ExperimentField name="doppler" slider={{ min: 0, max: 2000 }} />
        </>
      )}
      {channel === "rays" && <RayTable of={WIFI.fields.rays} rays={rays} onChange={(rays) => editWifi({ rays })} />}
      <ExperimentField name="offset" slider={{ min: -100, max: 100 }} />
      <More>
        <ExperimentField name="clock" />
        <ExperimentField name="timing" />
      </More>
    </Group>
  );
}

function SweepGroup() {
  return (
    <Group title="Sweep">
      <ExperimentField name="snr" />
      <ExperimentField name="packets" />
      <More>
        <ExperimentField name="stopErrors" />
        <ExperimentField name="seed" />
      </More>
    </Group>
  );
}

/** The panel on the left: the experiment's fields, made from the core's schema. */
export const WifiPanel = () => (
  <form className="panel" aria-label="Experiment" onSubmit={(event) => event.preventDefault()}>
    <PacketGroup />
    <ChannelGroup />
    <Group title="Receiver">
      <EstimatorList />
      <ExperimentField name="synchronization" />
    </Group>
    <SweepGroup />
    <Group title="Inspect one packet">
      <InspectionFields />
    </Group>
    <RunFoot of={sweep} first="Run sweep" />
  </form>
);

function EstimatorList() {
  const chosen = useWifi((store) => store.config.estimators);
  const choices = ESTIMATOR_NAMES.map((name) => {
    const { short: text, title, method, colour, shape } = styleOf(name);
    return { name, text, title: `${title}. ${method}`, colour, shape };
  });
  return (
    <ChoiceList
      description={WIFI.fields.estimators.description}
      choices={choices}
      chosen={chosen}
      onToggle={toggleEstimator}
      compact
    />
  );
}

function InspectionFields() {
  const { config, inspection } = useWifi();
  return (
    <>
      <NumberField of={INSPECTION.at} values={inspection} onChange={editInspection} />
      <NumberField of={INSPECTION.packet} values={inspection} onChange={editInspection} />
      {config.rateMbps.length > 1 && (
        <ChoiceField
          label="Rate"
          description="The rate of the inspected packet."
          choices={config.rateMbps.map((rate, i) => ({ value: String(i), text: `${rate} Mbit/s` }))}
          value={String(inspection.rate)}
          onChange={(rate) => editInspection({ rate: Number(rate) })}
        />
      )}
    </>
  );
}
