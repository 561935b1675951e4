import { describe, expect, it } from "vitest";
import { createQueue } from "./queue.ts";
import { pagesOf, type SourcePage } from "./source-pages.ts";
import { type Chunk, sourceOf } from "./source.ts";

const ramp = (first: number, count: number) => Float32Array.from({ length: count }, (_, i) => first + i);
const items = (chunk: Chunk | undefined) => [...(chunk?.items ?? [])];

describe("flow/queue", () => {
  it("returns the pushed items in order, then the end", async () => {
    const queue = createQueue({ port: "real", width: 1, capacity: 10 });
    const early = queue.read();
    queue.push(ramp(0, 4), [{ sample: 1, key: "burst", value: 1 }]);
    queue.push(ramp(4, 2), [{ sample: 0, key: "burst", value: 2 }]);
    queue.end();
    queue.push(ramp(6, 1));
    const chunks = [await early, await queue.read()];
    expect(chunks.map(items)).toEqual([
      [0, 1, 2, 3],
      [4, 5],
    ]);
    expect(chunks.map((chunk) => chunk?.tags.map(({ sample }) => sample))).toEqual([[1], [4]]);
    expect(await queue.read()).toBeUndefined();
    expect(await queue.read()).toBeUndefined();
  });

  it("never holds more than its capacity, and reports how much it lost and where", async () => {
    const queue = createQueue({ port: "complex", width: 2, capacity: 5 });
    queue.push(ramp(0, 8));
    queue.push(ramp(8, 4));
    queue.push(ramp(12, 2));
    expect([queue.waiting, queue.dropped]).toEqual([5, 2]);
    const first = await queue.read();
    queue.push(ramp(14, 4));
    const others = [await queue.read(), await queue.read()];
    expect([first, ...others].map((chunk) => [chunk?.dropped, items(chunk)[0]])).toEqual([
      [0, 0],
      [2, 12],
      [0, 14],
    ]);
    expect([queue.waiting, queue.dropped]).toEqual([0, 2]);
  });

  it("returns waiting items before an error, and ends for readers when it is closed", async () => {
    const queue = createQueue({ port: "real", width: 1, capacity: 5 });
    queue.push(ramp(0, 1));
    queue.fail(new Error("the radio was unplugged"));
    expect(items(await queue.read())).toEqual([0]);
    await expect(queue.read()).rejects.toThrow("the radio was unplugged");
    const other = createQueue({ port: "real", width: 1, capacity: 5 });
    const waiting = other.read();
    other.close();
    expect(await waiting).toBeUndefined();
  });

  it("refuses a capacity of 0", () => {
    expect(() => createQueue({ port: "real", width: 1, capacity: 0 })).toThrow(
      "flow/queue: capacity must be a positive integer, got 0",
    );
  });
});

describe("flow/source", () => {
  it("gives a signal from a sample on, each tag with its sample and the last ones with the end", async () => {
    const tags = [9, 1, 4, 3, 12].map((sample) => ({ sample, key: "burst", value: sample }));
    const read = async (start: number, count: number) => ramp(start, count);
    const source = sourceOf({ samples: 10, read, tags }, "real", 2, 3);
    const found: unknown[] = [];
    for (let chunk = await source.read(); chunk; chunk = await source.read()) {
      found.push([items(chunk), chunk.tags.map(({ sample }) => sample)]);
    }
    expect(found).toEqual([
      [
        [2, 3, 4],
        [1, 2],
      ],
      [[5, 6, 7], []],
      [
        [8, 9],
        [7, 10],
      ],
    ]);
    const closed = sourceOf({ samples: 10, read }, "real", 0, 3);
    closed.close();
    expect(await closed.read()).toBeUndefined();
  });
});

describe("flow/source-pages", () => {
  it("divides the items of a queue into the same pages for any division into pushes", async () => {
    const tags = [0, 40, 96].map((sample) => ({ sample, key: "burst", value: sample }));
    for (const piece of [1, 7, 20, 97]) {
      const queue = createQueue({ port: "real", width: 1, capacity: 97 });
      for (let at = 0; at < 97; at += piece) {
        const own = tags.filter(({ sample }) => sample >= at && sample < at + piece);
        const moved = own.map((tag) => ({ ...tag, sample: tag.sample - at }));
        queue.push(ramp(at, Math.min(piece, 97 - at)), moved);
      }
      queue.end();
      const pages: SourcePage[] = [];
      for await (const page of pagesOf(queue, 20, 1, 1000)) pages.push(page);
      expect(pages.map(({ start, count }) => [start, count])).toEqual([
        ...[1000, 1020, 1040, 1060].map((start) => [start, 20]),
        [1080, 17],
      ]);
      expect(pages.flatMap(({ items: own }) => [...own])).toEqual([...ramp(0, 97)]);
      expect(pages.flatMap((page) => page.tags.map(({ sample }) => sample))).toEqual([1000, 1040, 1096]);
    }
  });
});
