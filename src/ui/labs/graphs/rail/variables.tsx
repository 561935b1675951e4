import { Button } from "../../../elements/button.tsx";
import type { Variable } from "#core/flow/graph/graph.ts";
import { Growing } from "../../../elements/growing.tsx";
import { TypedField } from "../../../kit/fields/typed-field.tsx";
import { addVariable, removeVariable, setVariable, variableRefusal } from "../graph/edits.ts";
import { edit, useGraph } from "../graph/store.ts";
import { useCheck } from "../run/check.ts";
import { ExpressionField } from "./expression-field.tsx";

/** Variables that are drawn at first, and with each look at their end. */
const MORE = 30;

/** The variables of the graph, with sliders. */
export function Variables() {
  const variables = useGraph(({ graph }) => graph.variables);
  return (
    <>
      {variables.length === 0 && (
        <p className="field-note">A variable is a number that several blocks share, for example a sample rate.</p>
      )}
      <Growing items={variables} step={MORE} as="p" className="field-note" what="variables ">
        {(variable, i) => <VariableFields key={i} variable={variable} index={i} />}
      </Growing>
      <Button onClick={() => edit(addVariable)}>Add variable</Button>
    </>
  );
}

function VariableFields({ variable: { name, value, slider }, index }: { variable: Variable; index: number }) {
  const values = useGraph((state) => state.resolved.variables);
  const before = useGraph(({ graph }) => graph.variables).slice(0, index);
  const problems = useCheck((state) => state.problems).filter(
    ({ block, parameter }) => block === undefined && parameter === name,
  );
  const known = Object.fromEntries(before.map(({ name }) => [name, values[name] ?? Number.NaN]));
  return (
    <div className="variable">
      <TypedField
        label={`Name of the variable ${name}`}
        compact
        text={name}
        read={(next) => variableRefusal(useGraph.getState().graph, name, next)}
        onDone={(next) => edit((graph) => setVariable(graph, name, { name: next }))}
      />
      <ExpressionField
        label={`Value of ${name}`}
        compact
        unit=""
        min={-1e300}
        max={1e300}
        step={slider?.step ?? stepFor(values[name] ?? 1)}
        value={value}
        variables={known}
        slider={slider}
        onChange={(value) => edit((graph) => setVariable(graph, name, { value }))}
      />
      <Button
        label={`Remove the variable ${name}`}
        onClick={() => edit((graph) => removeVariable(graph, name))}
        icon="close"
      />
      {problems.map(({ message }) => (
        <p key={message} className="why">
          {message}
        </p>
      ))}
    </div>
  );
}

/** A hundredth of a value: a power of ten. */
const stepFor = (value: number) => 10 ** (Math.floor(Math.log10(Math.abs(value) || 1)) - 2);
