import { shown } from "../configuration/fields.ts";
import { isNestedDeeper } from "../configuration/json-text.ts";

/** Reads a value of a file. `at` is its place in messages, for example "steps[2].title". */
export type Reader<T> = (value: unknown, at: string) => T;

/** @throws RangeError that says where, what was expected and what was found. */
export function refuse(at: string, expected: string, found: unknown): never {
  throw new RangeError(`${at}: expected ${expected}, found ${shown(found)}`);
}

/** Deepest nesting of a file of lectures or results. */
const MOST_LEVELS = 20;

/**
 * Returns the value of a JSON file.
 *
 * @param what Its name in messages, for example "lecture".
 * @param most Longest text, in characters.
 */
export function parseFile(what: string, text: string, most: number): unknown {
  if (text.length > most) {
    throw new RangeError(`${what}: the file has ${text.length} characters, expected at most ${most}; shorten it`);
  }
  if (isNestedDeeper(text, MOST_LEVELS)) {
    throw new RangeError(`${what}: the file is nested more than ${MOST_LEVELS} levels deep; it holds no ${what}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RangeError(`${what}: the file holds no JSON (${(error as Error).message}); export it again`, {
      cause: error,
    });
  }
}

/** Control characters, and marks that reverse the order of a text or hide in it. */
const UNSEEN = /[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/** A text of up to `most` characters on one line; `lines` allows line feeds and tabs. */
export const boundedText =
  (most: number, { lines = false, least = 1 } = {}): Reader<string> =>
  (value, at) => {
    const kind = `a text of ${least} to ${most} characters`;
    if (typeof value !== "string") refuse(at, kind, value);
    if (value.trim().length < least || value.length > most) refuse(at, kind, `${value.length} characters`);
    const unseen = UNSEEN.exec(lines ? value.replace(/[\n\t]/g, " ") : value);
    if (unseen) refuse(at, "visible characters only", `U+${unseen[0].codePointAt(0)!.toString(16).padStart(4, "0")}`);
    return value;
  };

/** A text that a pattern describes: `kind` says it in words. */
export const matching =
  (pattern: RegExp, kind: string, most = 100): Reader<string> =>
  (value, at) =>
    typeof value === "string" && value.length <= most && pattern.test(value) ? value : refuse(at, kind, value);

export const finite =
  ({ min = -1e300, max = 1e300, whole = false } = {}): Reader<number> =>
  (value, at) => {
    const kind = whole ? "a whole number" : "a number";
    const isRight = typeof value === "number" && value >= min && value <= max && (!whole || Number.isInteger(value));
    const range = min === -1e300 && max === 1e300 ? "" : ` from ${min} to ${max}`;
    return isRight ? value : refuse(at, `${kind}${range}`, value);
  };

export const oneOf =
  <const Name extends string | number | boolean>(...names: readonly Name[]): Reader<Name> =>
  (value, at) =>
    names.find((name) => name === value) ?? refuse(at, names.map((name) => JSON.stringify(name)).join(" or "), value);

/** A list of `least` to `most` items. */
export const listing =
  <T>(item: Reader<T>, least: number, most: number): Reader<readonly T[]> =>
  (value, at) => {
    const kind = least === most ? `a list of ${most}` : `a list of ${least} to ${most}`;
    if (!Array.isArray(value)) refuse(at, kind, value);
    if (value.length < least || value.length > most) refuse(at, kind, `${value.length} items`);
    return value.map((one, i) => item(one, `${at}[${i}]`));
  };

type Fields<T> = { readonly [Name in keyof T]-?: Reader<T[Name]> };

/** A field that may be absent. */
export const optional =
  <T>(reader: Reader<T>): Reader<T | undefined> =>
  (value, at) =>
    value === undefined ? undefined : reader(value, at);

/** An object with these fields and no others. The result has its own fields alone, without those that are absent. */
export const holding =
  <T extends object>(fields: Fields<T>): Reader<T> =>
  (value, at) => {
    const given = objectAt(value, at);
    const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
    if (unknown !== undefined) {
      throw new RangeError(
        `${at}: there is no field ${shown(unknown)}; the fields are ${Object.keys(fields).join(", ")}`,
      );
    }
    const entries = Object.entries<Reader<unknown>>(fields as never).flatMap(([name, reader]) => {
      const read = reader(Object.hasOwn(given, name) ? given[name] : undefined, at ? `${at}.${name}` : name);
      return read === undefined ? [] : [[name, read]];
    });
    return Object.fromEntries(entries) as T;
  };

/** An object with any names that match a pattern, up to `most`. */
export const mapping =
  <T>(name: RegExp, item: Reader<T>, most: number): Reader<Readonly<Record<string, T>>> =>
  (value, at) => {
    const names = Object.keys(objectAt(value, at));
    if (names.length > most) refuse(at, `at most ${most} fields`, `${names.length} fields`);
    const wrong = names.find((one) => !name.test(one));
    if (wrong !== undefined) refuse(at, "names of fields", wrong);
    const given = value as Record<string, unknown>;
    return Object.fromEntries(names.map((one) => [one, item(given[one], `${at}.${one}`)]));
  };

function objectAt(value: unknown, at: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return refuse(at || "the file", "an object", value);
}
