import { expect, it } from "vitest";
import { hiddenText, levelText } from "./describe.ts";

it.each([
  [0, undefined],
  [1, undefined],
  [32_768, undefined],
  [1e-15, "The largest sample is 1e-15. The receiver needs 1e-8 to 100000"],
  [1e15, "The largest sample is 1e+15. The receiver needs 1e-8 to 100000"],
])("says where a recording whose largest sample is %d is out of the receiver's range", (loudest, text) => {
  if (text === undefined) expect(levelText(loudest)).toBe(undefined);
  else expect(levelText(loudest)).toContain(text);
});

it("says how many candidates are not listed", () => {
  expect(hiddenText(0)).toBe(undefined);
  expect(hiddenText(1)).toContain("1 candidate begins");
  expect(hiddenText(2)).toContain("2 candidates begin");
});
