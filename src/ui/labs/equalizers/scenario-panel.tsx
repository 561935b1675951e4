import { type ChannelName, CHANNELS, BER_SWEEP, EQUALIZERS, SCENARIO } from "#core/telemetry/experiment/scenario.ts";
import { checkField } from "#core/configuration/fields.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { Group, More } from "../../kit/fields/group.tsx";
import { ChoiceList } from "../../kit/choice-list.tsx";
import { fieldsOf, refusalOf } from "../../kit/fields/fields-of.tsx";
import { SchemaField } from "../../kit/fields/schema-field.tsx";
import { ALGORITHMS } from "./algorithms.ts";
import { editScenario, editSweep, toggleEqualizer, useScenario } from "./store/scenario.ts";
import { RunFoot } from "../../kit/run-button.tsx";
import { sweep } from "./store/sweep.ts";
import { ExportGroup } from "./export-group.tsx";
import { ScenarioRays } from "./scenario-rays.tsx";
import { channelText, choiceText } from "./text.ts";

/** The side panel: every setting of the scenario, made from the core's field table. */
export function ScenarioPanel() {
  const scenario = useScenario((state) => state.scenario);
  const channels = CHANNELS.map((value) => ({ value, ...channelText(value) }));
  return (
    <form className="panel" aria-label="Scenario" onSubmit={(event) => event.preventDefault()}>
      <Group title="Channel">
        <ChoiceField
          label={SCENARIO.fields.channel.label}
          description={SCENARIO.fields.channel.description}
          choices={channels}
          value={scenario.channel}
          onChange={(channel: ChannelName) => editScenario({ channel })}
        />
        <ScenarioRays />
        <ScenarioField name="ebn0" slider={{ min: 0, max: 30 }} />
        <More>
          <ScenarioField name="ebn0Reference" />
        </More>
      </Group>
      <Group title="Equalizers">
        <EqualizerList />
        <More>
          <ScenarioField name="cmaPasses" />
          <ScenarioField name="cmaStep" />
          <ScenarioField name="cmaStart" />
          <ScenarioField name="fdeWeighting" />
        </More>
      </Group>
      <Group title="Filter and estimates" folded>
        <ScenarioField name="receiveBandwidth" />
        <ScenarioField name="channelEstimate" />
        <ScenarioField name="noiseFactor" />
        <ScenarioField name="fde2NoiseFactor" />
      </Group>
      <Group title="BER sweep">
        <SweepFields />
      </Group>
      <Group title="Carrier and timing" folded>
        <ScenarioField name="frequencyOffset" />
        <ScenarioField name="phase" />
        <ScenarioField name="timing" />
        <ScenarioField name="firstOffset" />
        <ScenarioField name="frequencyEstimate" />
        <ScenarioField name="loop" />
      </Group>
      <Group title="Packets" folded>
        <ScenarioField name="packets" />
        <ScenarioField name="data" />
        <ScenarioField name="seed" />
      </Group>
      <ExportGroup />
      <RunFoot of={sweep} first="Run sweep" />
    </form>
  );
}

/** The control for one field of the scenario. */
const ScenarioField = fieldsOf({
  schema: SCENARIO,
  useConfig: () => useScenario((state) => state.scenario),
  edit: editScenario,
  text: (choice, name) => choiceText(name, choice),
});

function EqualizerList() {
  const chosen = useScenario((state) => state.scenario.equalizers);
  const choices = EQUALIZERS.map((equalizer) => {
    const { short: text, name, about, ...style } = ALGORITHMS[equalizer];
    return { ...style, name: equalizer, text, title: `${name}. ${about}` };
  });
  return (
    <ChoiceList
      description={SCENARIO.fields.equalizers.description}
      choices={choices}
      chosen={chosen}
      onToggle={toggleEqualizer}
      compact
    />
  );
}

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
