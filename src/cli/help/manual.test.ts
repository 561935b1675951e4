import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { checkField } from "../../core/configuration/fields.ts";
import type { Command, CommandText } from "../command.ts";
import { loadGroups, runCommand } from "../commands.ts";
import { manual } from "./manual.ts";
import { flagOf } from "../options.ts";
import { refusal } from "../testing.ts";

const commandsOf = (group: Readonly<Record<string, Command>>): Command[] =>
  Object.values(group).flatMap((command) => [command, ...commandsOf(command.subcommands ?? {})]);
const groups = await loadGroups();
const texts = Object.values(groups)
  .flatMap(commandsOf)
  .flatMap(({ text }) => text ?? []);

/** A command line in a block of code, up to its end, a pipe, a comment or another file. */
const CALL = /^[^\n`#]*(?:npx threeray|npm run -s cli --) ((?:'[^']*'|\\\n|[^'\n|>#\\])+)/gm;

/** Returns the words of a line of a shell, after the last pipe. */
const wordsOf = (line: string) =>
  [...(line.split("| ").at(-1) as string).split(" > ")[0].matchAll(/'([^']*)'|\S+/g)].map(
    ([all, quoted]) => quoted ?? all,
  );

/** Checks that a command takes these words after its name, and the values of the fields among them. */
function check({ read }: CommandText, words: string[], line: string): void {
  expect(() => {
    const { given, fields } = read(words);
    // The channel of `wifi` may have its delay spread: exponential:50.
    if (/^exponential:\d+$/.test(String(given.channel))) given.channel = "exponential";
    for (const [field, value] of Object.entries(given)) checkField(flagOf(field), fields[field], value);
  }, line).not.toThrow();
}

describe("manual", () => {
  it("is printed in docs/commands.md; npx vitest run src/cli/help/manual.test.ts -u prints it again", async () => {
    await expect(manual(groups)).toMatchFileSnapshot("../../../docs/commands.md");
  });

  it.each(texts)("$name: its examples are command lines that it takes", (text) => {
    const { name, examples, extras } = text;
    for (const example of examples) {
      const words = wordsOf(example);
      expect(words.splice(0, name.split(" ").length).join(" ")).toBe(name);
      check(text, words, example);
    }
    // An option that a command needs is in each of its examples.
    for (const [option, { isRequired }] of Object.entries(extras)) {
      if (isRequired) for (const example of examples) expect(wordsOf(example)).toContain(`--${option}`);
    }
  });

  const pages = ["README.md", ...readdirSync("docs").map((name) => `docs/${name}`)].filter((name) =>
    name.endsWith(".md"),
  );

  it.each(pages.filter((name) => name !== "docs/commands.md"))(
    "%s has command lines that the commands take",
    (page) => {
      const calls = [...readFileSync(page, "utf8").matchAll(CALL)];
      expect(calls.length).toBeGreaterThanOrEqual(page === "README.md" ? 8 : 0);
      for (const [, line] of calls) {
        const words = wordsOf(line.replaceAll("\\\n", " "));
        const text = texts.find(({ name }) => name === words.slice(0, name.split(" ").length).join(" "));
        if (text) check(text, words.slice(text.name.split(" ").length), line);
        else expect(words.includes("--help"), line).toBe(true);
      }
    },
  );

  it("prints one command, also one of several words", async () => {
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const code = await runCommand(["manual", "sweep", "run"]);
    const [[printed]] = write.mock.calls;
    write.mockRestore();
    expect(printed).toMatch(/^### sweep run\n/);
    expect(manual(groups)).toContain(printed);
    expect(code).toBe(0);
  });

  it.each([["turbos"], ["sweep turbo"], ["turbo run"]])("refuses %s, which does not exist", async (name) => {
    const { code, stderr } = await refusal(["manual", ...name.split(" ")]);
    expect(stderr).toContain(`manual: there is no command "${name}"; threeray --help lists them`);
    expect(code).toBe(2);
  });
});
