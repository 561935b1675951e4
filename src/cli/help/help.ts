import type { OptionText } from "./option-text.ts";
import { typed } from "./typed.ts";

/** Returns names and what they are, one a line, in two columns that do not touch. */
export function nameList(
  rows: readonly (readonly [name: string, about: string])[],
  width = Math.max(...rows.map(([name]) => name.length)),
): string {
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}\n`).join("");
}

/** Returns the first line of an option: "--json FILE|-". */
export const flagText = ({ name, value }: OptionText): string => `--${name}${value ? ` ${value}` : ""}`;

/** Returns an example with the program's name, before the last command of a pipe. */
export const exampleText = (line: string): string => line.replace(/^(.*\| )?/, (before) => `${before}${typed()} `);

/**
 * Returns a command's help.
 *
 * @param usage What follows the program's name, without it.
 * @param examples Command lines without the program's name.
 */
export function helpText(
  usage: string,
  about: string,
  options: readonly OptionText[],
  examples: readonly string[],
): string {
  const head = `Usage: ${typed()} ${usage}\n\n${about}\n`;
  const shown = `\nExamples:\n${examples.map((line) => `  ${exampleText(line)}\n`).join("")}`;
  if (options.length === 0) return head + shown;
  const rows = options.map((option): [string, string] => [
    flagText(option),
    [option.description, ...(option.defaultText ? [option.defaultText] : [])].join(" "),
  ]);
  const width = Math.min(34, Math.max(...rows.map(([left]) => left.length)));
  const lines = rows.map(([left, right]) =>
    left.length > width ? `  ${left}\n  ${" ".repeat(width)}  ${right}` : `  ${left.padEnd(width)}  ${right}`,
  );
  return `${head}\nOptions:\n${lines.join("\n")}\n${shown}`;
}
