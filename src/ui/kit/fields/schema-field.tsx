import type { AutoPoints, Field } from "#core/configuration/fields.ts";
import { rate } from "../../format.ts";
import { ChoiceField } from "./choice-field.tsx";
import { QuantityField } from "./quantity-field.tsx";
import { TextField } from "./text-field.tsx";

export interface SchemaFieldProps {
  /** An entry of a field table: a number, a choice, a range, or a text. */
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Returns the text of a choice. */
  text?: (choice: string) => string;
  slider?: { min: number; max: number };
  /** Why a range, a text, or a number within its limits, is refused; undefined if it is accepted. */
  check?: (text: string) => string | undefined;
}

/** Returns the description of "auto" for a field. */
export const autoHint = ({ from, to, target }: AutoPoints) =>
  `The sweep chooses points from ${from} to ${to} dB: few on a flat curve, more on a falling one, none below an ` +
  `error rate of ${rate(target)}. auto:1e-4 ends it at another rate.`;

/** The control of one field, chosen by its kind. */
export function SchemaField({ field, value, onChange, text = String, slider, check }: SchemaFieldProps) {
  if (field.kind === "number") {
    const refuse = check && ((next: number) => check(String(next)));
    return <QuantityField {...field} value={value as number} onChange={onChange} slider={slider} check={refuse} />;
  }
  if (field.kind === "range" || field.kind === "text") {
    const { label, description } = field;
    return (
      <TextField
        label={label}
        description={description}
        unit={field.kind === "range" ? field.unit : ""}
        value={String(value)}
        check={check}
        onChange={onChange}
        auto={field.kind === "range" && field.auto ? autoHint(field.auto) : undefined}
      />
    );
  }
  const listed = field.kind === "choice" ? field.choices : [];
  const chosen = String(value);
  const choices = listed.includes(chosen) ? listed : [...listed, chosen];
  return (
    <ChoiceField
      label={field.label}
      description={field.description}
      choices={choices.map((choice) => ({ value: choice, text: text(choice) }))}
      value={chosen}
      onChange={onChange}
    />
  );
}
