import { describe, expect, it } from "vitest";
import { checkField } from "../../core/configuration/fields.ts";
import type { Command } from "../command.ts";
import { GROUPS } from "../commands.ts";
import { manual } from "./manual.ts";
import { flagOf } from "../options.ts";
import { refusal } from "../testing.ts";

const commandsOf = (group: Readonly<Record<string, Command>>): Command[] =>
  Object.values(group).flatMap((command) => [command, ...commandsOf(command.subcommands ?? {})]);
const texts = Object.values(GROUPS)
  .flatMap(commandsOf)
  .flatMap(({ text }) => text ?? []);

/** Returns the words of a line of a shell, after the last pipe. */
const wordsOf = (line: string) =>
  [...(line.split("| ").at(-1) as string).split(" > ")[0].matchAll(/'([^']*)'|\S+/g)].map(
    ([all, quoted]) => quoted ?? all,
  );

describe("manual", () => {
  it("is printed in docs/commands.md; npx vitest run src/cli/help/manual.test.ts -u prints it again", async () => {
    await expect(manual(GROUPS)).toMatchFileSnapshot("../../../docs/commands.md");
  });

  it.each(texts)("$name: its examples are command lines that it takes", ({ name, examples, extras, read }) => {
    for (const example of examples) {
      const words = wordsOf(example);
      expect(words.splice(0, name.split(" ").length).join(" ")).toBe(name);
      const { given, fields } = read(words);
      for (const [field, value] of Object.entries(given)) checkField(flagOf(field), fields[field], value);
    }
    // An option that a command needs is in each of its examples.
    for (const [option, { isRequired }] of Object.entries(extras)) {
      if (isRequired) for (const example of examples) expect(wordsOf(example)).toContain(`--${option}`);
    }
  });

  it("refuses a command that does not exist", async () => {
    const { code, stderr } = await refusal(["manual", "turbos"]);
    expect(stderr).toContain('manual: there is no command "turbos"; threeray --help lists them');
    expect(code).toBe(2);
  });
});
