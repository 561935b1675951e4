import {
  checkField,
  type Columns,
  type Field,
  type FieldOf,
  type NumberLimits,
  type Schema,
  shown,
  type Transfers,
} from "./fields.ts";

/** What every declaration of a field may say beside its label and its description. */
interface Declared<Value> {
  default: Value;
  /** Default "rebuild", which is right for every field. "set": the new value is a parameter of the running link. */
  change?: Field["change"];
  noEffect?: string;
}

/** Limits of numbers. The unit is empty for plain numbers. */
type Limits = Omit<NumberLimits, "unit"> & Partial<Pick<NumberLimits, "unit">>;

type Kind<Name extends Field["kind"]> = Extract<Field, { kind: Name }>;
type Row<Name extends string> = Record<Name, number>;

function declare<Value>(kind: Field["kind"], label: string, description: string, rest: object): FieldOf<Value> {
  return { kind, label, description, change: "rebuild", ...rest } as FieldOf<Value>;
}

/**
 * Fields by their kinds. Each takes a label, one sentence that says what the field is and why one would change it, and
 * its default, limits and change. The type of its value follows.
 */
export const field = {
  number: (label: string, description: string, rest: Declared<number> & Limits & { step: number }) =>
    declare<number>("number", label, description, { unit: "", ...rest }),

  whole: (label: string, description: string, rest: Declared<number> & Limits & { step?: number }) =>
    declare<number>("number", label, description, { unit: "", step: 1, integer: true, ...rest }),

  /** Several numbers as text, e.g. "6:1:16". */
  range: (
    label: string,
    description: string,
    rest: Declared<string> & Limits & Pick<Kind<"range">, "auto" | "optional">,
  ) => declare<string>("range", label, description, { unit: "", ...rest }),

  /** The same as a list of numbers; a text only if the sweep chooses the points. */
  points: (
    label: string,
    description: string,
    rest: Declared<number[] | string> & Limits & Pick<Kind<"range">, "auto">,
  ) => declare<number[] | string>("range", label, description, { unit: "", listed: true, ...rest }),

  choice: <const Choice extends string>(
    label: string,
    description: string,
    choices: readonly Choice[],
    rest: Declared<NoInfer<Choice>> & Pick<Kind<"choice">, "others">,
  ) => declare<Choice>("choice", label, description, { choices, ...rest }),

  /** One or more of the choices. */
  list: <const Choice extends string>(
    label: string,
    description: string,
    choices: readonly Choice[],
    rest: Declared<readonly NoInfer<Choice>[]>,
  ) => declare<Choice[]>("list", label, description, { choices, ...rest }),

  /** A table. `row` is the name of one row, `max` the most rows. */
  rows: <Column extends string>(
    label: string,
    description: string,
    columns: Columns<Column>,
    rest: Declared<readonly Row<NoInfer<Column>>[]> & Pick<Kind<"rows">, "row" | "max">,
  ) => declare<Row<Column>[]>("rows", label, description, { columns, ...rest }),

  text: (label: string, description: string, rest: Declared<string> & Pick<Kind<"text">, "most">) =>
    declare<string>("text", label, description, rest),

  json: <Value>(label: string, description: string, parse: (value: unknown) => Value, rest: Declared<NoInfer<Value>>) =>
    declare<Value>("json", label, description, { parse, ...rest }),

  /** @param made What the seed makes, e.g. "samples and taps". */
  seed: (made: string, rest?: Pick<Declared<number>, "change">) =>
    field.whole("Seed", `The same seed gives the same ${made} on every device.`, {
      default: 1,
      min: 0,
      max: 2 ** 32 - 1,
      ...rest,
    }),

  /** A sweep's most units per point, e.g. packets. */
  units: (label: string, description: string, rest: { default: number }) =>
    field.whole(label, description, { ...rest, change: "set", min: 1, max: 2 ** 30, step: 100 }),

  /** The errors that end a point of a sweep. 0 ends none. */
  stopErrors: (label: string, description: string) =>
    field.whole(label, description, { default: 0, change: "set", min: 0, max: 1e6, step: 10 }),

  /** Whether times include sending `sent` to the GPU and fetching `fetched`. */
  transfers: (sent: string, fetched: string) =>
    field.choice<Transfers>(
      "Transfers",
      `Whether times include sending ${sent} to the GPU and fetching ${fetched}.`,
      ["excluded", "included"],
      { default: "excluded" },
    ),
};

