import { type Field, writeRows } from "../../core/configuration/fields.ts";
import { type ExtraOption, type Extras, flagOf, type Options } from "../options.ts";

/** What the help, the manual and the completion of a shell say of one option. */
export interface OptionText {
  /** Its name without the dashes. */
  name: string;
  /** The placeholder for its value; undefined for a switch. */
  value?: string;
  description: string;
  /** One sentence with the default, where the description does not name it. */
  defaultText?: string;
  /** Further facts for the manual: limits, and the values of a choice. */
  limits?: string;
  /** The values that it takes, as far as they can be listed. */
  choices: readonly string[];
  /** It takes several of the choices, separated by commas. */
  isList: boolean;
  isRequired: boolean;
  isRepeated: boolean;
  /** What its value names. */
  path?: "input" | "output" | "folder";
}

/** Returns a command's options in the order of the help: its own ones, then the fields, from the same table as the page's controls. */
export const optionTexts = (extras: Extras, fields: Options["fields"]): readonly OptionText[] => [
  ...Object.entries(extras).map(([name, option]) => ofExtra(name, option)),
  ...Object.entries(fields).map(([name, field]) => ofField(name, field)),
];

function ofExtra(name: string, option: ExtraOption): OptionText {
  const { value, description, choices, input, output, isList, isRequired, isRepeated } = option;
  return {
    name,
    ...(value && { value }),
    description,
    choices: choices ?? wordsOf(value),
    isList: isList === true,
    isRequired: isRequired === true,
    isRepeated: isRepeated === true,
    ...pathOf(value, input !== undefined, output !== undefined),
  };
}

function pathOf(value: string | undefined, isInput: boolean, isOutput: boolean): Pick<OptionText, "path"> | undefined {
  if (isInput) return { path: "input" };
  if (isOutput) return { path: "output" };
  if (value === "DIR" || value === "FOLDER") return { path: "folder" };
  return value?.startsWith("FILE") ? { path: "input" } : undefined;
}

/** Returns the words of a placeholder that stand for themselves: of "FROM:STEP:TO|auto" the word auto. */
const wordsOf = (value = ""): string[] =>
  value.split("|").filter((word) => /^[\w.-]+$/.test(word) && /[a-z\d]/.test(word) && !word.startsWith("FILE"));

function ofField(name: string, field: Field): OptionText {
  const value = placeholder(field);
  const limits = field.kind === "choice" && !field.others && value !== "NAME" ? undefined : limitsOf(field);
  return {
    name: flagOf(name),
    value,
    description: field.description,
    defaultText: defaultText(field),
    ...(limits && { limits }),
    choices: choicesOf(field, value),
    isList: field.kind === "list",
    isRequired: false,
    isRepeated: false,
  };
}

function choicesOf(field: Field, value: string): readonly string[] {
  if (field.kind === "choice") return field.choices;
  return field.kind === "list" ? [...field.choices, "all"] : wordsOf(value);
}

/** Returns a sentence with the limits of a field; undefined where it has none that a sentence can hold. */
function limitsOf(field: Field): string | undefined {
  switch (field.kind) {
    case "number":
      return `${field.integer ? "A whole number" : "A number"} from ${numbersOf(field)}.`;
    case "range":
      return `${field.integer ? "Whole numbers" : "Numbers"} from ${numbersOf(field)}.`;
    case "choice":
      return field.others
        ? `One of ${field.choices.join(", ")}, or ${field.others.text}.`
        : `One of ${field.choices.join(", ")}.`;
    case "list":
      return `One or more of ${field.choices.join(", ")}; or all.`;
    case "text":
      return `At most ${field.most} characters.`;
    case "rows": {
      const columns = Object.entries(field.columns).map(([name, column]) => `${name} from ${numbersOf(column)}`);
      return `1 to ${field.max} rows; in each ${columns.join(", ")}.`;
    }
    case "json":
      return undefined;
  }
}

const numbersOf = ({ min, max, unit }: { min: number; max: number; unit: string }) =>
  `${min} to ${max} ${unit}`.trimEnd();

function placeholder(field: Field): string {
  switch (field.kind) {
    case "number":
      return field.unit ? unitName(field.unit) : "N";
    case "range":
      return `FROM:STEP:TO${field.auto ? "|auto" : ""}`;
    case "choice":
      return field.choices.length > 4 ? "NAME" : field.choices.join("|");
    case "list":
      return "A,B,…";
    case "text":
      return "TEXT";
    case "json":
      return "JSON";
    case "rows":
      return `"${Object.values(field.columns).map(({ unit }) => unit.toUpperCase())};…"`;
  }
}

/** Returns a unit as a placeholder of the help. */
const unitName = (unit: string) => (unit === "°" ? "DEG" : unit.toUpperCase());

function defaultText(field: Field): string {
  const { default: value } = field;
  const text = field.kind === "rows" ? writeRows(field.columns, value as Record<string, number>[]) : valueText(value);
  return text === "" ? "Default: none." : `Default ${text}.`;
}

const valueText = (value: unknown) =>
  typeof value === "object" && !Array.isArray(value) ? JSON.stringify(value) : String(value);
