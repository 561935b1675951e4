import { assert, asyncProperty, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { WINDOW_WORDS } from "../../codes/convolutional/decoding.ts";
import { allocate } from "../../gpu/pool.ts";
import { readBack } from "../../gpu/readback.ts";
import { gpuRuns, run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { RATES } from "../frame/rates.ts";
import { type FrameLine, FRAME_BYTES, frameLines, frameTable, STATUSES } from "../frame-table.ts";
import { tableLines } from "../testing.ts";
import { createFrameLayout } from "./frames.ts";
import { laidOut } from "./frames.reference.ts";

/** Random frames, some of them refused, as the stages before the layout leave them. */
function randomLines(count: number, seed: number): FrameLine[] {
  const random = testRandom(seed);
  const any = <T>(values: readonly T[]) => values[Math.floor(values.length * random())];
  const frames = Array.from({ length: count }, (_, f) => ({
    start: 3000 * f + Math.floor(1000 * random()),
    rate: any(RATES),
    length: 1 + Math.floor(4095 * random() ** 3),
    status: random() < 0.2 ? any(STATUSES.slice(1, 5)) : STATUSES[0],
  }));
  return tableLines(frames).map((line) => ({ ...line, firstSymbol: 7, firstWord: 8, firstWindow: 9 }));
}

async function places(lines: readonly FrameLine[], page: Parameters<typeof laidOut>[1]) {
  const device = await testDevice();
  const frames = upload(device, new Uint8Array(frameTable(lines)));
  const counts = upload(device, Uint32Array.of(lines.length, 3, 9, 9, 9));
  const dispatches = allocate(device).indirect("dispatches", 36);
  device.queue.writeBuffer(dispatches, 0, new Uint32Array(9).fill(5));
  const plan = await createFrameLayout(device, { frames, counts, dispatches, ...page });
  await run(device, plan);
  const [table, numbers, groups] = await readBack(device, [
    { buffer: frames, size: FRAME_BYTES * Math.max(1, lines.length) },
    { buffer: counts, size: 20 },
    { buffer: dispatches, size: 36 },
  ]);
  plan.destroy();
  return {
    lines: frameLines(table, lines.length),
    counts: [...new Uint32Array(numbers)],
    dispatches: [...new Uint32Array(groups)],
  };
}

const ample = { symbols: 1e9, words: 1e9 };

describe("wifi/layout/frames", () => {
  async function agrees(count: number, page: Parameters<typeof laidOut>[1], seed: number) {
    const lines = randomLines(count, seed);
    const expected = laidOut(lines, page);
    const found = await places(lines, page);
    expect(found.lines).toEqual(expected.lines);
    const { symbols, words, windows } = expected;
    expect(found.counts).toEqual([count, 3, symbols, words, windows]);
    const groups = [Math.ceil(symbols / 16), 1, 1, Math.ceil(windows / 64), 1, 1];
    expect(found.dispatches).toEqual([5, 5, 5, ...groups]);
  }

  it.each([
    { name: "no frame", count: 0, page: { length: 1000, room: ample, windowWords: WINDOW_WORDS } },
    { name: "one frame", count: 1, page: { length: 1e6, room: ample, windowWords: WINDOW_WORDS } },
    { name: "windows of five words", count: 700, page: { length: 3e6, room: ample, windowWords: 5 } },
    { name: "windows of one word", count: 700, page: { length: 1.5e6, room: ample, windowWords: 1 } },
  ])("agrees with the sums: $name", ({ count, page }) => agrees(count, page, count));

  it("agrees with the sums for any table and any room", async () => {
    const counts = integer({ min: 0, max: 600 });
    const lengths = integer({ min: 1, max: 2e6 });
    const symbols = integer({ min: 1, max: 30_000 });
    const words = integer({ min: 1, max: 60_000 });
    const any = asyncProperty(counts, lengths, symbols, words, integer(), (count, length, ...rest) => {
      const [mostSymbols, mostWords, seed] = rest;
      const room = { symbols: mostSymbols, words: mostWords };
      return agrees(count, { length, room, windowWords: WINDOW_WORDS }, seed);
    });
    await assert(any, { numRuns: gpuRuns(8) });
  });

  it("cuts off the frame that misses one sample, and keeps the one that misses none", async () => {
    const [line] = tableLines([{ start: 100, rate: RATES[3], length: 500 }]);
    const end = 100 + 320 + 80 * (1 + line.symbols);
    for (const [length, status] of [
      [end, "received"],
      [end - 1, "cut off"],
      [50, "cut off"],
    ] as const) {
      const found = await places([line], { length, room: ample, windowWords: 8 });
      expect(found.lines[0].status).toBe(status);
      expect(found.counts[2]).toBe(status === "received" ? line.symbols : 0);
    }
  });

  it("uses two dimensions for more workgroups than one holds", async () => {
    const lines = tableLines(Array.from({ length: 800 }, () => ({ start: 0, rate: RATES[0], length: 4095 })));
    const found = await places(lines, { length: 1e6, room: ample, windowWords: 1 });
    const [, , symbols, , windows] = found.counts;
    const [x, y, z, u, v, w] = found.dispatches.slice(3);
    expect([y, z, w]).toEqual([2, 1, 1]);
    expect(x * y).toBeGreaterThanOrEqual(symbols / 16);
    expect(x * y).toBeLessThan(symbols / 16 + 3);
    expect(u * v).toBeGreaterThanOrEqual(windows / 64);
  });

  it("refuses numbers out of range", async () => {
    const page = { length: 1000, room: ample, windowWords: 8 };
    for (const [bad, message] of [
      [{ length: 0 }, "length must be a positive integer, got 0"],
      [{ room: { symbols: 1.5, words: 1 } }, "room for symbols must be a positive integer, got 1.5"],
      [{ windowWords: 0 }, "windowWords must be a positive integer, got 0"],
    ] as const) {
      await expect(places([], { ...page, ...bad })).rejects.toThrow(`wifi/layout/frames: ${message}`);
    }
  });
});
