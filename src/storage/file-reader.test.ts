import { randomFillSync } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFileReader, type ReadingThread } from "./file-reader.ts";

const MIB = 2 ** 20;
const content = new Uint8Array(23 * MIB + 5);
for (let at = 0; at < content.length; at += MIB) randomFillSync(content.subarray(at, at + MIB));
const file = new Blob([content]);
const never = new Promise<void>(() => {});

/** Threads that answer at different times with the parts they were asked for. */
function threads(change: (index: number) => Partial<ReadingThread> = () => ({})) {
  const asked: [thread: number, start: number, end: number][] = [];
  let [spawned, ended] = [0, 0];
  const spawn = (): ReadingThread => {
    const index = spawned++;
    return {
      async read(blob, start, end) {
        asked.push([index, start, end]);
        for (let turn = 0; turn < (index * 7) % 5; turn++) await Promise.resolve();
        return blob.slice(start, end).arrayBuffer();
      },
      failed: never,
      end: () => void ended++,
      ...change(index),
    };
  };
  return { asked, spawn, spawned: () => spawned, ended: () => ended };
}

describe("storage/file-reader", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  it("fills arrays with any range, also beyond the end of the file, and each thread reads a part of it", async () => {
    const { asked, spawn } = threads();
    const read = createFileReader(3, spawn);
    const ranges = [
      [0, content.length],
      [1, 13 * MIB + 1],
      [7 * MIB - 3, 4 * MIB],
      [7 * MIB - 3, 4 * MIB + 1],
      [11 * MIB, 20 * MIB],
      [content.length - 2, 5 * MIB],
      [content.length + 9, 10],
    ];
    await Promise.all(
      ranges.map(async ([start, length]) => {
        const bytes = new Uint8Array(length);
        const expected = content.subarray(start, start + length);
        expect(await read(file, start, bytes)).toBe(expected.length);
        expect(Buffer.compare(bytes.subarray(0, expected.length), expected)).toBe(0);
        expect(bytes.subarray(expected.length).every((byte) => byte === 0)).toBe(true);
      }),
    );
    expect(new Set(asked.map(([thread]) => thread))).toEqual(new Set([0, 1, 2]));
  });

  it("says where a file ends that became shorter, and passes an error on once no thread writes any more", async () => {
    const end = 9 * MIB + 77;
    const cut = threads(() => ({ read: async (blob, from, to) => blob.slice(from, Math.min(to, end)).arrayBuffer() }));
    expect(await createFileReader(4, cut.spawn)(file, MIB, new Uint8Array(20 * MIB))).toBe(end - MIB);
    let writing = 0;
    const gone = threads((index) => ({
      async read(blob, from, to) {
        if (index === 1) throw new DOMException("gone", "NotReadableError");
        writing++;
        const bytes = await blob.slice(from, to).arrayBuffer();
        writing--;
        return bytes;
      },
    }));
    const failing = createFileReader(4, gone.spawn)(file, 0, new Uint8Array(content.length));
    await expect(failing).rejects.toMatchObject({ name: "NotReadableError" });
    expect(writing).toBe(0);
  });

  it("reads itself where a thread has failed, or where there is only one processor more", async () => {
    const failing = threads((index) =>
      index > 0 ? {} : { read: () => new Promise(() => {}), failed: Promise.resolve() },
    );
    const bytes = new Uint8Array(content.length);
    expect(await createFileReader(2, failing.spawn)(file, 0, bytes)).toBe(content.length);
    expect(Buffer.compare(bytes, content)).toBe(0);
    const unused = threads();
    expect(await createFileReader(1, unused.spawn)(file, 0, bytes.fill(0))).toBe(content.length);
    expect([Buffer.compare(bytes, content), unused.spawned()]).toEqual([0, 0]);
  });

  it("ends its threads when nothing was read for some seconds, and starts others later", async () => {
    const { spawn, spawned, ended } = threads();
    const read = createFileReader(2, spawn);
    const bytes = new Uint8Array(content.length);
    await read(file, 0, bytes.subarray(0, MIB));
    expect(spawned()).toBe(0);
    await Promise.all([read(file, 0, bytes), read(file, 0, bytes)]);
    await vi.advanceTimersByTimeAsync(4000);
    await read(file, 0, bytes);
    await vi.advanceTimersByTimeAsync(4000);
    expect([spawned(), ended()]).toEqual([2, 0]);
    await vi.advanceTimersByTimeAsync(2000);
    expect([spawned(), ended()]).toEqual([2, 2]);
    await read(file, 0, bytes);
    expect([spawned(), ended()]).toEqual([4, 2]);
  });
});
