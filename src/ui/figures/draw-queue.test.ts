import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { cancelDraw, enqueueDraw } from "./draw-queue.ts";

/** An error handler for drawings that do not fail. */
const never = (error: unknown) => expect.unreachable(String(error));

beforeEach(() => {
  vi.useFakeTimers();
  // So that a test can let time pass within a task.
  vi.spyOn(performance, "now").mockImplementation(() => Date.now());
});
afterEach(async () => {
  // Each test starts with an empty queue.
  await vi.runAllTimersAsync();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("draws the newest data of each plot, at most ten times per second", async () => {
  const [key, seen] = [{}, [] as number[]];
  const ask = (value: number) => enqueueDraw(key, () => void seen.push(value), never);
  for (let value = 0; value < 5; value++) ask(value);
  await vi.advanceTimersByTimeAsync(10);
  expect(seen).toEqual([4]);
  ask(5);
  await vi.advanceTimersByTimeAsync(80);
  expect(seen).toEqual([4]);
  await vi.advanceTimersByTimeAsync(20);
  expect(seen).toEqual([4, 5]);
});

it("draws every plot in turn, also those that cancel and queue again before all are drawn", async () => {
  const counts = Array.from({ length: 16 }, () => 0);
  const keys = counts.map(() => ({}));
  for (let round = 0; round < 100; round++) {
    for (const [i, key] of keys.entries()) {
      if (i > 7) cancelDraw(key);
      const draw = () => {
        counts[i]++;
        vi.setSystemTime(Date.now() + 25);
      };
      enqueueDraw(key, draw, never);
    }
    // A quarter of them have their turn.
    for (let turn = 0; turn < 4; turn++) await vi.advanceTimersToNextTimerAsync();
  }
  expect(Math.min(...counts)).toBeGreaterThan(20);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
});

it("draws small plots together, and starts none after a long one in the same task", async () => {
  const tasks: string[][] = [];
  let task: string[] | undefined;
  const ask = (name: string, ms: number) => {
    const draw = () => {
      if (!task) {
        tasks.push((task = []));
        // Timers run after the whole task.
        setTimeout(() => (task = undefined));
      }
      task.push(name);
      vi.setSystemTime(Date.now() + ms);
    };
    enqueueDraw({}, draw, never);
  };
  ask("a", 1);
  ask("b", 1);
  ask("c", 30);
  ask("d", 1);
  await vi.advanceTimersByTimeAsync(100);
  expect(tasks).toEqual([["a", "b", "c"], ["d"]]);
});

it("reports a failed drawing to its plot, and draws the others", async () => {
  const failed: unknown[] = [];
  let drawn = 0;
  const error = new Error("no canvas");
  enqueueDraw(
    {},
    () => Promise.reject(error),
    (reason) => failed.push(reason),
  );
  enqueueDraw(
    {},
    () => {
      throw error;
    },
    (reason) => failed.push(reason),
  );
  enqueueDraw({}, () => void drawn++, never);
  await vi.advanceTimersByTimeAsync(50);
  expect(failed).toEqual([error, error]);
  expect(drawn).toBe(1);
});
