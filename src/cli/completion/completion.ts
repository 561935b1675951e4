import { type Command, command, type CommandGroups } from "../command.ts";
import { oneWord, UsageError } from "../options.ts";
import { print } from "../terminal.ts";
import { bashCompletion } from "./bash.ts";
import { entriesOf } from "./entries.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;
const names = Object.keys(SHELLS);

/** The command that prints a shell's completion of all commands. */
export const completionCommand = (groups: () => Promise<CommandGroups>): Command =>
  command({
    name: "completion",
    usage: names.join("|"),
    about: "Prints a script with which bash, zsh or fish completes commands, options, choices and files.",
    details:
      "Prints a script with which a shell completes commands, options, choices and files of threeray. The script comes from\n" +
      "the same options as this help, so print it again after an update. Where to put it:\n\n" +
      '  bash  eval "$(threeray completion bash)" in ~/.bashrc\n' +
      '  zsh   eval "$(threeray completion zsh)" in ~/.zshrc, after compinit\n' +
      "  fish  threeray completion fish > ~/.config/fish/completions/threeray.fish",
    takes: "names",
    words: names,
    examples: ["completion bash"],
    async run({ positionals }) {
      const shell = oneWord(`completion: takes the name of a shell (${names.join(", ")})`, positionals);
      if (!Object.hasOwn(SHELLS, shell)) {
        throw new UsageError(`completion: the shell must be one of ${names.join(", ")}, got "${shell}"`);
      }
      print(SHELLS[shell as keyof typeof SHELLS](entriesOf(await groups())));
      return 0;
    },
  });
