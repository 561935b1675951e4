import { expect, it } from "vitest";
import { listOf } from "./list-of.ts";

it("lists a few names, and counts the others", () => {
  const names = Array.from({ length: 500 }, (_, i) => `v${i}`);
  expect(listOf(names.slice(0, 3))).toBe("v0, v1, v2");
  expect(listOf(names)).toBe(`${names.slice(0, 8).join(", ")} and 492 more`);
  expect(listOf(["x".repeat(1e6), "y"]).length).toBeLessThan(100);
});
