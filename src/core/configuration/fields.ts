interface FieldText {
  /** The value of a configuration or a block that does not give another one. */
  default: unknown;
  /** The field's label on the page. */
  label: string;
  /** One sentence: what the field is and why one would change it. */
  description: string;
  /** Whether a change needs a new link (other buffers, pipelines), or only sets a parameter of a running one. */
  change: "rebuild" | "set";
  /** Why a change has no effect on the result, for the few fields for which that is true. */
  noEffect?: string;
}

/** Values of a choice that are too many to list. */
interface OtherChoices {
  /** What they are, for messages, e.g. "another code's name". */
  text: string;
  /** Returns the value as a configuration holds it; undefined if it is not one of them. */
  find(value: string): string | undefined;
}

/** The unit and the limits of numbers. */
export interface NumberLimits {
  unit: string;
  min: number;
  max: number;
  integer?: boolean;
}

/** Points that the sweep chooses while it measures a curve. */
export interface AutoPoints {
  /** Lowest and highest point. */
  from: number;
  to: number;
  /** The curve ends when every error rate is below this. */
  target: number;
}

/** A column of numbers in a table. */
export type Column = NumberLimits;
export type Columns<Name extends string = string> = Readonly<Record<Name, Column>>;

/** A field of a configuration: a control on the page, an option of the command line, a parameter of a link. */
export type Field = FieldText &
  (
    | ({ kind: "number"; step: number } & NumberLimits)
    /**
     * Several numbers, as text for {@link parseRange}, or for {@link readPoints} if it has `auto`. `optional`: the text may be
     * empty. `listed`: a configuration holds the list of numbers, and a text only for points that the sweep chooses.
     */
    | ({ kind: "range"; auto?: AutoPoints; optional?: true; listed?: true } & NumberLimits)
    | { kind: "choice"; choices: readonly string[]; others?: OtherChoices }
    /** One or more of the choices, or all of them: "all". */
    | { kind: "list"; choices: readonly string[] }
    /** A table of 1 to `max` rows, each an object with a number per column. `row` is the name of one row. */
    | { kind: "rows"; row: string; columns: Columns; max: number }
    /** A text of up to `most` characters, e.g. a name. */
    | { kind: "text"; most: number }
    /** An object; links and command lines hold it as JSON. */
    | { kind: "json"; parse(value: unknown): unknown }
  );

/** A field whose values have this type. */
export type FieldOf<Value> = Field & { default: Value };

/** The configuration's experiment, and the version of its defaults. */
interface Identity {
  lab: string;
  version: number;
}

export type FieldName<Config> = Exclude<keyof Config & string, keyof Identity>;

/** A lab's configuration: its fields, their defaults, and how to read it. */
export interface Schema<Config extends Identity> {
  fields: { readonly [Name in FieldName<Config>]: FieldOf<Config[Name]> };
  defaults: Config;
  /**
   * Returns the configuration with defaults for missing fields; the others are checked.
   *
   * @throws RangeError or TypeError that names the field, what it takes and what came.
   */
  parse(input: unknown): Config;
}

/**
 * Returns the fields for which a link is built. Configurations with equal values in them can share a link; the other
 * fields are parameters.
 */
export function structureOf<Config extends Identity>({ fields }: Schema<Config>, config: Config): string {
  const names = (Object.keys(fields) as FieldName<Config>[]).filter((name) => fields[name].change === "rebuild");
  return JSON.stringify(names.map((name) => config[name]));
}

export type Transfers = "excluded" | "included";

/**
 * Returns a field's value as a configuration holds it.
 *
 * @param name The field's name in messages.
 * @throws RangeError that tells the name, what the field takes and what came.
 */
export function checkField(name: string, field: Field, value: unknown): unknown {
  const got = shown(value);
  switch (field.kind) {
    case "number":
      checkNumber(name, field, value);
      return value;
    case "range": {
      if (field.optional && value === "") return value;
      if (field.listed && typeof value !== "string" && !Array.isArray(value)) {
        throw new TypeError(`${name} must be a list of numbers or "auto", got ${got}`);
      }
      const points = pointsOf(name, value, field.auto);
      if (Array.isArray(points)) for (const number of points) checkNumber(name, field, number);
      return field.listed && Array.isArray(points) ? points : String(value);
    }
    case "choice": {
      const { choices, others } = field;
      const known = choices.includes(value as string) ? value : others?.find(String(value));
      if (known !== undefined) return known;
      const also = others ? `, or ${others.text}` : "";
      throw new RangeError(`${name} must be one of ${choices.join(", ")}${also}, got ${got}`);
    }
    case "list": {
      const items = Array.isArray(value) && value.length === 1 && value[0] === "all" ? field.choices : value;
      const known = Array.isArray(items) && items.every((item) => field.choices.includes(item));
      if (!known || items.length === 0) {
        throw new RangeError(`${name} must be one or more of ${field.choices.join(", ")}, got ${got}`);
      }
      return field.choices.filter((choice) => items.includes(choice));
    }
    case "text":
      if (typeof value !== "string" || value.length > field.most) {
        throw new RangeError(`${name} must be a text of at most ${field.most} characters, got ${got}`);
      }
      return value;
    case "json":
      return field.parse(value);
    case "rows": {
      if (!Array.isArray(value) || value.length < 1 || value.length > field.max) {
        throw new RangeError(`${name} must list 1 to ${field.max} ${field.row}s, got ${got}`);
      }
      const [config] = name.split(":");
      const columns = Object.keys(field.columns);
      return value.map((row: Record<string, unknown> | null) => {
        const unknown = Object.keys(row ?? {}).find((key) => !columns.includes(key));
        if (unknown) throw new RangeError(`${config}: a ${field.row} has no ${unknown}; it has ${columns.join(", ")}`);
        const cells = Object.entries(field.columns).map(([column, { min, max }]) => {
          const number = row?.[column];
          if (typeof number === "number" && number >= min && number <= max) return [column, number];
          throw new RangeError(
            `${config}: a ${field.row}'s ${column} must be a number from ${min} to ${max}, got ${number}`,
          );
        });
        return Object.fromEntries(cells);
      });
    }
  }
}

