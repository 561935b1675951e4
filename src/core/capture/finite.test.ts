import { array, assert, asyncProperty, nat, tuple } from "fast-check";
import { expect, it } from "vitest";
import { finiteReads } from "./finite.ts";

it("counts each sample that holds a NaN or an infinity once, with parts in any order, and makes it zero", async () => {
  const samples = 40;
  const isBad = (n: number) => n % 3 === 0 || n % 7 === 1;
  const source = async (start: number, count: number) =>
    Float32Array.from({ length: 2 * Math.max(0, Math.min(count, samples - start)) }, (_, i) =>
      i % 2 === 1 && isBad(start + (i >> 1)) ? [Number.NaN, Infinity][(i >> 1) % 2] : 1,
    );
  await assert(
    asyncProperty(array(tuple(nat(samples), nat(samples)), { maxLength: 8 }), nat(samples), async (parts, from) => {
      const { read, nonFinite } = finiteReads({ read: source }, from);
      const known = new Set(Array.from({ length: from }, (_, n) => n));
      let expected = 0;
      for (const [start, count] of parts) {
        const pairs = await read(start, count);
        for (let n = start; n < start + pairs.length / 2; n++) {
          if (isBad(n) && !known.has(n)) expected++;
          known.add(n);
          expect(pairs.subarray(2 * (n - start), 2 * (n - start) + 2)).toEqual(
            Float32Array.of(...(isBad(n) ? [0, 0] : [1, 1])),
          );
        }
        expect(nonFinite()).toBe(expected);
      }
    }),
  );
});
