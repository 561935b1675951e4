import { parseArgs } from "node:util";
import { type Field, readRows } from "../core/configuration/fields.ts";
import { readQuantity } from "../core/configuration/quantity.ts";
import { checkDistinct, type UsedFiles } from "./distinct-files.ts";
import { nearestName } from "./help/nearest-name.ts";
import { checkOutput } from "./output.ts";
import { recordingFiles } from "./recording-files.ts";

/** Bad usage: the command prints the message and where to find help, and exits with code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** An option that is no field of a configuration. */
export interface ExtraOption {
  /** The placeholder for its value in the help, for example "FILE". An option without one is a switch. */
  value?: string;
  /**
   * True if its value names a file to write, which is checked before any work. A function returns the files that have a
   * name, and throws for a wrong one. Where the placeholder ends in "|-", the value "-" is standard output.
   */
  output?: true | ((path: string) => readonly string[]);
  /**
   * True if its value names a file to read, which no output may overwrite. "continued": an output may replace it, since it
   * will hold the same and more. Where the placeholder ends in "|-", the value "-" is standard input.
   */
  input?: true | "continued";
  /** The values that it takes, where the placeholder does not list them. */
  choices?: readonly string[];
  /** It takes several of the choices, separated by commas. */
  isList?: true;
  /** The command needs it. */
  isRequired?: true;
  /** It may be given several times. Its values then come joined by line feeds. */
  isRepeated?: true;
  description: string;
}

export type Extras = Readonly<Record<string, ExtraOption>>;

/** The option of a command that can write a result as JSON. */
export const jsonOption = (what: string) =>
  ({
    value: "FILE|-",
    output: true,
    description: `Write ${what} as JSON to a file, or with - to standard output.`,
  }) as const;

/** The part of a lab's schema from which options are made. */
export interface Options {
  fields: Readonly<Record<string, Field>>;
}

export const NO_OPTIONS: Options = { fields: {} };

export interface Arguments {
  positionals: string[];
  /** The given fields, not yet checked. */
  given: Record<string, unknown>;
  extras: Record<string, string | undefined>;
  /** The files of the options, and those that the positionals name. They are distinct. */
  files: UsedFiles;
}

/** Returns the only word outside of options. @throws UsageError with this text for none, and for several. */
export function oneWord(takes: string, words: readonly string[]): string {
  if (words.length === 1 && words[0] !== "") return words[0];
  const named = words.length === 0 ? "none" : words.map((word) => `"${word}"`).join(" and ");
  throw new UsageError(`${takes}, got ${named}`);
}

/** Returns the name of a field's option: "stopErrors" becomes "stop-errors". */
export const flagOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Reads a command line against a field table and the command's own options.
 *
 * @param positionals What they are. Default: files to read.
 * @throws UsageError for an unknown option, a missing value, an option given twice, a file that cannot be written, and an
 * output that is another output or a file to read.
 */
export function readArguments(
  args: string[],
  extras: Extras,
  { fields }: Options = NO_OPTIONS,
  positionals: "files" | "names" = "files",
): Arguments {
  const options = Object.fromEntries([
    ...Object.keys(fields).map((name) => [flagOf(name), { type: "string" as const }]),
    ...Object.entries(extras).map(([name, { value, isRepeated }]) => [
      name,
      { type: value ? ("string" as const) : ("boolean" as const), multiple: isRepeated === true },
    ]),
  ]);
  return orUsage(() => {
    // Node's parser reads "--phase -90" as two options, so a negative number is joined to its option first.
    const parsed = parse(joinNegatives(args), options);
    refuseTwice(
      parsed.tokens.flatMap((token) =>
        token.kind === "option" && !extras[token.name]?.isRepeated ? [token.name] : [],
      ),
    );
    const values: Record<string, unknown> = parsed.values;
    const read = { positionals: parsed.positionals, given: {}, extras: {} } as Omit<Arguments, "files">;
    for (const [name, field] of Object.entries(fields)) {
      const text = values[flagOf(name)];
      if (typeof text === "string") read.given[name] = parseField(field, text);
    }
    for (const [name, { value }] of Object.entries(extras)) {
      if (values[name] === undefined) continue;
      const text = Array.isArray(values[name]) ? values[name].join("\n") : String(values[name]);
      if (text.trim() === "") throw new TypeError(`--${name} ${value} is empty`);
      read.extras[name] = text;
    }
    const files = filesOf(extras, read.extras, positionals === "files" ? read.positionals : []);
    checkDistinct(files);
    for (const { path } of files.writes) checkOutput(path);
    return { ...read, files };
  });
}

