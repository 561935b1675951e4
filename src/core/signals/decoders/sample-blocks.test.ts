import { array, assert, integer, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { type BlockOfSamples, createBlocksOfSamples } from "./sample-blocks.ts";

const create = (length: number) => new Float32Array(length);
/** Complex samples n + 1 and −(n + 1), so that none is 0. */
const made = (length: number) =>
  Float32Array.from({ length: 2 * length }, (_, i) => (i % 2 ? -1 : 1) * (Math.floor(i / 2) + 1));

describe("signals/decoders/sample-blocks", () => {
  it("cuts any stream in any pieces into the same blocks, with what lies around them, and zeros beyond the ends", () => {
    const sizes = record({
      reach: integer({ min: 0, max: 9 }),
      size: integer({ min: 1, max: 8 }),
      beyond: integer({ min: 0, max: 20 }),
    });
    const pieces = array(integer({ min: 0, max: 12 }), { maxLength: 8 });
    const check = (spec: { reach: number; size: number; beyond: number }, lengths: number[]) => {
      const total = lengths.reduce((sum, length) => sum + length, 0);
      const stream = made(total);
      const blocks = createBlocksOfSamples<Float32Array>(spec, create);
      const got: BlockOfSamples<Float32Array>[] = [];
      let at = 0;
      for (const length of lengths) {
        got.push(...blocks.push(stream.subarray(2 * at, 2 * (at + length))));
        at += length;
      }
      got.push(...blocks.end());
      expect(got.map(({ first, size }) => [first, size])).toEqual(
        Array.from({ length: Math.ceil(total / spec.size) }, (_, k) => {
          const first = k * spec.size;
          return [first, Math.min(spec.size, total - first)];
        }),
      );
      for (const { first, size, samples, from, to } of got) {
        const expected = Array.from({ length: spec.reach + size + spec.beyond }, (_, k) => {
          const n = first - spec.reach + k;
          return n >= 0 && n < total ? [n + 1, -n - 1] : [0, 0];
        });
        expect([...samples]).toEqual(expected.flat());
        const isThere = expected.map(([re]) => re !== 0);
        expect([from, to]).toEqual([isThere.indexOf(true), isThere.lastIndexOf(true) + 1]);
      }
    };
    assert(property(sizes, pieces, check), { numRuns: 40 });
  });
});
