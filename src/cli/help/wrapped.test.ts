import { expect, it } from "vitest";
import { helpOf } from "../commands.ts";
import { wrapped } from "./wrapped.ts";

const help = `Usage: threeray x [options]

Does one thing, and says how.

Options:
  --json FILE|-  Write the results as JSON to a file, or to standard output.
  --seed N       A number.

Examples:
  threeray x --json results.json --seed 12345678901234567890
`;

it("leaves a help as it is where no terminal shows it, and where it fits", () => {
  expect(wrapped(help, undefined)).toBe(help);
  expect(wrapped(help, 80)).toBe(help);
});

it("keeps texts in their column, and examples whole", () => {
  const lines = wrapped(help, 50).split("\n");
  expect(lines.slice(5, 8)).toEqual([
    "  --json FILE|-  Write the results as JSON to a",
    "                 file, or to standard output.",
    "  --seed N       A number.",
  ]);
  expect(lines.at(-2)).toBe("  threeray x --json results.json --seed 12345678901234567890");
});

it("puts texts below their names in a narrow terminal", () => {
  expect(wrapped(help, 40)).toContain(`
  --json FILE|-
      Write the results as JSON to a
      file, or to standard output.
`);
});

it.each(["--help", "turbo --help", "decode-signals --help", "sweep --help", "tune --help"])(
  "loses no word of %s at 60 columns",
  async (line) => {
    const text = String(await helpOf(line.split(" ")));
    const shown = wrapped(text, 60);
    expect(shown.split(/\s+/)).toEqual(text.split(/\s+/));
    const [head] = shown.split(/^Examples:$/m);
    for (const row of head.split("\n")) if (row.trim().includes(" ")) expect(row.length, row).toBeLessThanOrEqual(60);
  },
);
