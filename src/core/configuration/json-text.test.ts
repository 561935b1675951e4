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

it("counts no brackets in strings, and none that are closed", () => {
  const value = {
    "[": "[".repeat(500),
    '"{': `\\"${"{".repeat(500)}\\`,
    list: Array.from({ length: 500 }, () => [{}]),
  };
  expect(parseJsonText(JSON.stringify(value))).toEqual(value);
  expect(() => parseJsonText("[1,")).toThrow(SyntaxError);
});
