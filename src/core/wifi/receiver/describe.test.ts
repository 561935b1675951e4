import { expect, it } from "vitest";
import { hiddenText } from "./describe.ts";

it("says how many candidates are not listed", () => {
  expect(hiddenText(0)).toBe(undefined);
  expect(hiddenText(1)).toContain("1 candidate begins");
  expect(hiddenText(2)).toContain("2 candidates begin");
});
