import { array, assert, asyncProperty, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { allocate } from "../../gpu/pool.ts";
import { gpuRuns, poison, readWords, run, testDevice, upload } from "../../gpu/testing.ts";
import { wholeUnits } from "./whole-firings.reference.ts";
import { createWholeFirings } from "./whole-firings.ts";

/** Gathers pages of items, and returns what each page gives. */
async function buffered(pages: readonly (readonly number[])[], words: number, unit: number): Promise<number[][]> {
  const device = await testDevice();
  const memory = allocate(device);
  const most = Math.max(1, ...pages.map(({ length }) => length));
  const length = unit * Math.ceil(most / unit);
  const count = memory.storage("count", 4);
  const input = { buffer: memory.storage("page", 4 * most * words), length: most, count };
  const plan = await createWholeFirings(device, { input, words, unit, length });
  const given: number[][] = [];
  for (const page of pages) {
    poison(device, input.buffer);
    poison(device, plan.output.buffer);
    device.queue.writeBuffer(input.buffer, 0, Uint32Array.from(page.flatMap((item) => wordsOf(item, words))));
    device.queue.writeBuffer(count, 0, Uint32Array.of(page.length));
    await run(device, plan);
    const [items] = await readWords(device, plan.output.count, 1);
    expect(items).toBeLessThanOrEqual(length);
    given.push(items === 0 ? [] : [...(await readWords(device, plan.output.buffer, items * words))]);
  }
  plan.destroy();
  memory.release();
  return given;
}

/** The words of an item. */
const wordsOf = (item: number, words: number) => Array.from({ length: words }, (_, word) => 8 * item + word);

describe("flow/whole-firings", () => {
  it("gives whole units, and keeps the rest for later pages", async () => {
    const sizes = array(integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 5 });
    const any = asyncProperty(
      sizes,
      integer({ min: 1, max: 3 }),
      integer({ min: 1, max: 900 }),
      async (all, words, unit) => {
        let next = 0;
        const pages = all.map((size) => Array.from({ length: size }, () => next++));
        let waiting: number[] = [];
        const expected = pages.map((page) => {
          const { given, waiting: rest } = wholeUnits(waiting, page, unit);
          waiting = rest;
          return given.flatMap((item) => wordsOf(item, words));
        });
        expect(await buffered(pages, words, unit)).toEqual(expected);
      },
    );
    await assert(any, { numRuns: gpuRuns(8) });
  });

  it("appends zeros, and forgets its items after a reset", async () => {
    const device = await testDevice();
    const input = {
      buffer: upload(device, Uint32Array.of(1, 2, 3)),
      length: 3,
      count: upload(device, Uint32Array.of(3)),
    };
    const plan = await createWholeFirings(device, { input, words: 1, unit: 5, length: 5 });
    plan.setZeros(2);
    await run(device, plan);
    expect([...(await readWords(device, plan.output.buffer, 5))]).toEqual([1, 2, 3, 0, 0]);
    plan.setZeros(0);
    await run(device, plan);
    plan.reset();
    await run(device, plan);
    expect([...(await readWords(device, plan.output.count, 1))]).toEqual([0]);
    plan.destroy();
  });

  it.each([
    [{ unit: 0 }, "unit must be a positive integer, got 0"],
    [{ words: 1.5 }, "words must be a positive integer, got 1.5"],
    [{ length: 7 }, "length must be a multiple of 2 from 8, got 7"],
    [{ length: 6 }, "length must be a multiple of 2 from 8, got 6"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    const input = { buffer: upload(device, new Uint32Array(8)), length: 8, count: upload(device, new Uint32Array(1)) };
    const config = { input, words: 1, unit: 2, length: 8, ...wrong };
    await expect(createWholeFirings(device, config)).rejects.toThrow(`flow/whole-firings: ${message}`);
  });
});
