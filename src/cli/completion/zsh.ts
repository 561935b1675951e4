import type { CompletedOption, Entry } from "./entries.ts";

/** Returns the completion for zsh, as a file `_threeray` in a folder of `fpath`, or for `eval`. */
export const zshCompletion = (entries: readonly Entry[]): string => `#compdef threeray
# Completion of threeray for zsh.
_threeray() {
  local -a commands
  if (( CURRENT == 2 )); then
    commands=(
${described(entries.filter(({ name }) => !name.includes(" ")).map(({ name, about }) => [name, about]))}    )
    _describe -t commands command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${entries
  .filter(({ name }) => !name.includes(" "))
  .map((entry) => topCase(entry, entries))
  .join("")}  esac
}

if [[ $funcstack[1] == _threeray ]]; then
  _threeray "$@"
else
  compdef _threeray threeray
fi
`;

const described = (rows: readonly (readonly [string, string])[]) =>
  rows.map(([name, about]) => `      ${quoted(`${name.replaceAll(":", "\\:")}:${about}`)}\n`).join("");

function topCase(entry: Entry, entries: readonly Entry[]): string {
  const subs = entries.filter(({ name }) => name.startsWith(`${entry.name} `));
  if (subs.length === 0) return `    ${entry.name})\n${argumentsOf(entry)}      ;;\n`;
  const wordOf = ({ name }: Entry) => name.slice(entry.name.length + 1);
  return `    ${entry.name})
    if (( CURRENT == 2 )); then
      commands=(
${described(subs.map((sub) => [wordOf(sub), sub.about]))}      )
      _describe -t commands command commands
      return
    fi
    shift words
    (( CURRENT-- ))
    case $words[1] in
${subs.map((sub) => `    ${wordOf(sub)})\n${argumentsOf(sub)}      ;;\n`).join("")}    esac
    ;;
`;
}

function argumentsOf({ options, words, takesFiles }: Entry): string {
  const others = takesFiles
    ? words.length > 0
      ? [`*:word or file:{ compadd -- ${words.join(" ")}; _files }`]
      : ["*:file:_files"]
    : words.length > 0
      ? [`*:word:(${words.join(" ")})`]
      : [];
  return `      _arguments -S \\\n${[...options.map(specOf), ...others].map((spec) => `        ${quoted(spec)}`).join(" \\\n")}\n`;
}

function specOf({ flag, about, value, kind, choices }: CompletedOption): string {
  const text = `[${about.replaceAll(/[[\]\\]/g, "\\$&")}]`;
  if (value === undefined) return `${flag}${text}`;
  const action = {
    words: `(${choices.map(escaped).join(" ")})`,
    list: `_sequence compadd - ${choices.join(" ")}`,
    files: "_files",
    folders: "_files -/",
    nothing: " ",
  }[kind];
  return `${flag}=${text}:${escaped(value)}:${action}`;
}

const escaped = (text: string) => text.replaceAll(":", "\\:");

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
