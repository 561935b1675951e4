import { array, assert, asyncProperty, boolean, integer, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { allocate } from "../../gpu/pool.ts";
import { gpuRuns, poison, readWords, run, testDevice } from "../../gpu/testing.ts";
import { createItemRing, createRingReader, createRingWriter } from "./item-ring.ts";

describe("flow/item-ring", () => {
  it("gives the appended items in pages of another size, and zeros behind a short page", async () => {
    const any = asyncProperty(
      record({
        words: integer({ min: 1, max: 3 }),
        most: integer({ min: 1, max: 700 }),
        length: integer({ min: 1, max: 700 }),
        steps: array(record({ appends: boolean(), share: integer({ min: 0, max: 100 }) }), {
          minLength: 1,
          maxLength: 12,
        }),
      }),
      async ({ words, most, length, steps }) => {
        const device = await testDevice();
        const memory = allocate(device);
        const ring = createItemRing(device, { words, items: most + length });
        const input = {
          buffer: memory.storage("page", 4 * most * words),
          length: most,
          count: memory.storage("n", 4),
        };
        const writer = await createRingWriter(device, ring, input);
        const reader = await createRingReader(device, ring, length);
        let [written, read] = [0, 0];
        for (const { appends, share } of steps) {
          const room = ring.items - (written - read);
          if (appends) {
            const count = Math.min(room, Math.round((share * most) / 100));
            poison(device, input.buffer);
            const items = Uint32Array.from({ length: count * words }, (_, n) => written * words + n + 1);
            device.queue.writeBuffer(input.buffer, 0, items);
            device.queue.writeBuffer(input.count, 0, Uint32Array.of(count));
            await run(device, writer);
            written += count;
            continue;
          }
          const count = Math.min(written - read, Math.round((share * length) / 100));
          poison(device, reader.output.buffer);
          reader.setCount(count);
          await run(device, reader);
          const expected = Array.from({ length: length * words }, (_, n) =>
            n < count * words ? read * words + n + 1 : 0,
          );
          expect([...(await readWords(device, reader.output.buffer, length * words))]).toEqual(expected);
          read += count;
        }
        for (const one of [writer, reader, ring]) one.destroy();
        memory.release();
      },
    );
    await assert(any, { numRuns: gpuRuns(8) });
  });

  it.each([
    [{ words: 0, items: 8 }, "words must be a positive integer, got 0"],
    [{ words: 1, items: 1.5 }, "items must be a positive integer, got 1.5"],
  ])("refuses %o", async (wrong, message) => {
    const device = await testDevice();
    expect(() => createItemRing(device, wrong)).toThrow(`flow/item-ring: ${message}`);
  });
});
