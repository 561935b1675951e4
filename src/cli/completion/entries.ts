import type { Command, CommandGroups } from "../command.ts";
import { optionTexts } from "../help/option-text.ts";

/** What the completion of a shell knows of a command. */
export interface Entry {
  /** The words that choose it: "turbo", "sweep run". */
  name: string;
  about: string;
  options: readonly CompletedOption[];
  /** Words that may stand outside of options. */
  words: readonly string[];
  /** The words that choose its subcommands. */
  subcommands: readonly string[];
  takesFiles: boolean;
}

export interface CompletedOption {
  /** With its dashes. */
  flag: string;
  about: string;
  /** The placeholder of its value; undefined for a switch. */
  value?: string;
  /** What completes the value: words, several words with commas, files, folders, or nothing. */
  kind: "words" | "list" | "files" | "folders" | "nothing";
  choices: readonly string[];
}

const HELP: CompletedOption = { flag: "--help", about: "Prints the help.", kind: "nothing", choices: [] };

/** Returns all commands, and the subcommands of those that have some, in the order of the registry. */
export function entriesOf(groups: CommandGroups): readonly Entry[] {
  const commands = Object.values(groups).flatMap((group) => Object.entries(group));
  const names = commands.map(([name]) => name);
  return commands.flatMap(([name, command]) => entries(name, command, names));
}

function entries(name: string, { about, text, subcommands = {} }: Command, names: readonly string[]): Entry[] {
  const own: Entry = {
    name,
    about: firstSentence(about),
    options: [
      ...optionTexts(text?.extras ?? {}, text?.fields ?? {}).map(
        ({ name: option, value, description, choices, isList, path }): CompletedOption => ({
          flag: `--${option}`,
          about: firstSentence(description),
          ...(value && { value }),
          kind: kindOf(choices, isList, path),
          choices,
        }),
      ),
      HELP,
    ],
    words: text?.takes === "commands" ? names : (text?.words ?? []),
    subcommands: Object.keys(subcommands),
    // Some commands read names and files alike, and say so in their first line.
    takesFiles:
      text !== undefined && (text.takes === "files" || text.usage.includes("FILE")) && text.takes !== "nothing",
  };
  return [own, ...Object.entries(subcommands).flatMap(([sub, command]) => entries(`${name} ${sub}`, command, names))];
}

function kindOf(choices: readonly string[], isList: boolean, path: string | undefined): CompletedOption["kind"] {
  if (path) return path === "folder" ? "folders" : "files";
  if (choices.length === 0) return "nothing";
  return isList ? "list" : "words";
}

const firstSentence = (text: string) => /^.*?[.:](?= |$)/s.exec(text)?.[0].replace(/:$/, ".") ?? text;
