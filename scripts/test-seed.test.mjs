import { assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { testSeed } from "./test-seed.mjs";

describe("seed of the property tests", () => {
  it("comes from the commit's files, or is the chosen one", () => {
    expect(testSeed("", "0000010f00000000000000000000000000000000")).toBe(0x10);
    expect(testSeed("-5", "0000010f")).toBe(-5);
    expect(testSeed("random", "0000010f")).toBeLessThan(2 ** 28);
    expect(testSeed("", "")).toBeGreaterThan(0);
    expect(() => testSeed("soon", "")).toThrow("THREERAY_SEED must be an integer of 32 bits or “random”, got soon");
  });

  it("is the seed of every property in this run", () => {
    const drawn = (options) => {
      const values = [];
      const keep = property(integer(), (value) => void values.push(value));
      assert(keep, { numRuns: 5, ...options });
      return values;
    };
    expect(drawn()).toEqual(drawn({ seed: Number(process.env.THREERAY_SEED) }));
  });
});
