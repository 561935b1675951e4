import { helpText } from "./help/help.ts";
import { optionTexts } from "./help/option-text.ts";
import {
  type Arguments,
  type ExtraOption,
  type Extras,
  NO_OPTIONS,
  type Options,
  readArguments,
  UsageError,
} from "./options.ts";

/** A command of the command line. */
export interface Command {
  /** One line for the overview. */
  about: string;
  /** The commands that follow its name, where it does nothing alone. */
  subcommands?: Readonly<Record<string, Command>>;
  /** What the manual and the completion of a shell need; undefined where it only has subcommands. */
  text?: CommandText;
  /** `args` are the words of the command line after its name. */
  help(args: string[]): string;
  /** Exit code: 0 success, 1 stopped or failed, 2 bad arguments (also by throwing UsageError). */
  run(args: string[]): Promise<number>;
}

export type Examples = readonly [string, ...string[]];

/** Commands by their names, under headings. */
export type CommandGroups = Readonly<Record<string, Readonly<Record<string, Command>>>>;

/** What may stand outside of options: files, other names, or names of commands. */
type Taken = "nothing" | "files" | "names" | "commands";

/** What a command takes, for the manual and the completion of a shell. */
export interface CommandText {
  name: string;
  /** What follows the name in the first line of the help. */
  usage: string;
  details: string;
  /** The command's own options. */
  extras: Extras;
  /** The fields of a configuration as further options. */
  fields: Options["fields"];
  /** What may stand outside of options. */
  takes: Taken;
  /** The words among them that can be listed. */
  words: readonly string[];
  /** Command lines without the program's name. */
  examples: readonly string[];
  /** When the exit code is 1. */
  failure: string;
  /** Reads the words after the name. @throws UsageError for those that the command does not take. */
  read(args: string[]): Pick<Arguments, "given"> & Pick<Options, "fields">;
}

/**
 * Own options of a command, in the order of the help. A key may have the option's placeholder: "suite NAME". A text is the
 * description of an option.
 */
export type OwnOptions = Readonly<Record<string, string | ExtraOption>>;
type NameOf<Key> = Key extends `${infer Name} ${string}` ? Name : Key;

const extrasOf = (own: OwnOptions): Extras =>
  Object.fromEntries(
    Object.entries(own).map(([key, option]): [string, ExtraOption] => {
      const [name, value] = key.split(" ");
      return [name, { ...(value && { value }), ...(typeof option === "string" ? { description: option } : option) }];
    }),
  );

/** A command with its options. Its help and the check of its command line follow from them. */
interface Declaration<Own extends OwnOptions> {
  name: string;
  /** What follows the name in the first line of the help. */
  usage?: string;
  about: string;
  /** The text of the help, where it says more than the overview. */
  details?: string;
  /** The command's own options. */
  extras?: Own;
  /** The fields of a configuration as further options. */
  options?: Options;
  /** The fields by which options are read, where the help shows others. */
  readAs?: Options;
  /** What may stand outside of options. Default: nothing. */
  takes?: Taken;
  /** The words among them that can be listed. */
  words?: readonly string[];
  /** Command lines that show its use, without the program's name. A pipe may lead to it: "other | name …". */
  examples: Examples;
  /** When the exit code is 1, where more than failed or stopped work leads to it. */
  failure?: string;
  /** Does the work, and returns the exit code. */
  run(given: Given<Own>): Promise<number>;
}

/** A command line that was read: `own` are the values of the command's own options. */
export interface Given<Own extends OwnOptions> extends Omit<Arguments, "extras"> {
  own: { [Key in keyof Own as NameOf<Key>]: Own[Key] extends { isRequired: true } ? string : string | undefined };
}

export function command<const Own extends OwnOptions>(declaration: Declaration<Own>): Command {
  const {
    name,
    usage = "[options]",
    about,
    details = about,
    options,
    readAs = options,
    takes = "nothing",
    words = [],
    examples,
    failure = "The work failed or was stopped.",
  } = declaration;
  const extras = extrasOf(declaration.extras ?? {});
  const { fields } = options ?? NO_OPTIONS;
  const read = (args: string[]) => {
    const { extras: own, ...rest } = readArguments(args, extras, readAs, takes === "files" ? "files" : "names");
    const [word] = rest.positionals;
    if (takes === "nothing" && word !== undefined) {
      throw new UsageError(`${name}: ${"in" in extras ? "name the file with --in" : "takes no file"}, got "${word}"`);
    }
    checkRequired(name, extras, own);
    return { ...rest, own, fields: (readAs ?? NO_OPTIONS).fields };
  };
  return {
    about,
    text: { name, usage, details, extras, fields, takes, words, examples, failure, read },
    help: () => helpText(`${name} ${usage}`, details, optionTexts(extras, fields), examples),
    run: async (args) => declaration.run(read(args) as never),
  };
}

/** @throws UsageError that names all required options if one is missing. */
function checkRequired(name: string, extras: Extras, own: Arguments["extras"]): void {
  const required = Object.entries(extras).filter(([, { isRequired }]) => isRequired);
  if (required.every(([option]) => own[option] !== undefined)) return;
  const names = required.map(([option, { value }]) => `--${option} ${value}`);
  const last = names.pop();
  if (names.length === 0) throw new UsageError(`${name}: ${last} is missing`);
  const all = names.length > 1 ? "all" : "both";
  throw new UsageError(`${name}: ${names.join(", ")} and ${last} are ${all} needed`);
}
