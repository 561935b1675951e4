import type { CompletedOption, Entry } from "./entries.ts";

/** Returns the completion for fish 3.1 or newer. */
export const fishCompletion = (entries: readonly Entry[]): string => `# Completion of threeray for fish.
# Whether the words before the cursor begin with a command.
function __threeray_at
    set -l words (commandline -opc)
    set -l wanted (string split ' ' -- $argv[1])
    test (count $words) -gt (count $wanted); and test "$words[2..$(math (count $wanted) + 1)]" = "$wanted"
end

complete -c threeray -f
complete -c threeray -n 'test (count (commandline -opc)) -eq 1' -l help -d 'Lists the commands.'
complete -c threeray -n 'test (count (commandline -opc)) -eq 1' -l version -d 'Prints the version.'
${entries.map(linesOf).join("")}`;

function linesOf({ name, about, options, words, takesFiles }: Entry): string {
  const before = name.split(" ").slice(0, -1);
  const chosen = name.split(" ").at(-1);
  const first = before.length > 0 ? `__threeray_at ${quoted(before.join(" "))}; and ` : "";
  const lines = [
    `complete -c threeray -n ${quoted(`${first}test (count (commandline -opc)) -eq ${before.length + 1}`)} -a ${chosen} -d ${quoted(about)}`,
    ...(takesFiles ? [`complete -c threeray -n ${at(name)} -F`] : []),
    ...(words.length > 0 ? [`complete -c threeray -n ${at(name)} -a ${quoted(words.join(" "))}`] : []),
    ...options.map(
      (option) =>
        `complete -c threeray -n ${at(name)} -l ${option.flag.slice(2)}${valueOf(option)} -d ${quoted(option.about)}`,
    ),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

const at = (name: string) => quoted(`__threeray_at ${quoted(name)}`);

function valueOf({ value, kind, choices }: CompletedOption): string {
  if (value === undefined) return "";
  switch (kind) {
    case "words":
      return ` -x -a ${quoted(choices.join(" "))}`;
    case "list":
      return ` -x -a ${quoted(`(__fish_complete_list , 'printf "%s\\n" ${choices.join(" ")}')`)}`;
    case "files":
      return " -r -F";
    case "folders":
      return " -x -a '(__fish_complete_directories)'";
    case "nothing":
      return " -x";
  }
}

const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
