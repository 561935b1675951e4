import { type ChannelName, CHANNELS, BER_SWEEP, EQUALIZERS, SCENARIO } from "#core/telemetry/experiment/scenario.ts";
import { checkField } from "#core/configuration/fields.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { Group } from "../../kit/fields/group.tsx";
import { ChoiceList } from "../../kit/choice-list.tsx";
import { fieldsOf, refusalOf } from "../../kit/fields/fields-of.tsx";
import { SchemaField } from "../../kit/fields/schema-field.tsx";
import { ALGORITHMS } from "./algorithms.ts";
import { editScenario, editSweep, toggleEqualizer, useScenario } from "./store/scenario.ts";
import { ExperimentPanel } from "../../kit/experiment-panel.tsx";
import { sweep } from "./store/sweep.ts";
import { ExportGroup } from "./export-group.tsx";
import { ScenarioRays } from "./scenario-rays.tsx";
import { channelText, choiceText } from "./text.ts";

/** The side panel: every setting of the scenario, made from the core's field table. */
export function ScenarioPanel() {
  const channel = useScenario(({ scenario }) => scenario.channel);
  const equalizers = useScenario(({ scenario }) => scenario.equalizers);
  const { label, description } = SCENARIO.fields.channel;
  return (
    <ExperimentPanel label="Scenario" of={sweep} first="Run sweep">
      <Group title="Channel">
        <ChoiceField
          label={label}
          description={description}
          choices={CHANNELS.map((value) => ({ value, ...channelText(value) }))}
          value={channel}
          onChange={(next: ChannelName) => editScenario({ channel: next })}
        />
        <ScenarioRays />
        <Fields of={["ebn0"]} more={["ebn0Reference"]} />
      </Group>
      <Group title="Equalizers">
        <ChoiceList
          description={SCENARIO.fields.equalizers.description}
          choices={CHOICES}
          chosen={equalizers}
          onToggle={toggleEqualizer}
          compact
        />
        <Fields more={["cmaPasses", "cmaStep", "cmaStart", "fdeWeighting", "lmsStep", "rlsForgetting", "dfeBits"]} />
      </Group>
      <Group title="Filter and estimates" folded>
        <Fields of={["receiveBandwidth", "channelEstimate", "noiseFactor", "fde2NoiseFactor"]} />
      </Group>
      <Group title="BER sweep">
        <SweepFields />
      </Group>
      <Group title="Carrier and timing" folded>
        <Fields of={["frequencyOffset", "phase", "timing", "firstOffset", "frequencyEstimate", "loop"]} />
      </Group>
      <Group title="Packets" folded>
        <Fields of={["packets", "data", "seed"]} />
      </Group>
      <ExportGroup />
    </ExperimentPanel>
  );
}

const CHOICES = EQUALIZERS.map((equalizer) => {
  const { short: text, name, about, ...style } = ALGORITHMS[equalizer];
  return { ...style, name: equalizer, text, title: `${name}. ${about}` };
});

const Fields = fieldsOf({
  schema: SCENARIO,
  of: useScenario,
  config: ({ scenario }) => scenario,
  edit: editScenario,
  text: (choice, name) => choiceText(name, choice),
  sliders: { ebn0: [0, 30] },
});

function SweepFields() {
  const plan = useScenario((state) => state.sweep);
  const { ebn0s, stopErrors } = BER_SWEEP.fields;
  return (
    <>
      <SchemaField
        field={ebn0s}
        value={plan.range}
        check={(text) => refusalOf(() => checkField("sweep: Eb/N0", ebn0s, text))}
        onChange={(range) => editSweep({ range: range as string })}
      />
      <SchemaField
        field={stopErrors}
        value={plan.stopErrors}
        onChange={(errors) => editSweep({ stopErrors: errors as number })}
      />
    </>
  );
}
