import { WIFI_INSPECTION } from "#core/wifi/experiment/inspection.ts";
import { WIFI } from "#core/wifi/experiment/experiment.ts";
import { WIFI_USES } from "#core/wifi/experiment/uses.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { ChoiceList } from "../../kit/choice-list.tsx";
import { fieldsOf, NumberField } from "../../kit/fields/fields-of.tsx";
import { Group } from "../../kit/fields/group.tsx";
import { RayTable } from "../../kit/fields/ray-table.tsx";
import { ExperimentPanel } from "../../kit/experiment-panel.tsx";
import { ESTIMATOR_NAMES, styleOf } from "./estimators.ts";
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

const Fields = fieldsOf({
  schema: WIFI,
  of: useWifi,
  config: (store) => store.config,
  edit: editWifi,
  text: (choice) => TEXTS[choice] ?? choice,
  sliders: { delaySpread: [0, 300], doppler: [0, 2000], offset: [-100, 100] },
  uses: WIFI_USES,
});

/** The panel on the left: the experiment's fields, made from the core's schema. */
export function WifiPanel() {
  const { channel, rays } = useWifi((store) => store.config);
  return (
    <ExperimentPanel of={sweep} first="Run sweep">
      <Group title="Packets">
        <RateList />
        <Fields of={["bytes", "bandwidth"]} />
      </Group>
      <Group title="Channel">
        <Fields of={["channel", "delaySpread", "doppler"]} />
        {channel === "rays" && <RayTable of={WIFI.fields.rays} rays={rays} onChange={(rays) => editWifi({ rays })} />}
        <Fields of={["offset"]} more={["clock", "timing"]} />
      </Group>
      <Group title="Receiver">
        <EstimatorList />
        <Fields of={["synchronization"]} />
      </Group>
      <Group title="Sweep">
        <Fields of={["snr", "packets"]} more={["stopErrors", "seed"]} />
      </Group>
      <Group title="Inspect one packet">
        <InspectionFields />
      </Group>
    </ExperimentPanel>
  );
}

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
      <NumberField of={WIFI_INSPECTION.at} values={inspection} onChange={editInspection} />
      <NumberField of={WIFI_INSPECTION.packet} values={inspection} onChange={editInspection} />
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