/** Calls Node's parser, and says in this program's words what it refuses. */
function parse(args: string[], options: Record<string, { type: "string" | "boolean"; multiple?: boolean }>) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    // Further sentences give advice that does not apply here.
    const [said] = (error as Error).message.split(". ");
    const missing = /^Option '(?:-\w, )?(--\S+?)(?: <value>)?' argument (?:missing|is ambiguous)/.exec(said)?.[1];
    if (missing) throw new TypeError(`${missing} needs a value`, { cause: error });
    const surplus = /^Option '(?:-\w, )?(--\S+)' does not take an argument/.exec(said)?.[1];
    if (surplus) throw new TypeError(`${surplus} takes no value`, { cause: error });
    const unknown = /^Unknown option '--(.+)'$/.exec(said)?.[1];
    const nearest = unknown && nearestName(unknown, Object.keys(options));
    throw new TypeError(nearest ? `${said}. Did you mean --${nearest}?` : said, { cause: error });
  }
}

function refuseTwice(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice) throw new RangeError(`--${twice} was given twice; give it once`);
}

/** Returns the files of options and of positionals. */
function filesOf(extras: Extras, given: Arguments["extras"], named: readonly string[]): UsedFiles {
  const entries = Object.entries(extras).flatMap(([name, option]) => {
    const path = given[name];
    const isStream = path === "-" && option.value?.endsWith("|-");
    if (path === undefined || isStream) return [];
    // The name of a file may hold a line feed.
    const paths = option.isRepeated ? path.split("\n") : [path];
    return paths.map((one) => ({ path: one, by: `--${name}`, option }));
  });
  const reads = [
    ...named.map((path) => ({ path, by: "the command" })),
    ...entries.filter(({ option }) => option.input === true),
  ];
  return {
    reads: reads.flatMap(({ path, by }) => recordingFiles(path).map((file) => ({ path: file, by }))),
    writes: entries.flatMap(({ path, by, option: { output } }) => {
      if (!output) return [];
      if (output === true && path === "-") {
        throw new UsageError(`${by} - is not written to standard output; name a file, or ./- for a file of that name`);
      }
      return (output === true ? [path] : output(path)).map((file) => ({ path: file, by }));
    }),
  };
}

/**
 * Returns a whole number from an option that is no field of a configuration, for example `--page-blocks`.
 *
 * @throws UsageError for anything else, and for numbers out of bounds.
 */
export function wholeNumber(
  option: string,
  text: string,
  { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number } = {},
): number {
  const value = typedNumber(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  const range = max < Number.MAX_SAFE_INTEGER ? `from ${min} to ${max}` : `of at least ${min}`;
  throw new UsageError(`--${option} must be a whole number ${range}, got "${text}"`);
}

/**
 * Returns the number that a person typed for an option that is no field of a configuration: "1e6", "64k", "10 ms" for the unit s.
 * NaN for anything else.
 */
export function typedNumber(text: string, unit = ""): number {
  const read = readQuantity(text, unit);
  return "value" in read ? read.value : Number.NaN;
}

/** Returns a frequency that a person typed, in Hz: "101.2M", "20 MHz". NaN for anything else. */
export function hertz(text: string): number {
  // A recording has no millihertz: "2.4m" is a slip for 2.4M.
  if (/[pnuµμm](Hz)?$/.test(text.trim())) return Number.NaN;
  return typedNumber(text, "Hz");
}

/** The bound on sample rates of SigMF, Hz. */
const MOST_RATE = 1e12;

/**
 * Returns the sample rate of a command's option `--rate`, in Hz.
 *
 * @throws UsageError for anything else.
 */
export function sampleRateOf(command: string, text: string): number {
  const rate = hertz(text);
  if (rate > 0 && rate <= MOST_RATE) return rate;
  throw new UsageError(
    `${command}: --rate must be a number above 0 and at most 10^12 Hz, got "${text}"; write for example 2.4M`,
  );
}

/**
 * Runs a check of what the person gave, and turns its error into a UsageError.
 *
 * @param file The file that the message names.
 */
export function orUsage<T>(check: () => T, file?: string): T {
  try {
    return check();
  } catch (cause) {
    const { message } = cause as Error;
    throw new UsageError(file === undefined ? message : `${file}: ${message}`, { cause });
  }
}

function joinNegatives(args: string[]): string[] {
  return args.reduce<string[]>((joined, arg) => {
    const last = joined.at(-1);
    if (/^-\.?\d/.test(arg) && last?.startsWith("--") && !last.includes("="))
      joined[joined.length - 1] = `${last}=${arg}`;
    else joined.push(arg);
    return joined;
  }, []);
}

function parseField(field: Field, text: string): unknown {
  switch (field.kind) {
    case "number": {
      const read = readQuantity(text, field.unit);
      return "value" in read ? read.value : text;
    }
    case "choice":
    case "range":
    case "text":
      return text;
    case "list":
      return text.split(",").map((item) => item.trim());
    case "json":
      return parseJson(text);
    case "rows":
      return readRows(field.columns, text);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TypeError(`an option that takes JSON got ${text}; quote it for your shell: '{"name":"value"}'`);
  }
}
