import { assert, jsonValue, nat, property } from "fast-check";
import { expect, it } from "vitest";
import { parseJsonText } from "./json-text.ts";

it.each([200, 201, 200_000])("takes 200 levels, and refuses more without a deep stack: %i", (levels) => {
  for (const text of ["[".repeat(levels) + "]".repeat(levels), '{"a":'.repeat(levels) + "1" + "}".repeat(levels)]) {
    if (levels <= 200) expect(parseJsonText(text)).toEqual(JSON.parse(text));
    else expect(() => parseJsonText(text)).toThrow("it is nested more than 200 levels deep");
  }
});

it("does not quote a file that is no text", () => {
  const photo = new TextDecoder().decode(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46));
  expect(() => parseJsonText(photo)).toThrow(/^it is not a text file$/);
});

it.each([
  ["MZ\u0090\0\u0003", "it is a program for Windows"],
  ["PK\x03\x04\0", "it is a ZIP archive"],
  [" \n", "it is empty"],
  ["no JSON at all", "it begins with “no JSON at a…”; JSON begins with { or ["],
  ["<html>", "it begins with “<html>”, as HTML and XML do; JSON begins with { or ["],
  ['{"a": 1', "it ends too early: a comma or } is missing"],
  ['{"a": [1, 2', "it ends too early: a comma or ] is missing"],
  ['{"a": "b', "it ends too early: a double quote is missing"],
  ['["a\n"]', "in line 1, column 4, it has the end of the line in place of a double quote"],
  ['{\n  "a": 1,\n}', "in line 3, column 1, it has “}” in place of a name in double quotes"],
  ["{\r\n  a: 1}", "in line 2, column 3, it has “a: 1}” in place of a name in double quotes or }"],
  ['{"a" 1}', "in line 1, column 6, it has “1}” in place of a colon"],
  ["[1 2]", "in line 1, column 4, it has “2]” in place of a comma or ]"],
  ["[1,]", "in line 1, column 4, it has “]” in place of a value"],
  ["[01]", "in line 1, column 2, it has “01]” in place of a value"],
  ["{} {}", "in line 1, column 4, it has “{}” in place of the end"],
])("says what is wrong with %j", (text, message) => {
  expect(() => parseJsonText(text)).toThrow(new SyntaxError(message));
});

it("finds the place at which a text stops being JSON", () => {
  // Values without numbers: a longer number may follow the start of one.
  const values = jsonValue({ maxDepth: 3 }).map((value) =>
    JSON.stringify(value, (_, one) => (typeof one === "number" ? null : one), 1),
  );
  assert(
    property(values, nat(), (text, at) => {
      const place = at % (text.length + 1);
      // No JSON has this character outside of strings, and no escape ends with it.
      const broken = `${text.slice(0, place)}\u0001${text.slice(place)}`;
      let message = "";
      try {
        parseJsonText(broken);
      } catch (error) {
        ({ message } = error as Error);
      }
      expect(message).toMatch(/^(in line \d+, column \d+, it has|it begins with) “/);
      // The text before the place that the message names may be continued to JSON; a longer start may not.
      const [, line, column] = /^in line (\d+), column (\d+)/.exec(message) ?? ["", "1", "1"];
      const before =
        broken
          .split("\n")
          .slice(0, Number(line) - 1)
          .join("\n").length +
        Number(line > "1") +
        Number(column) -
        1;
      expect(before).toBeLessThanOrEqual(place);
    }),
    { numRuns: 200 },
  );
});

it("counts no brackets in strings, and none that are closed", () => {
  const value = {
    "[": "[".repeat(500),
    '"{': `\\"${"{".repeat(500)}\\`,
    list: Array.from({ length: 500 }, () => [{}]),
  };
  expect(parseJsonText(JSON.stringify(value))).toEqual(value);
  expect(() => parseJsonText("[1,")).toThrow(SyntaxError);
});
