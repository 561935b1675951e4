import { describe, expect, it } from "vitest";
import { WIMAX_CODES } from "./code.ts";
import { divideIntoGroups } from "./groups.ts";

describe("ldpc/groups", () => {
  it.each([1, 7, 1024, 6145, 400_000])("has a place for each of %i frames, and few unused places", (frames) => {
    for (const { z } of WIMAX_CODES) {
      for (const most of [96, 160, 256]) {
        const { group, rows, groups } = divideIntoGroups(z, frames, most);
        const [x, y] = groups;
        expect(group % 32).toBe(0);
        expect(group).toBeLessThanOrEqual(most);
        expect(rows * z).toBeLessThanOrEqual(group);
        expect(x * y * rows).toBeGreaterThanOrEqual(frames);
        expect(x * (y - 1) * rows).toBeLessThan(frames);
        expect(Math.max(x, y)).toBeLessThanOrEqual(65535);
      }
    }
  });
});
