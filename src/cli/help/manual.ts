import { type Command, command, type CommandGroups, type CommandText } from "../command.ts";
import { exampleText, flagText } from "./help.ts";
import { type OptionText, optionTexts } from "./option-text.ts";
import { UsageError } from "../options.ts";
import { print } from "../terminal.ts";
import { typed } from "./typed.ts";

/** The command that prints the manual. */
export const manualCommand = (groups: () => Promise<CommandGroups>): Command =>
  command({
    name: "manual",
    usage: "[COMMAND]",
    about: "Prints the manual of all commands or of one, as Markdown: limits, examples, files and exit codes.",
    takes: "commands",
    examples: ["manual turbo", "manual sweep run", "manual > commands.md"],
    async run({ positionals }) {
      if (positionals.length === 0) {
        print(manual(await groups()));
        return 0;
      }
      const name = positionals.join(" ");
      let found: Command | undefined;
      let commands: Readonly<Record<string, Command>> = Object.assign({}, ...Object.values(await groups()));
      for (const word of positionals) {
        found = Object.hasOwn(commands, word) ? commands[word] : undefined;
        commands = found?.subcommands ?? {};
      }
      if (!found) throw new UsageError(`manual: there is no command "${name}"; ${typed()} --help lists them`);
      print(sections(name, found).join("\n"));
      return 0;
    },
  });

/** Returns the manual: what all commands share, then each command under the heading of its group. */
export function manual(groups: CommandGroups): string {
  const parts = Object.entries(groups).map(
    ([title, group]) =>
      `## ${title}\n\n${Object.entries(group)
        .flatMap(([name, command]) => sections(name, command))
        .join("\n")}`,
  );
  return `${SHARED}\n${parts.join("\n")}`;
}

const SHARED = `# Commands

Every command of the terminal. The texts come from the options themselves: \`threeray manual\` prints this page, and \`threeray turbo --help\`
a shorter text about one command. In a clone of the repository, \`npm run -s cli --\` takes the place of \`threeray\`.

## What all commands share

- An option and its value are two words or one: \`--seed 7\`, \`--seed=7\`. Numbers take the prefixes of units: \`2.4M\`, \`20 MHz\`.
- Exit codes: 0 success, 1 failure, 2 bad usage or input, 129 after SIGHUP, 130 after Ctrl-C, 143 after SIGTERM. Standard error has the reason.
- A command writes a file completely or not at all. Until then an older file of that name stays unchanged.
- A recording is SigMF (\`.sigmf-meta\` with its data file, or an archive \`.sigmf\`), WAV, NumPy, or raw samples whose name gives the type, for example \`.cs16\`.
- \`threeray --version\` prints the version. \`threeray completion bash\` prints a script that completes commands, options and files; zsh and fish have one, too.
- Environment variables: \`THREERAY_DEBUG=1\` adds a stack to each error. \`REDIS_URL\` takes the place of \`--redis\`. \`CHROMIUM\` is the path of the browser that prints worksheets, and whose software adapter is used without a GPU.
`;

/** Returns the sections of a command, and of its subcommands. */
const sections = (name: string, { about, text, subcommands = {} }: Command): string[] => [
  ...(text ? [section(about, text)] : []),
  ...Object.entries(subcommands).flatMap(([sub, command]) => sections(`${name} ${sub}`, command)),
];

function section(about: string, text: CommandText): string {
  const { name, usage, details, examples, failure, takes } = text;
  const options = optionTexts(text.extras, text.fields);
  const files = fileLines(options, takes === "files" ? usage : "");
  const isLaidOut = details.includes("\n");
  const parts = [
    `### ${name}`,
    // One line says all; several have columns.
    escaped(isLaidOut ? about : details),
    ["```", `${typed()} ${name} ${usage}`, "```"].join("\n"),
    ...(isLaidOut ? [["```text", details, "```"].join("\n")] : []),
    ...(options.length > 0 ? [`Options:\n\n${options.map(optionLine).join("\n")}`] : []),
    `Examples:\n\n${["```sh", ...examples.map(exampleText), "```"].join("\n")}`,
    ...(files ? [files] : []),
    `Exit code 1: ${escaped(failure)}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

function optionLine(option: OptionText): string {
  const { description, defaultText, limits, choices, isRequired, isRepeated } = option;
  const listed = choices.length > 0 && !choices.every((choice) => mentions(option, choice));
  const facts = [
    description,
    ...(limits ? [limits] : listed ? [`One of ${choices.join(", ")}.`] : []),
    ...(defaultText ? [defaultText] : []),
    ...(isRequired ? ["Required."] : []),
    ...(isRepeated && !description.includes("several times") ? ["It may be given several times."] : []),
  ];
  return `- \`${flagText(option)}\`: ${escaped(facts.join(" "))}`;
}

const mentions = ({ value = "", description }: OptionText, choice: string) =>
  value.split("|").includes(choice) || description.includes(choice);

function fileLines(options: readonly OptionText[], usage: string): string | undefined {
  const of = (path: OptionText["path"]) =>
    options.flatMap((option) => (option.path === path ? [`\`${flagText(option)}\``] : []));
  const named = usage ? ["the files that it names"] : [];
  const [reads, writes] = [
    [...named, ...of("input")],
    [...of("output"), ...of("folder")],
  ];
  const lines = [
    ...(reads.length > 0 ? [`It reads ${reads.join(", ")}.`] : []),
    ...(writes.length > 0 ? [`It writes ${writes.join(", ")}.`] : []),
  ];
  return lines.length > 0 ? `Files: ${lines.join(" ")}` : undefined;
}

/** Returns a text without Markdown's meaning of its characters. */
const escaped = (text: string) => text.replaceAll(/[*_<[\]`\\]/g, "\\$&");
