import { expect, it } from "vitest";
import { decimals } from "./table.ts";

it.each([
  [-0.0004, 3, "0.000"],
  [-0, 0, "0"],
  [-0.0006, 3, "-0.001"],
  [-10, 1, "-10.0"],
  [12.345, 1, "12.3"],
])("%d with %d decimals is %s", (value, digits, text) => {
  expect(decimals(value, digits)).toBe(text);
});
