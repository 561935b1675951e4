import type { Bounds } from "#core/lectures/lecture.ts";
import { MOST } from "#core/lectures/read.ts";
import type { ScenarioField } from "#core/lectures/scenario-fields.ts";
import { valuesIn } from "#core/lectures/variant.ts";
import { Button } from "../../elements/button.tsx";
import { whole } from "../../format.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { useScenarioFields } from "./asked.ts";
import { boundsFrom, listedValues, withFields } from "./draft.ts";
import { AnyNumber } from "./numbers.tsx";
import { ProblemLine } from "./text-fields.tsx";

/** The parts of a step or a task that can vary. */
interface Varied {
  scenario: string;
  vary?: Readonly<Record<string, Bounds>>;
}

interface VaryEditorProps {
  at: string;
  part: Varied;
  onChange: (part: Varied) => void;
}

/** Which fields of the scenario differ from student to student, and between which values. */
export function VaryEditor({ at, part: { scenario, vary = {} }, onChange }: VaryEditorProps) {
  const answer = useScenarioFields(scenario);
  const fields = answer && "value" in answer ? answer.value : [];
  const names = Object.keys(vary);
  const set = (next: Varied["vary"]) =>
    onChange({ scenario: withFields(scenario, Object.keys(next ?? {}), fields), vary: next });
  const left = fields.filter(({ name }) => !names.includes(name));
  return (
    <details className="author-more" data-at={`${at}.vary`} open={names.length > 0 || undefined}>
      <summary>Values that vary{names.length > 0 && `: ${names.join(", ")}`}</summary>
      <p className="muted">
        Each student gets values of their own between these bounds. {"{{field}}"} in a text shows the student’s value.
      </p>
      {names.map((name) => (
        <BoundsEditor
          key={name}
          name={name}
          field={fields.find((one) => one.name === name)}
          bounds={vary[name]}
          onChange={(bounds) => set({ ...vary, [name]: bounds })}
          onRemove={() => set(Object.fromEntries(Object.entries(vary).filter(([other]) => other !== name)))}
        />
      ))}
      {answer && "reason" in answer && <p className="why">{answer.reason}</p>}
      {left.length > 0 && names.length < MOST.checks && (
        <ChoiceField
          label="Vary another field"
          choices={[
            { value: "", text: "Choose a field" },
            ...left.map(({ name, label }) => ({ value: name, text: `${label}: ${name}` })),
          ]}
          value=""
          onChange={(name) => {
            const field = fields.find((one) => one.name === name);
            if (field) set({ ...vary, [name]: boundsFrom(field) });
          }}
        />
      )}
      <ProblemLine at={`${at}.vary`} />
    </details>
  );
}

interface BoundsEditorProps {
  name: string;
  field?: ScenarioField;
  bounds: Bounds;
  onChange: (bounds: Bounds) => void;
  onRemove: () => void;
}

function BoundsEditor({ name, field, bounds, onChange, onRemove }: BoundsEditorProps) {
  const { unit = "", label = name, number } = field ?? {};
  const isList = "of" in bounds;
  const count = valuesIn(bounds);
  const limits = { unit, ...(number && { min: number.min, max: number.max }) };
  return (
    <div className="author-bounds" role="group" aria-label={`Values of ${name}`}>
      <div className="author-item-head">
        <strong>
          {label} <code>{name}</code>
        </strong>
        <Button icon="close" label={`Do not vary ${name}`} onClick={onRemove} />
      </div>
      {number && (
        <ChoiceField
          label="Values"
          choices={[
            { value: "steps", text: "in equal steps" },
            { value: "list", text: "from a list" },
          ]}
          value={isList ? "list" : "steps"}
          onChange={(kind) =>
            onChange(kind === "list" ? { of: "of" in bounds ? bounds.of : [bounds.from] } : boundsFrom(field!))
          }
        />
      )}
      {"of" in bounds ? (
        <TextField
          label="List"
          description="Values with spaces between them."
          value={bounds.of.join(" ")}
          check={(text) =>
            listedValues(text, number !== undefined).length > 0
              ? undefined
              : "Enter one value or more, with spaces between them."
          }
          onChange={(text) => onChange({ of: listedValues(text, number !== undefined) })}
        />
      ) : (
        <>
          <AnyNumber label="From" {...limits} value={bounds.from} onChange={(from) => onChange({ ...bounds, from })} />
          <AnyNumber label="To" {...limits} value={bounds.to} onChange={(to) => onChange({ ...bounds, to })} />
          <AnyNumber
            label="Step"
            unit={unit}
            min={1e-9}
            value={bounds.step}
            onChange={(step) => onChange({ ...bounds, step })}
          />
        </>
      )}
      <p className="muted">
        {count < 1 ? "No value." : count === 1 ? "One value: it does not vary yet." : `${whole(count)} values.`}
      </p>
    </div>
  );
}
