import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadGroups } from "../commands.ts";
import { refusal } from "../testing.ts";
import { bashCompletion } from "./bash.ts";
import { entriesOf } from "./entries.ts";
import { fishCompletion } from "./fish.ts";
import { zshCompletion } from "./zsh.ts";

const entries = entriesOf(await loadGroups());
const folder = mkdtempSync(join(tmpdir(), "threeray-completion-"));
afterAll(() => rmSync(folder, { recursive: true }));
const work = join(folder, "work");
mkdirSync(join(work, "results"), { recursive: true });
for (const name of ["made.sigmf-meta", "made two.wav"]) writeFileSync(join(work, name), "");

/** Lines before the cursor; some of the candidates, as whole words; and words that are none. */
const CASES: readonly (readonly [line: string, some: readonly string[], none: readonly string[]])[] = [
  ["threeray tur", ["turbo", "turbo-decode"], ["mimo"]],
  ["threeray sweep s", ["submit", "status", "slurm"], ["run", "made.sigmf-meta"]],
  ["threeray turbo --al", ["--algorithm"], ["--seed"]],
  ["threeray sweep run --co", ["--continue"], ["--codewords"]],
  ["threeray turbo --algorithm l", ["log-map"], ["max-log"]],
  ["threeray equalizer --equalizers mmse,fd", ["mmse,fde1", "mmse,fde2"], ["mmse,zf"]],
  ["threeray filter --in ma", ["made.sigmf-meta", "made two.wav"], ["results/"]],
  ["threeray receive m", ["made.sigmf-meta", "made two.wav"], ["mmse"]],
  ["threeray sweep slurm --out r", ["results"], ["made.sigmf-meta"]],
  ["threeray flow fm-r", ["fm-receiver"], ["made.sigmf-meta"]],
  ["threeray resample --up ", [], ["made.sigmf-meta", "turbo"]],
  ["threeray manual turbo", ["turbo", "turbo-decode"], ["mimo", "made.sigmf-meta"]],
  ["threeray completion ", ["bash", "zsh", "fish"], ["made.sigmf-meta"]],
];

/** Runs a script of a shell in the folder with files; undefined if the machine lacks the shell. */
function run(shell: string, args: string[], script: string): string | undefined {
  const file = join(folder, `test.${shell}`);
  writeFileSync(file, script);
  const env = { ...process.env, HOME: folder, TERM: "xterm" };
  const { stdout, stderr, error, status } = spawnSync(shell, [...args, file], { cwd: work, encoding: "utf8", env });
  if ((error as NodeJS.ErrnoException)?.code === "ENOENT") return undefined;
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

/** Returns the candidates of each case from text in which a line "==" ends a case. Zsh quotes spaces. */
const candidates = (text: string) =>
  text.split(/^==$/m).map((part) =>
    part
      .split("\n")
      .map((line) => line.trim().replace(/\/$/, "").replaceAll("\\", ""))
      .filter(Boolean),
  );

function check(found: readonly (readonly string[])[], cutAt = /^$/): void {
  for (const [i, [line, some, none]] of CASES.entries()) {
    // Some shells return only what follows the last comma.
    const cut = (word: string) => word.replace(cutAt, "");
    expect(found[i], line).toEqual(expect.arrayContaining(some.map(cut)));
    for (const word of none) expect(found[i], line).not.toContain(cut(word));
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

describe("completion of a shell", () => {
  it("knows every command, and what its options take", () => {
    expect(entries.length).toBeGreaterThan(35);
    for (const { name, about, options } of entries) {
      expect(about, name).toMatch(/^[A-Z].*\.$/);
      for (const { flag, value, kind, choices } of options) {
        expect(flag).toMatch(/^--[a-z][a-z\d-]*$/);
        if (value === undefined) expect(kind, `${name} ${flag}`).toBe("nothing");
        // The scripts quote no word.
        for (const choice of choices) expect(choice).toMatch(kind === "list" ? /^[\w.:/+-]+$/ : /^[\w.,:/+-]+$/);
      }
    }
  });

  it("works in bash", () => {
    const cases = CASES.map(([line]) => {
      // Bash also splits words at = and :, and makes words of them.
      const words = line.split(/\s+/).flatMap((word) => word.split(/(?<=[=:])|(?=[=:])/));
      return `COMP_LINE=${quoted(line)} COMP_POINT=${line.length} COMP_WORDS=(${words.map(quoted).join(" ")})
COMP_CWORD=${words.length - 1}; _threeray; printf '%s\\n' "\${COMPREPLY[@]}" ==`;
    });
    const found = run(
      "bash",
      ["--norc"],
      `compopt() { :; }\n${bashCompletion(entries)}\n${cases.join("\n")}\ncomplete -p threeray\n`,
    );
    expect(found).toContain("complete -F _threeray threeray");
    check(candidates(String(found)));
  });

  it("gives bash what follows = and :, where bash divides a word", () => {
    const line = "threeray turbo --algorithm=lo";
    const script = `${bashCompletion(entries)}
COMP_LINE=${quoted(line)} COMP_POINT=${line.length}; COMP_WORDBREAKS=$' =:'; _threeray; echo "\${COMPREPLY[@]}"
COMP_WORDBREAKS=' '; _threeray; echo "\${COMPREPLY[@]}"\n`;
    expect(run("bash", ["--norc"], script)).toBe("log-map\n--algorithm=log-map\n");
  });

  it("works in fish", ({ skip }) => {
    const cases = CASES.map(([line]) => `complete -C ${quoted(line)} | string replace -r '\\t.*' ''; echo ==`);
    const found = run("fish", ["--no-config"], `${fishCompletion(entries)}\n${cases.join("\n")}\n`);
    if (found === undefined) return skip("fish is not installed on this machine");
    check(candidates(found));
  });

  it("works in zsh", ({ skip }) => {
    const lines = CASES.map(([line]) => `${line}\t\x14`);
    writeFileSync(join(folder, "_threeray"), zshCompletion(entries));
    writeFileSync(join(folder, "typed"), `${lines.join("")}exit\n`);
    writeFileSync(
      join(folder, ".zshrc"),
      `PS1=READY; LISTMAX=0; autoload -Uz compinit; compinit -u -d ${folder}/dump; eval "$(<${folder}/_threeray)"
bindkey '^I' complete-word
finish() { print -r -- '==' >> ${folder}/found; BUFFER=; }
zle -N finish; bindkey '^T' finish
# Writes the candidates to a file, in place of adding them.
compadd() {
  if [[ "\${@[1,(i)(-|--)]}" == *-(O|A|D)\\ * ]]; then builtin compadd "$@"; return; fi
  local -a hits; builtin compadd -O hits "$@"
  (( $#hits )) && print -rl -- $hits >> ${folder}/found
}
`,
    );
    // A terminal. Before the prompt, its own line editor would take the typed text.
    const script = `zmodload zsh/zpty; zpty z 'zsh -i'; zpty -r -m z line '*READY*'; zpty -w -n z "$(<${folder}/typed)"$'\\n'
while zpty -r z line; do :; done; cat ${folder}/found\n`;
    const found = run("zsh", ["-f"], script);
    if (found === undefined) return skip("zsh is not installed on this machine");
    check(candidates(found), /^.*,/);
  });

  it.each([
    [[], "completion: takes the name of a shell (bash, zsh, fish), got none"],
    [["tcsh"], 'completion: the shell must be one of bash, zsh, fish, got "tcsh"'],
  ])("refuses %j", async (args, message) => {
    const { code, stderr } = await refusal(["completion", ...args]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
