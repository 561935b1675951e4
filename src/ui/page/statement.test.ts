import { expect, it } from "vitest";
import { readMarkdown } from "#core/lectures/markdown.ts";
import statement from "../../../docs/accessibility.md?raw";

/** Criteria of WCAG 2.1 per guideline; criteria of level AAA follow the last number. Source: W3C, WCAG 2.1, 2018. */
const GUIDELINES: Readonly<Record<string, readonly [last: number, ...AAA: number[]]>> = {
  "1.1": [1],
  "1.2": [9, 6, 7, 8, 9],
  "1.3": [6, 6],
  "1.4": [13, 6, 7, 8, 9],
  "2.1": [4, 3],
  "2.2": [6, 3, 4, 5, 6],
  "2.3": [3, 2, 3],
  "2.4": [10, 8, 9, 10],
  "2.5": [6, 5, 6],
  "3.1": [6, 3, 4, 5, 6],
  "3.2": [5, 5],
  "3.3": [6, 5, 6],
  "4.1": [3],
};

it("the accessibility statement has each criterion of levels A and AA once, and the page can show it", () => {
  const criteria = Object.entries(GUIDELINES).flatMap(([guideline, [last, ...left]]) =>
    Array.from({ length: last }, (_, i) => i + 1)
      .filter((one) => !left.includes(one))
      .map((one) => `${guideline}.${one}`),
  );
  expect(criteria).toHaveLength(50);
  expect([...statement.matchAll(/^- \*\*(\d\.\d\.\d+) /gm)].map(([, one]) => one)).toEqual(criteria);
  for (const section of statement.split(/^#+ .*$/m)) readMarkdown(section);
});
