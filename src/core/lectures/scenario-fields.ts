import { decodeParameter, fieldText } from "../configuration/address.ts";
import type { Field } from "../configuration/fields.ts";
import { parametersOf } from "./variant.ts";

/** A field of a scenario, for people who make lectures: what can vary, and what a task can leave free. */
export interface ScenarioField {
  /** Its name in links. */
  name: string;
  label: string;
  /** Its value in the scenario, as a link writes it; the default if the scenario has none. */
  value: string;
  unit: string;
  /** Limits and step of a number. */
  number?: { min: number; max: number; step: number };
  /** The values of a choice. */
  choices?: readonly string[];
  /** It holds names, separated by commas. */
  isList?: boolean;
}

/** A number of an inspection. */
interface InspectedNumber {
  default: number;
  label?: string;
  unit?: string;
  min: number;
  max: number;
  step?: number;
}

/** What the fields of a lab are made of. */
export interface LabFields {
  /** The fields of the experiment. */
  schema: { fields: Readonly<Record<string, Field>> };
  /** The names of fields that links call otherwise. */
  names?: Readonly<Record<string, string>>;
  /** Numbers of the inspection on which outputs depend, by their names in links. */
  numbers?: Readonly<Record<string, InspectedNumber>>;
  /** Further fields of links. */
  more?: readonly Omit<ScenarioField, "unit">[];
}

/** Returns the fields of a scenario with their values. Fields of the experiment come first. */
export function scenarioFields(
  { schema, names = {}, numbers = {}, more = [] }: LabFields,
  scenario: string,
): ScenarioField[] {
  const given = parametersOf(scenario);
  const fields = Object.entries(schema.fields).map(([own, field]): ScenarioField => {
    const name = names[own] ?? own;
    const { label, default: usual } = field;
    return {
      name,
      label,
      unit: "unit" in field ? field.unit : "",
      value: given.get(name) ?? decodeParameter(fieldText(field, usual)),
      ...(field.kind === "number" && { number: { min: field.min, max: field.max, step: field.step } }),
      ...(field.kind === "choice" && { choices: field.choices }),
      ...(field.kind === "list" && { isList: true }),
    };
  });
  const inspected = Object.entries(numbers).map(
    ([name, { label = name, unit = "", min, max, step = 1, ...number }]) => ({
      name,
      label,
      unit,
      value: given.get(name) ?? String(number.default),
      number: { min, max, step },
    }),
  );
  const others = more.map((field) => ({ ...field, unit: "", value: given.get(field.name) ?? field.value }));
  return [...fields, ...inspected, ...others];
}
