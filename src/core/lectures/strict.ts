import { shown } from "../configuration/fields.ts";
import { isNestedDeeper, parseJsonText } from "../configuration/json-text.ts";

/** Reads a value of a file. `at` is its place in messages, for example "steps[2].title". */
export type Reader<T> = (value: unknown, at: string) => T;

/** Something wrong in a file: its place, for example "steps[2].title", and what is wrong there. */
export interface FileProblem {
  at: string;
  text: string;
}

/** Most problems that are collected from one file. */
const MOST_PROBLEMS = 50;

/** Problems of a file, in its order. The message is the first one. */
export class FileProblemsError extends RangeError {
  readonly problems: readonly FileProblem[];
  constructor(problems: readonly FileProblem[], options?: ErrorOptions) {
    const [{ at, text }] = problems;
    super(at ? `${at}: ${text}` : text, options);
    this.problems = problems;
  }
}

/** @throws FileProblemsError with one problem. */
export function complain(at: string, text: string, options?: ErrorOptions): never {
  throw new FileProblemsError([{ at, text }], options);
}

/** @throws FileProblemsError that says where, what was expected and what was found. */
export function refuse(at: string, expected: string, found: unknown): never {
  return complain(at, `expected ${expected}, found ${shown(found)}`);
}

/** @throws FileProblemsError for a wrong length or number: `found` is in words. */
const refuseCount = (at: string, expected: string, found: string) =>
  complain(at, `expected ${expected}, found ${found}`);

/** Reads all parts of a value, also after a wrong one. @throws FileProblemsError with the problems of all parts. */
function eachRead<Part, T>(parts: readonly Part[], read: (part: Part, i: number) => T): T[] {
  const problems: FileProblem[] = [];
  const values: T[] = [];
  for (const [i, part] of parts.entries()) {
    try {
      values.push(read(part, i));
    } catch (error) {
      if (!(error instanceof FileProblemsError)) throw error;
      problems.push(...error.problems);
      if (problems.length >= MOST_PROBLEMS) break;
    }
  }
  if (problems.length > 0) throw new FileProblemsError(problems.slice(0, MOST_PROBLEMS));
  return values;
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
    return parseJsonText(text);
  } catch (error) {
    throw new RangeError(`${what}: the file holds no JSON: ${(error as Error).message}; export it again`, {
      cause: error,
    });
  }
}

/** Control characters, and marks that reverse the order of a text or hide in it. */
const UNSEEN = /[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;

/** Joiners within emoji, and in words of scripts that need them, for example Persian and Sinhala. */
const JOINER =
  /(?<=(?!\p{sc=Latin}|\p{sc=Greek}|\p{sc=Cyrillic})[\p{L}\p{M}]|[\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}]\ufe0f?)[\u200c\u200d](?=(?!\p{sc=Latin}|\p{sc=Greek}|\p{sc=Cyrillic})[\p{L}\p{M}]|\p{Extended_Pictographic})/gu;

/** A text of up to `most` characters on one line; `lines` allows line feeds and tabs. */
export const boundedText =
  (most: number, { lines = false, least = 1 } = {}): Reader<string> =>
  (value, at) => {
    const kind = `a text of ${least} to ${most} characters`;
    if (typeof value !== "string") refuse(at, kind, value);
    if (value.trim().length < least || value.length > most)
      refuseCount(at, kind, `${value.trim().length < least ? value.trim().length : value.length} characters`);
    const unseen = UNSEEN.exec((lines ? value.replace(/[\n\t]/g, " ") : value).replace(JOINER, ""));
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
    if (value.length < least || value.length > most) refuseCount(at, kind, `${value.length} items`);
    return eachRead(value, (one, i) => item(one, `${at}[${i}]`));
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
      complain(at, `there is no field ${shown(unknown)}; the fields are ${Object.keys(fields).join(", ")}`);
    }
    const entries = eachRead(Object.entries<Reader<unknown>>(fields as never), ([name, reader]) => {
      const read = reader(Object.hasOwn(given, name) ? given[name] : undefined, at ? `${at}.${name}` : name);
      return [name, read] as const;
    });
    return Object.fromEntries(entries.filter(([, read]) => read !== undefined)) as T;
  };

/** An object with any names that match a pattern, up to `most`. */
export const mapping =
  <T>(name: RegExp, item: Reader<T>, most: number): Reader<Readonly<Record<string, T>>> =>
  (value, at) => {
    const names = Object.keys(objectAt(value, at));
    if (names.length > most) refuseCount(at, `at most ${most} fields`, `${names.length} fields`);
    const wrong = names.find((one) => !name.test(one));
    if (wrong !== undefined) refuse(at, "names of fields", wrong);
    const given = value as Record<string, unknown>;
    return Object.fromEntries(eachRead(names, (one) => [one, item(given[one], `${at}.${one}`)] as const));
  };

function objectAt(value: unknown, at: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  return refuse(at || "the file", "an object", value);
}
