import { type Field, readRows, type Schema, writeRows } from "./fields.ts";

type Identity = { lab: string; version: number };

/** Returns a configuration's fields as a link's parameters, without defaults. */
export function encodeFields<Config extends Identity>(
  { fields, defaults }: Schema<Config>,
  config: Config,
  hidden: readonly string[] = [],
): string[] {
  const parts = [`v=${config.version}`];
  for (const [name, field] of Object.entries<Field>(fields)) {
    if (hidden.includes(name)) continue;
    const text = fieldText(field, config[name as keyof Config]);
    if (text !== fieldText(field, defaults[name as keyof Config])) parts.push(`${name}=${text}`);
  }
  return parts;
}

/**
 * Returns a link's parameters as fields, not checked yet.
 *
 * @param others Handles parameters that are no fields.
 * @throws RangeError for a field with two values, and TypeError for a field that must hold JSON.
 */
export function decodeFields<Config extends Identity>(
  { fields }: Schema<Config>,
  fragment: string,
  others: Readonly<Record<string, (text: string) => void>> = {},
): Record<string, unknown> {
  const table: Readonly<Record<string, Field>> = fields;
  const [, query = ""] = fragment.split("?");
  const given: Record<string, unknown> = {};
  const texts = new Map<string, string>();
  for (const part of query.split("&").filter(Boolean)) {
    const at = part.indexOf("=");
    const name = decodeParameter(at < 0 ? part : part.slice(0, at));
    const text = decodeParameter(at < 0 ? "" : part.slice(at + 1));
    if (name !== "v" && !Object.hasOwn(others, name) && !Object.hasOwn(table, name)) {
      unknownField(name);
      continue;
    }
    const before = texts.get(name);
    if (before !== undefined && before !== text) {
      throw new RangeError(
        `link: the field “${name}” is there twice, as “${before}” and as “${text}”; keep one of them`,
      );
    }
    texts.set(name, text);
    if (name === "v") given.version = Number(text);
    else if (Object.hasOwn(others, name)) others[name](text);
    else given[name] = decodeField(name, table[name], text);
  }
  return given;
}

/** The unknown fields that the current call of `skipUnknown` has met; undefined outside of one. */
let met: Set<string> | undefined;

/**
 * Reports a field that a link does not have.
 *
 * @throws RangeError, except within `skipUnknown`.
 */
export function unknownField(name: string): void {
  if (!met) throw new RangeError(`link: there is no field “${name}”`);
  met.add(name);
}

/** Reads a link from elsewhere: unknown fields, as mail and course pages add them, are skipped. Returns their names, too. */
export function skipUnknown<Read>(read: () => Read): { read: Read; skipped: readonly string[] } {
  const skipped = (met = new Set<string>());
  try {
    return { read: read(), skipped: [...skipped] };
  } finally {
    met = undefined;
  }
}

/** Returns a range as text for a link, with its colons and commas. */
export const encodeRange = (text: string) => encodeURIComponent(text).replace(/%3A/g, ":").replace(/%2C/g, ",");

/** Returns a field's value as a link writes it. */
export function fieldText(field: Field, value: unknown): string {
  if (field.kind === "list") return (value as string[]).join(",");
  if (field.kind === "range") return encodeRange(String(value));
  if (field.kind === "text") return encodeURIComponent(value as string);
  if (field.kind === "json") return encodeURIComponent(JSON.stringify(value));
  if (field.kind === "rows") return writeRows(field.columns, value as Record<string, number>[]);
  return String(value);
}

/** Returns a field's value. A text that is no number stays a text, so that the check can show it. */
function decodeField(name: string, field: Field, text: string): unknown {
  if (field.kind === "number") return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
  if (field.kind === "choice" || field.kind === "range" || field.kind === "text") return text;
  if (field.kind === "list") return text.split(",");
  if (field.kind === "json") return decodeJson(name, text);
  return readRows(field.columns, text);
}

function decodeJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TypeError(`link: ${name} must hold JSON, got “${text}”`);
  }
}

/** Returns a parameter's text. Text with invalid escapes is returned unchanged. */
export function decodeParameter(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Numbers that a link holds beside a configuration's fields: keys, defaults and limits, by their names in the link. */
type NumberParameters<Key extends string> = Readonly<
  Record<string, { key: Key; default: number; min: number; max: number; integer?: boolean }>
>;

/** The values of such numbers, by their keys. */
export type NumbersOf<Names extends NumberParameters<string>> = Record<Names[keyof Names]["key"], number>;

/** The default and the limits of an index or a count. */
export const wholeFrom0 = (max: number) => ({ default: 0, unit: "", min: 0, max, step: 1, integer: true }) as const;

/** Returns the defaults of such numbers. */
export function defaultNumbers<Names extends NumberParameters<string>>(names: Names): NumbersOf<Names> {
  return Object.fromEntries(Object.values(names).map(({ key, default: value }) => [key, value])) as NumbersOf<Names>;
}

/** Returns such numbers as a link's parameters, without defaults. */
export function encodeNumbers<Key extends string>(
  names: NumberParameters<Key>,
  values: Readonly<Record<Key, number>>,
): string[] {
  const changed = Object.entries(names).filter(([, { key, default: usual }]) => values[key] !== usual);
  return changed.map(([name, { key }]) => `${name}=${values[key]}`);
}

/** Returns a handler for {@link decodeFields} that writes such numbers into `values`. */
export function takeNumbers<Key extends string>(
  lab: string,
  names: NumberParameters<Key>,
  values: Record<Key, number>,
): Record<string, (text: string) => void> {
  const takes = Object.entries(names).map(([name, { key, ...limits }]) => {
    return [name, (text: string) => void (values[key] = numberFrom(lab, name, text, limits))];
  });
  return Object.fromEntries(takes);
}

/**
 * Returns a number of a link.
 *
 * @throws RangeError that says what was expected and what was found.
 */
export function numberFrom(
  lab: string,
  name: string,
  text: string,
  { min, max, integer }: { min: number; max: number; integer?: boolean },
): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (value >= min && value <= max && (!integer || Number.isInteger(value))) return value;
  throw new RangeError(`${lab}: ${name} must be a number from ${min} to ${max}, got "${text}"`);
}
