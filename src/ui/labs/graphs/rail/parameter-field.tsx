import { Check } from "../../../elements/check.tsx";
import { type Field, readRows, writeRows } from "#core/configuration/fields.ts";
import { evaluateList } from "#core/flow/graph/expression.ts";
import { SchemaField } from "../../../kit/fields/schema-field.tsx";
import { TextField } from "../../../kit/fields/text-field.tsx";
import { refusalOf } from "../../../kit/fields/fields-of.tsx";
import { ExpressionField } from "./expression-field.tsx";

interface ParameterFieldProps {
  field: Field;
  /** The given value, or the default. */
  value: unknown;
  variables: Readonly<Record<string, number>>;
  /** True while the graph runs: fields that may change have sliders. */
  live: boolean;
  onChange: (value: unknown) => void;
}

/** The control of a block's parameter. */
export function ParameterField({ field, value, variables, live, onChange }: ParameterFieldProps) {
  const { label, description } = field;
  if (field.kind === "number") {
    return (
      <ExpressionField
        {...field}
        value={value as number | string}
        variables={variables}
        onChange={onChange}
        slider={live && field.change === "set"}
      />
    );
  }
  if (field.kind === "list") {
    const chosen = value as readonly string[];
    return (
      <fieldset className="list-field" title={description}>
        <legend>{label}</legend>
        {field.choices.map((choice) => (
          <Check
            key={choice}
            checked={chosen.includes(choice)}
            disabled={chosen.length === 1 && chosen.includes(choice)}
            onChange={() => onChange(field.choices.filter((one) => chosen.includes(one) !== (one === choice)))}
          >
            {choice}
          </Check>
        ))}
      </fieldset>
    );
  }
  const textField = (text: string, read: (text: string) => unknown, hint = "") => (
    <TextField
      label={label}
      description={description + hint}
      value={text}
      check={(text) => refusalOf(() => read(text))}
      onChange={(text) => onChange(read(text))}
    />
  );
  if (field.kind === "rows") {
    const { columns } = field;
    const names = Object.keys(columns);
    const read = (text: string) => {
      const rows = readRows(columns, text);
      if (rows.length > field.max) throw new RangeError(`At most ${field.max} ${field.row}s`);
      const wrong = rows.some((row) =>
        names.some((name) => !(row[name] >= columns[name].min && row[name] <= columns[name].max)),
      );
      if (wrong) throw new RangeError(`Write ${names.join(",")} for each ${field.row}, and “;” between them`);
      return rows;
    };
    const hint = ` ${names.join(", ")} of each ${field.row}, with “;” between them.`;
    return textField(writeRows(columns, value as Record<string, number>[]), read, hint);
  }
  if (field.kind === "json") {
    // A list may be an expression of variables.
    const read = (text: string) => {
      const stored = listOf(text);
      field.parse(typeof stored === "string" ? evaluateList(stored, variables) : stored);
      return stored;
    };
    return textField(typeof value === "string" ? value : JSON.stringify(value), read);
  }
  return <SchemaField field={field} value={value} onChange={onChange} />;
}

/** Returns a list that is written as JSON, or else the text of an expression. */
function listOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.trim();
  }
}
