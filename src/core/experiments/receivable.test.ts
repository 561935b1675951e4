import { describe, expect, it } from "vitest";
import { testNormals } from "../gpu/testing.ts";
import { BLOCK_HOP } from "../preamble/blocks.ts";
import { newReception } from "./receive.ts";
import { within } from "./receivable.ts";

const x = Float32Array.from(testNormals(3, 2000));
const source = {
  samples: 1000,
  read: async (start: number, count: number) => x.slice(2 * start, 2 * Math.min(1000, start + count)),
};

describe("experiments/receivable", () => {
  it.each([
    { start: 100, count: 300, from: 0, length: 1000 },
    { start: 100, count: 300, from: 50, length: 120 },
    { start: 100, count: 300, from: 150, length: 20 },
    { start: 100, count: 300, from: 0, length: 60 },
    { start: 900, count: 500, from: 850, length: 400 },
    { start: 0, count: 10, from: 20, length: 5 },
  ])(
    "keeps a stretch in its place, silence before it and nothing behind: %o",
    async ({ start, count, from, length }) => {
      const end = Math.min(1000, start + count);
      const stretch = within(source, { start, count });
      expect(stretch.samples).toBe(end);
      const expected = x
        .map((value, i) => (i < 2 * start ? 0 : value))
        .slice(2 * from, 2 * Math.min(end, from + length));
      expect(await stretch.read(from, length)).toEqual(expected);
    },
  );

  it("begins with the block that a stretch begins in", () => {
    expect(newReception()).toMatchObject({ first: 0, block: 0 });
    expect(newReception(BLOCK_HOP - 1)).toMatchObject({ first: 0, block: 0 });
    expect(newReception(3 * BLOCK_HOP + 5)).toMatchObject({ first: 3, block: 3 });
  });
});
