import {
  type Arguments,
  type ExtraOption,
  type Extras,
  helpText,
  type Options,
  readArguments,
  UsageError,
} from "./options.ts";

/** A command of the command line. */
export interface Command {
  /** One line for the overview. */
  about: string;
  /** `args` are the words of the command line after its name. */
  help(args: string[]): string;
  /** Exit code: 0 success, 1 stopped or failed, 2 bad arguments (also by throwing UsageError). */
  run(args: string[]): Promise<number>;
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
  takes?: "nothing" | "files" | "names";
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
  } = declaration;
  const extras = extrasOf(declaration.extras ?? {});
  return {
    about,
    help: () => helpText(`${name} ${usage}`, details, extras, options),
    async run(args) {
      const { extras: own, ...read } = readArguments(args, extras, readAs, takes === "names" ? "names" : "files");
      const [word] = read.positionals;
      if (takes === "nothing" && word !== undefined) {
        throw new UsageError(`${name}: ${"in" in extras ? "name the file with --in" : "takes no file"}, got "${word}"`);
      }
      checkRequired(name, extras, own);
      return declaration.run({ ...read, own: own as never });
    },
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
