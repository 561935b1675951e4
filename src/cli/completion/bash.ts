import type { CompletedOption, Entry } from "./entries.ts";

/** Returns the completion for bash 3.2 or newer. Words hold no character that needs quotes. */
export const bashCompletion = (entries: readonly Entry[]): string => `# Completion of threeray for bash.
# Returns in \`options\`, \`words\` and \`files\` what may follow a command.
_threeray_command() {
  options= words= files=
  case $1 in
${entries.map(commandCase).join("")}  esac
}

# Returns in \`kind\` and \`words\` what an option of a command takes.
_threeray_option() {
  kind= words=
  case "$1 $2" in
${entries.flatMap(({ name, options }) => options.filter(hasValue).map((option) => optionCase(name, option))).join("")}  esac
}

_threeray() {
  local line=\${COMP_LINE:0:COMP_POINT}
  local command option options words files kind cur before= found
  local -a typed
  # COMP_WORDS also splits words at = and :, which are parts of values here.
  read -ra typed <<<"$line"
  [[ $line == *[[:space:]] ]] && typed+=("")
  local last=$((\${#typed[@]} - 1))
  cur=\${typed[last]} command=\${typed[1]} option=\${typed[last - 1]} kind=words
  if ((last == 1)); then
    words="${entries
      .filter(isTop)
      .map(({ name }) => name)
      .join(" ")} --help --version"
  else
    if ((last > 2)) && [[ " ${parents(entries).join(" ")} " == *" $command "* ]]; then
      command="$command \${typed[2]}"
    fi
    if [[ $cur == --*=* ]]; then
      option=\${cur%%=*} before="\${cur%%=*}=" cur=\${cur#*=}
    fi
    _threeray_option "$command" "$option"
    if [[ -z $kind ]]; then
      _threeray_command "$command"
      kind=words
      if [[ $cur == -* ]]; then words=$options; elif [[ $files ]]; then kind=both; fi
    fi
  fi
  COMPREPLY=()
  if [[ $kind == list && $cur == *,* ]]; then
    before="$before\${cur%,*}," cur=\${cur##*,}
  fi
  # Bash replaces only what follows the last = or : of the word.
  [[ $before == *=* && $COMP_WORDBREAKS == *=* ]] && before=\${before#*=}
  local colon=
  [[ $before$cur == *:* && $COMP_WORDBREAKS == *:* ]] && colon=$before\${cur%:*}:
  if [[ $kind == words || $kind == list || $kind == both ]]; then
    while IFS= read -r found; do
      found=$before$found
      COMPREPLY+=("\${found#"$colon"}")
    done < <(compgen -W "$words" -- "$cur")
  fi
  if [[ $kind == files || $kind == folders || $kind == both ]]; then
    [[ $kind == folders ]] && kind=-d || kind=-f
    compopt -o filenames 2>/dev/null
    while IFS= read -r found; do COMPREPLY+=("$found"); done < <(compgen "$kind" -- "$cur")
  fi
}
complete -F _threeray threeray
`;

const isTop = ({ name }: Entry) => !name.includes(" ");
const hasValue = ({ value }: CompletedOption) => value !== undefined;

/** The commands that have subcommands. */
const parents = (entries: readonly Entry[]) => [
  ...new Set(entries.flatMap(({ name }) => (name.includes(" ") ? [name.split(" ")[0]] : []))),
];

const commandCase = ({ name, options, words, subcommands, takesFiles }: Entry) =>
  `    "${name}") options="${options.map(({ flag }) => flag).join(" ")}" words="${[...words, ...subcommands].join(" ")}"` +
  ` files=${takesFiles ? "yes" : ""} ;;\n`;

const optionCase = (name: string, { flag, kind, choices }: CompletedOption) =>
  `    "${name} ${flag}") kind=${kind}${choices.length > 0 ? ` words="${choices.join(" ")}"` : ""} ;;\n`;