/** Returns a field with another default, label, description, limit or change. */
export const variantOf = <Value>(
  field: FieldOf<Value>,
  rest: Partial<Pick<Field, "label" | "description" | "change"> & Pick<NumberLimits, "min" | "max">> & {
    default?: NoInfer<Value>;
  },
): FieldOf<Value> => ({ ...field, ...rest });

type Fields = Readonly<Record<string, Field>>;

/** The values of fields, by name: the parameters of a block, or the settings of a link. */
export type ValuesOf<Declarations extends Fields> = {
  -readonly [Name in keyof Declarations]: Declarations[Name]["default"];
};

/** The type of a schema's configurations. */
export type ConfigOf<Of extends { defaults: unknown }> = Of["defaults"];

/** Returns the defaults of fields, by name. */
export function defaultsOf<Declarations extends Fields>(fields: Declarations): ValuesOf<Declarations> {
  const values = Object.entries(fields).map(([name, { default: value }]) => [name, value]);
  return Object.fromEntries(values) as ValuesOf<Declarations>;
}

/** Fields without the name of an experiment: their defaults, and how to read their values. */
export interface Settings<Declarations extends Fields> {
  fields: Declarations;
  defaults: ValuesOf<Declarations>;
  /**
   * Returns the values of an object with defaults for missing fields; the others are checked.
   *
   * @throws RangeError or TypeError that names the field, what it takes and what came.
   */
  parse(input: unknown): ValuesOf<Declarations>;
}

/** @param what Their name in messages, e.g. "sweep". */
export function settings<Declarations extends Fields>(what: string, fields: Declarations): Settings<Declarations> {
  const defaults = defaultsOf(fields);
  return {
    fields,
    defaults,
    parse(input) {
      const values: Record<string, unknown> = structuredClone(defaults);
      for (const [name, value] of Object.entries(objectOf(what, input))) {
        if (!Object.hasOwn(fields, name)) {
          throw new RangeError(`${what}: no field ${name}; the fields are ${Object.keys(fields).join(", ")}`);
        }
        values[name] = checkField(`${what}: ${name}`, fields[name], value);
      }
      return values as ValuesOf<Declarations>;
    },
  };
}

/**
 * Declares the configuration of a lab.
 *
 * @param version The version of its defaults.
 * @param what The configuration's name in messages, e.g. "scenario". Default: the lab's name.
 */
export function schema<Lab extends string, Version extends number, Declarations extends Fields>(
  lab: Lab,
  version: Version,
  declared: Declarations,
  what: string = lab,
): Schema<{ lab: Lab; version: Version } & ValuesOf<Declarations>> {
  const { fields, defaults, parse } = settings(what, declared);
  return {
    fields: fields as never,
    defaults: { lab, version, ...defaults },
    parse(input) {
      const { lab: givenLab = lab, version: givenVersion = version, ...given } = objectOf(what, input);
      if (givenLab !== lab) throw new RangeError(`${what}: lab must be "${lab}", got ${shown(givenLab)}`);
      if (givenVersion !== version) {
        throw new RangeError(`${what}: this release reads version ${version}, got ${shown(givenVersion)}`);
      }
      return { lab, version, ...parse(given) };
    },
  };
}

function objectOf(what: string, input: unknown): Record<string, unknown> {
  if (typeof input === "object" && input !== null && !Array.isArray(input)) return input as Record<string, unknown>;
  throw new TypeError(`${what}: must be an object, got ${shown(input)}`);
}
