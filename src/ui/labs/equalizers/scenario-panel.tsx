import {
  type ChannelName,
  CHANNELS,
  EQUALIZERS,
  type FieldName,
  FIELDS,
  AUTO_EBN0,
  parseScenario,
  type Scenario,
} from "#core/telemetry/experiment/scenario.ts";
import { readPoints } from "#core/configuration/fields.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { Group } from "../../kit/fields/group.tsx";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import { SchemaField } from "../../kit/fields/schema-field.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { ALGORITHMS } from "../../figures/algorithms.ts";
import { Glyph } from "../../figures/glyph.tsx";
import { editScenario, editSweep, toggleEqualizer, useScenario } from "./store/scenario.ts";
import { isReady, useLab } from "../../kit/engine.ts";
import { actionOf } from "../../kit/run.ts";
import { sweepConfig, sweepRunner, useSweep } from "./store/sweep.ts";
import { ExportGroup } from "./export-group.tsx";
import { RayTable } from "./ray-table.tsx";
import { channelText, choiceText } from "./text.ts";

/** The rail: everything that the scenario depends on, made from the core's field table. */
export function ScenarioPanel() {
  const scenario = useScenario((state) => state.scenario);
  const channels = CHANNELS.map((value) => ({ value, ...channelText(value) }));
  return (
    <form className="panel" aria-label="Scenario" onSubmit={(event) => event.preventDefault()}>
      <Group title="Channel">
        <ChoiceField
          label={FIELDS.channel.label}
          description={FIELDS.channel.description}
          choices={channels}
          value={scenario.channel}
          onChange={(channel: ChannelName) => editScenario({ channel })}
        />
        <RayTable />
        <ScenarioField name="ebn0" slider={{ min: 0, max: 30 }} />
        <ScenarioField name="ebn0Reference" />
      </Group>
      <Group title="Equalizers">
        <EqualizerList />
        <ScenarioField name="cmaPasses" />
        <ScenarioField name="cmaStep" />
        <ScenarioField name="cmaStart" />
        <ScenarioField name="fdeWeighting" />
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
    </form>
  );
}

/** The control for one field of the scenario. */
function ScenarioField({ name, slider }: { name: FieldName; slider?: { min: number; max: number } }) {
  const value = useScenario((state) => state.scenario[name]);
  return (
    <SchemaField
      field={FIELDS[name]}
      value={value}
      onChange={(next) => editScenario({ [name]: next } as Partial<Scenario>)}
      text={(choice) => choiceText(name, choice)}
      slider={slider}
    />
  );
}

function EqualizerList() {
  const chosen = useScenario((state) => state.scenario.equalizers);
  return (
    <fieldset className="equalizers">
      <legend className="unseen">{FIELDS.equalizers.description}</legend>
      {EQUALIZERS.map((name, i) => (
        <label key={name} title={`${ALGORITHMS[name].name}. ${ALGORITHMS[name].about}`}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            disabled={chosen.length === 1 && chosen[0] === name}
            onChange={() => toggleEqualizer(name)}
          />
          <Glyph of={name} />
          {ALGORITHMS[name].short}
          <kbd>{i + 1}</kbd>
        </label>
      ))}
    </fieldset>
  );
}

function SweepFields() {
  const { scenario, sweep: plan } = useScenario();
  const run = useSweep();
  const ready = useLab(isReady);
  return (
    <>
      <TextField
        label="Eb/N0 range"
        unit="dB"
        description="FROM:STEP:TO, or values with commas."
        value={plan.range}
        check={checkRange}
        onChange={(range) => editSweep({ range })}
      />
      <QuantityField
        label="Stop at errors"
        description="A point ends when every equalizer has this many errors; 0 counts all packets."
        unit=""
        min={0}
        max={1e6}
        step={50}
        integer
        value={plan.stopErrors}
        onChange={(stopErrors) => editSweep({ stopErrors })}
      />
      <label className="check">
        <input type="checkbox" checked={run.follow} onChange={() => useSweep.setState({ follow: !run.follow })} />
        Sweep again when the scenario changes
      </label>
      <button type="button" className="button primary" disabled={!ready} onClick={sweepRunner.toggle}>
        {actionOf(run, sweepConfig(scenario, plan), "Run the sweep")}
      </button>
    </>
  );
}

/** Why a range cannot be swept; undefined when it can. */
function checkRange(text: string): string | undefined {
  try {
    const points = readPoints(text, AUTO_EBN0);
    if (Array.isArray(points)) for (const ebn0 of points) parseScenario({ ebn0 });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