/** Returns a value as text for a message: NaN and Infinity by name, long values shortened. */
export function shown(value: unknown): string {
  const text = typeof value === "number" ? String(value) : written(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return "a value that is nested too deeply";
  }
}

function pointsOf(name: string, value: unknown, auto: AutoPoints | undefined): number[] | AutoPoints {
  if (Array.isArray(value) && value.length === 0) throw new RangeError(`${name} must hold at least one point`);
  try {
    return readPoints(String(value), auto);
  } catch (error) {
    throw new RangeError(`${name}: ${(error as Error).message}`, { cause: error });
  }
}

/** Returns a table as links and command lines hold it: "1,2,3;4,5,6", row by row. */
export function writeRows(columns: Columns, rows: readonly Readonly<Record<string, number>>[]): string {
  return rows.map((row) => Object.keys(columns).map((column) => row[column])).join(";");
}

/**
 * Returns the rows of such a text. The schema refuses values that are no numbers, and rows with too few or too many.
 */
export function readRows(columns: Columns, text: string): Record<string, number>[] {
  const names = Object.keys(columns);
  return text.split(";").map((row) => {
    const numbers = row.split(",").map((cell) => (cell.trim() === "" ? Number.NaN : Number(cell)));
    return Object.fromEntries(numbers.map((number, i) => [names[i] ?? `number ${i + 1}`, number]));
  });
}

function checkNumber(name: string, { unit, min, max, integer }: NumberLimits, value: unknown): void {
  const valid = typeof value === "number" && value >= min && value <= max;
  if (valid && (!integer || Number.isInteger(value))) return;
  const what = `${integer ? "a whole number" : "a number"} from ${min} to ${max} ${unit}`;
  throw new RangeError(`${name} must be ${what.trim()}, got ${shown(value)}`);
}

/**
 * Returns numbers as {@link parseRange} reads them. "auto" and "auto:1e-5" mean points that the sweep chooses, down to
 * the given error rate.
 *
 * @param auto The meaning of "auto"; without it "auto" is refused.
 * @throws RangeError for anything else.
 */
export function readPoints(text: string, auto: AutoPoints | undefined): number[] | AutoPoints {
  const chosen = /^\s*auto\s*(?::(.*))?$/.exec(text);
  if (!chosen || !auto) return parseRange(text);
  if (chosen[1] === undefined) return auto;
  const target = Number(chosen[1] || Number.NaN);
  if (!(target > 0 && target < 1)) {
    throw new RangeError(
      `auto:RATE ends the curve below an error rate between 0 and 1, for example auto:1e-6; got "${text}"`,
    );
  }
  return { ...auto, target };
}

/** Returns the last point, or the highest allowed one if the sweep chooses them. */
export const lastPoint = (points: number[] | AutoPoints): number =>
  Array.isArray(points) ? points[points.length - 1] : points.to;

/** The default error rate down to which automatic points go. */
export const AUTO_TARGET = 1e-6;

/** Largest count of numbers in a range. */
const MOST = 1000;

/**
 * Returns the numbers of "8:2:14" (from:step:to, the end included), "16:*2:256" (from:*factor:to), "10", or "6,8,11".
 *
 * @throws RangeError for anything else, for a step that never reaches the end, and for more than 1000 numbers.
 */
export function parseRange(text: string): number[] {
  const wrong = (why: string) =>
    new RangeError(`a range is FROM:STEP:TO, FROM:*FACTOR:TO, a number or a list with commas; ${why}: ${shown(text)}`);
  if (text.includes(",")) {
    const numbers = text.split(",", MOST + 1).flatMap(parseRange);
    if (numbers.length > MOST) throw wrong(`at most ${MOST} numbers, more in`);
    return numbers;
  }
  const parts = text.split(":").map((part) => part.trim());
  const geometric = parts.length === 3 && parts[1].startsWith("*");
  if (geometric) parts[1] = parts[1].slice(1);
  const numbers = parts.map((part) => (part === "" ? Number.NaN : Number(part)));
  if (!numbers.every(Number.isFinite)) throw wrong("not a number in");
  if (numbers.length === 1) return numbers;
  if (numbers.length !== 3) throw wrong("it needs two colons, as");
  const [from, step, to] = numbers;
  const steps = geometric ? Math.log(to / from) / Math.log(step) : (to - from) / step;
  const count = Math.floor(steps + 1e-9) + 1;
  if (!(count >= 1 && count < Infinity)) throw wrong("the step never reaches the end in");
  if (count > MOST) throw wrong(`at most ${MOST} numbers, more in`);
  // Decimal steps must be exact: 6 + 3·0.1 must be 6.3, the number that a person would type.
  return Array.from({ length: count }, (_, i) => Number((geometric ? from * step ** i : from + i * step).toFixed(10)));
}
